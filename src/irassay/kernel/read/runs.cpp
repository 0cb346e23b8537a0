// Runs from text: every document interned, every list ordered and kept.
#include "read/runs.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <thread>

#include "read/name_order.hpp"

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace irassay {

namespace {

// Held while one block of one query is interned.
class Busy {
  static constexpr int kTurns = 1000;  // a block takes microseconds

 public:
  explicit Busy(std::atomic<bool>& flag) : flag_(flag) {
    while (flag_.exchange(true, std::memory_order_acquire))
      for (int turns = 0; flag_.load(std::memory_order_relaxed); ++turns)
        if (turns >= kTurns) std::this_thread::yield();  // whoever holds it may be waiting for this processor
  }
  ~Busy() { flag_.store(false, std::memory_order_release); }

 private:
  std::atomic<bool>& flag_;
};

constexpr size_t kAhead = 12;  // blocks of look-ups in flight; 4 to 32 measured alike

}  // namespace

// A query stands on its own in memory: asked for while the block before it is parsed.
void RunsReader::prefetch_query(const Query& query) {
  const char* at = reinterpret_cast<const char*>(&query);
  for (size_t offset = 0; offset < sizeof(Query); offset += 64) __builtin_prefetch(at + offset);
}

RunsReader::Query* RunsReader::find_query(std::string_view name, Query* before) {
  if (before != nullptr) {
    Query* guess = before->next.load(std::memory_order_acquire);
    if (guess != nullptr && guess->name == name) {
      if (const Query* next = guess->next.load(std::memory_order_relaxed)) prefetch_query(*next);
      return guess;
    }
  }
  std::lock_guard<std::mutex> guard(mutex_);
  const auto found = index_.find(name);
  Query* query = nullptr;
  if (found != index_.end()) {
    query = found->second;
  } else {
    query = &queries_.emplace_back();
    query->name = std::string(name);
    query->index = static_cast<uint32_t>(queries_.size() - 1);
    index_.emplace(query->name, query);
  }
  if (before != nullptr) before->next.store(query, std::memory_order_release);
  return query;
}

// Interns, orders and stores the blocks of one file.
class RunsReader::Handler {
 public:
  static constexpr bool kRanks = true;  // kept lists say whether their ranks contradict their scores
  Handler(RunsReader& reader, File& file) : reader_(reader), file_(file) { restart(); }

  void restart() {
    file_ = File();
    stamp_ = ++reader_.stamps_;
    seen_.assign(seen_.size(), 0);
    query_ = nullptr;
  }

  bool seen(std::string_view name) {
    query_ = reader_.find_query(name, query_);
    if (query_->index >= seen_.size()) seen_.resize(2 * query_->index + 64);
    const bool before = seen_[query_->index] != 0;
    seen_[query_->index] = 1;
    return before;
  }

  void block(Block& block, Reading& reading) {
    if (query_ == nullptr || query_->name != block.query) query_ = reader_.find_query(block.query, query_);
    intern(block, reading);
    Lines& lines = block.lines;
    reading.used += lines.size();
    const bool rise = ranks_rise(lines);
    if (block.distinct) {  // in order as it stands, under either precision
      store(lines, !rise && rank_contradicts(lines), false);
      return;
    }
    const bool moved = order_by_score(lines);
    order_ties(lines);
    store(lines, (moved || !rise) && rank_contradicts(lines), true);
    if (single_differs(lines)) {
      order_singly(lines);
      SingleOrder order{0, {}, {}};
      for (size_t i = 0; i < lines.size(); ++i) {
        order.ids.push_back(lines[i].id);
        order.tied.push_back(i > 0 && as_single(lines[i]) == as_single(lines[i - 1]));
      }
      file_.single.emplace_back(query_, std::move(order));
    }
  }

 private:
  void intern(Block& block, Reading& reading) {
    Lines& lines = block.lines;
    const DocKeys keys = lines.keys();
    bool repeated = false;
    {
      Busy held(query_->busy);
      if (query_->docs.size() == 0 && !lines.empty()) {  // other systems will add to what the first one retrieves
        query_->table.reserve(2 * lines.size());
        query_->docs.reserve(2 * lines.size(), 2 * lines.size() * lines[0].length);
      }
      const size_t first = std::min(kAhead, lines.size());
      for (size_t i = 0; i < first; ++i) query_->table.prefetch(keys[i]);
      for (size_t i = 0; i < lines.size(); ++i) {
        if (i + kAhead < lines.size()) query_->table.prefetch(keys[i + kAhead]);
        DocTable::Entry& entry = query_->table.find_or_add(keys[i], lines[i].text(), query_->docs);
        const bool again = entry.stamp == stamp_;
        entry.stamp = stamp_;
        lines[i].id = again ? kNone : static_cast<uint32_t>(entry.id);
        repeated |= again;
      }
    }
    if (!repeated) return;
    for (const Line& line : lines)
      if (line.id == kNone) note_duplicate(block, line, reading);
    lines.cut(static_cast<size_t>(
        std::remove_if(lines.begin(), lines.end(), [](const Line& line) { return line.id == kNone; }) - lines.begin()));
  }

  void store(const Lines& lines, bool contradicted, bool may_tie) {
    const size_t at = file_.ids.size();
    if (at + lines.size() > std::numeric_limits<uint32_t>::max())
      throw std::length_error("more than 4,294,967,295 lines in one run");
    file_.lists.push_back({query_, static_cast<uint32_t>(at), static_cast<uint32_t>(lines.size()), contradicted});
    file_.ids.resize(at + lines.size());
    file_.tied.resize(at + lines.size());
    for (size_t i = 0; i < lines.size(); ++i) file_.ids[at + i] = lines[i].id;
    if (may_tie)
      for (size_t i = 1; i < lines.size(); ++i) file_.tied[at + i] = lines[i].score == lines[i - 1].score;
    if (reader_.keep_scores_)
      for (const Line& line : lines) file_.scores.push_back(line.score);
  }

  RunsReader& reader_;
  File& file_;
  Query* query_ = nullptr;
  uint32_t stamp_ = 0;
  std::vector<uint8_t> seen_;  // [query index]
};

Reading RunsReader::read(size_t file, std::string_view text, RunColumns columns, OrderBy by) {
  Reading reading;
  Block block;
  Handler handler(*this, files_.at(file));
  walk_run(text, columns, by, reading, block, handler);
  return reading;
}

Reading RunsReader::add_list(size_t file, std::string_view query, const std::vector<std::string>& docs,
                             const std::vector<double>& scores) {
  Reading reading;
  reading.lines = docs.size();
  std::string text;  // padded copy: keys read eight bytes
  for (const std::string& doc : docs) text += doc;
  text.append(kPadding, ' ');
  Block block;
  block.start(query);
  size_t at = 0;
  for (size_t i = 0; i < docs.size(); ++i) {
    const auto number = static_cast<uint32_t>(i + 1);
    block.add(scores.at(i), {text.data() + at, docs[i].size()}, number, number);
    at += docs[i].size();
  }
  File added;
  Handler handler(*this, added);
  handler.block(block, reading);
  File& into = files_.at(file);
  for (List& list : added.lists) {
    list.begin += static_cast<uint32_t>(into.ids.size());
    list.contradicted = false;
    into.lists.push_back(list);
  }
  into.ids.insert(into.ids.end(), added.ids.begin(), added.ids.end());
  into.tied.insert(into.tied.end(), added.tied.begin(), added.tied.end());
  into.scores.insert(into.scores.end(), added.scores.begin(), added.scores.end());
  for (auto& order : added.single) into.single.push_back(std::move(order));
  return reading;
}

void RunsReader::pack(Query& query, const ListOf* first, const ListOf* last, Rankings& out) const {
  query.docs.shrink();
  out.docs = std::move(query.docs);
  out.width = out.docs.size() <= 0x100 ? 1 : out.docs.size() <= 0x10000 ? 2 : 4;
  size_t total = 0;
  for (const ListOf* next = first; next != last; ++next) {
    const auto& [system, list] = *next;
    total += list->length;
    __builtin_prefetch(&files_[system].ids[list->begin]);  // scattered over memory: all on their way before the first is used
    __builtin_prefetch(&files_[system].tied[list->begin]);
  }
  if (total > std::numeric_limits<uint32_t>::max())
    throw std::length_error("more than 4,294,967,295 documents retrieved for query " + query.name);
  out.packed.resize(total * out.width);
  out.tied.resize(total);
  out.start.assign(files_.size() + 1, 0);
  size_t at = 0;
  const ListOf* next = first;
  for (uint32_t system = 0; system < files_.size(); ++system) {
    out.start[system] = static_cast<uint32_t>(at);
    if (next == last || next->first != system) {
      if (keep_scores_) out.scores.add(nullptr, 0);
      continue;
    }
    const List& list = *next->second;
    const File& file = files_[system];
    for (uint32_t i = 0; i < list.length; ++i, ++at) {
      const uint32_t id = file.ids[list.begin + i];
      switch (out.width) {
        case 1: out.packed[at] = static_cast<uint8_t>(id); break;
        case 2: reinterpret_cast<uint16_t*>(out.packed.data())[at] = static_cast<uint16_t>(id); break;
        default: reinterpret_cast<uint32_t*>(out.packed.data())[at] = id;
      }
      if (file.tied[list.begin + i] != 0) out.tied[at] = true;
    }
    if (keep_scores_) out.scores.add(&file.scores[list.begin], list.length);
    if (list.contradicted) out.contradicted.push_back(system);
    ++next;
  }
  out.start[files_.size()] = static_cast<uint32_t>(at);
  out.scores.shrink();
}

std::shared_ptr<Runs> RunsReader::finish(std::vector<std::string> systems) {
  if (systems.size() != files_.size()) throw std::invalid_argument("one name a file is needed");
  std::vector<size_t> end(queries_.size() + 1, 0);  // of each query's lists, one place on: counted, then summed
  for (const File& file : files_)
    for (const List& list : file.lists) end[list.query->index + 1] += list.length > 0;
  std::partial_sum(end.begin(), end.end(), end.begin());
  std::vector<ListOf> lists(end.back());
  std::vector<size_t> at(end.begin(), end.end() - 1);
  for (uint32_t system = 0; system < files_.size(); ++system)
    for (const List& list : files_[system].lists)
      if (list.length > 0) lists[at[list.query->index]++] = {system, &list};
  std::vector<std::vector<SingleOrder>> single(queries_.size());
  for (uint32_t system = 0; system < files_.size(); ++system)
    for (auto& [query, order_of] : files_[system].single) {
      order_of.system = system;
      order_of.ids.shrink_to_fit();
      single[query->index].push_back(std::move(order_of));
    }
  auto runs = std::make_shared<Runs>();
  runs->systems = std::move(systems);
  for (uint32_t i : by_name(queries_.size(), [&](size_t place) -> std::string_view { return queries_[place].name; })) {
    poll();
    if (end[i] == end[i + 1]) continue;  // all its lines were rejected
    runs->rankings.emplace_back();
    pack(queries_[i], lists.data() + end[i], lists.data() + end[i + 1], runs->rankings.back());
    runs->rankings.back().single = std::move(single[i]);
    runs->queries.push_back(queries_[i].name);
  }
  runs->rankings.shrink_to_fit();
  files_.clear();
  index_.clear();
  queries_.clear();
#ifdef __GLIBC__
  malloc_trim(0);  // the reading's own memory goes back to the system
#endif
  return runs;
}

}  // namespace irassay
