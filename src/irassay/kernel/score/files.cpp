// Scores on the way: a run file is read, ordered and scored, and only its scores are kept.
#include "score/files.hpp"

#include <algorithm>
#include <stdexcept>

namespace irassay {

namespace {

// Documents met in one block, for finding those met twice. Emptied by moving on to the next stamp.
class SeenDocs {
 public:
  void start(size_t n) {
    if (slots_.size() < 2 * n) {
      size_t size = 64;
      bits_ = 6;
      while (size < 4 * n) {
        size *= 2;
        ++bits_;
      }
      slots_.assign(size, Slot{0, 0, 0});
      stamp_ = 0;
    }
    if (++stamp_ == 0) {
      std::fill(slots_.begin(), slots_.end(), Slot{0, 0, 0});
      stamp_ = 1;
    }
  }
  // True where lines[i] repeats an earlier line.
  bool again(uint64_t key, uint32_t i, const Lines& lines) {
    const size_t mask = slots_.size() - 1;
    for (size_t at = (key * 0x9E3779B97F4A7C15u) >> (64 - bits_);; at = (at + 1) & mask) {
      Slot& slot = slots_[at];
      if (slot.stamp != stamp_) {
        slot = {key, stamp_, i};
        return false;
      }
      if (slot.key == key && lines[slot.line].text() == lines[i].text()) return true;
    }
  }

 private:
  struct Slot {
    uint64_t key;
    uint32_t stamp;
    uint32_t line;
  };
  std::vector<Slot> slots_;
  int bits_ = 6;
  uint32_t stamp_ = 0;
};

}  // namespace

FileScorer::FileScorer(std::shared_ptr<const Qrels> qrels, std::vector<MeasureSpec> specs, size_t n_files, Ties ties,
                       QueryPolicy policy, Keep keep)
    : qrels_(std::move(qrels)),
      scorer_(*qrels_, std::move(specs)),
      ties_(ties),
      policy_(policy),
      keep_(keep),
      all_(scorer_.n_measures(), n_files, keep == Keep::queries ? counted_queries(*qrels_, policy) : std::vector<uint32_t>()),
      extra_(n_files, 0),
      counted_(qrels_->queries.size(), 0),
      fingerprints_(n_files) {
  for (uint32_t q : counted_queries(*qrels_, policy)) counted_[q] = 1;
  // A measure that drops unjudged documents looks further down than its depth.
  for (const MeasureSpec& spec : scorer_.formulas().specs())
    depths_.push_back(spec.judged_only ? kWholeList : spec.depth);
  std::sort(depths_.begin(), depths_.end());
  depths_.erase(std::unique(depths_.begin(), depths_.end()), depths_.end());
  if (keep == Keep::summary) {
    all_.queries = counted_queries(*qrels_, policy);
    all_.answered.resize(n_files * all_.queries.size());
  }
  judged_.reserve(qrels_->queries.size());
  for (uint32_t q = 0; q < qrels_->queries.size(); ++q) {
    index_.emplace(qrels_->queries[q], q);
    judged_.emplace_back(qrels_->labels[q].docs);
  }
}

// What a thread keeps from file to file: memory that is already there, and which query followed which.
struct Scratch {
  Block block;
  SeenDocs seen;
  std::vector<uint64_t> keys;
  std::vector<Hit> hits;
  std::vector<uint32_t> next;  // [query + 1]: a guess that is checked
};

class FileScorer::Handler {
 public:
  static constexpr bool kRanks = false;  // nobody asks whether they contradict the scores

  Handler(const FileScorer& files, Scratch& scratch, Scored& out)
      : files_(files), scratch_(scratch), out_(out), fingerprints_(files.depths_) {
    const size_t n_queries = files.judged_.size();
    if (scratch.next.size() != n_queries + 1) scratch.next.assign(n_queries + 1, 0);
    restart();
  }

  void restart() {
    const size_t n_queries = files_.judged_.size();
    out_.values.assign(files_.scorer_.n_measures() * n_queries, 0.0);
    out_.answered.assign(n_queries, 0);
    out_.extra = 0;
    fingerprints_ = ListFingerprints(files_.depths_);
    met_.assign(n_queries, 0);
    extra_.clear();
    query_ = kNone;
  }

  bool seen(std::string_view name) {
    find(name);
    if (query_ == kNone) return !extra_.insert({std::string(name), true}).second;
    const bool before = met_[query_] != 0;
    met_[query_] = 1;
    return before;
  }

  void block(Block& block, Reading& reading) {
    if (query_ == kNone || files_.qrels_->queries[query_] != block.query) find(block.query);
    look_up(block, reading);
    reading.used += block.lines.size();
    if (query_ == kNone) {
      ++out_.extra;
      return;
    }
    if (!block.distinct) {
      order_by_score(block.lines);
      if (files_.ties_ == Ties::float32)
        order_singly(block.lines);
      else
        order_ties(block.lines);
    }
    scratch_.hits.clear();
    for (uint32_t rank = 0; rank < block.lines.size(); ++rank)
      if (block.lines[rank].id != kNone) scratch_.hits.push_back({rank, block.lines[rank].id});
    const auto length = static_cast<uint32_t>(block.lines.size());
    out_.answered[query_] = length > 0;
    if (files_.counted_[query_] != 0) fingerprints_.add(query_, block.lines);
    files_.scorer_.score(query_, {scratch_.hits.data(), static_cast<uint32_t>(scratch_.hits.size()), length},
                         out_.values.data() + query_ * files_.scorer_.n_measures());
  }

  // A query that the run leaves out is an empty list: not every measure gives it 0.
  void finish() {
    out_.fingerprints = fingerprints_.fingerprints();
    for (size_t q = 0; q < out_.answered.size(); ++q)
      if (out_.answered[q] == 0)
        files_.scorer_.score(q, {nullptr, 0, 0}, out_.values.data() + q * files_.scorer_.n_measures());
  }

 private:
  static constexpr uint32_t kRepeated = kNone - 1;

  void find(std::string_view name) {
    const size_t n_queries = files_.judged_.size();
    uint32_t& guess = scratch_.next[query_ == kNone ? n_queries : query_];
    if (guess < n_queries && files_.qrels_->queries[guess] == name) {
      query_ = guess;
      prefetch();
      return;
    }
    const auto found = files_.index_.find(name);
    query_ = found == files_.index_.end() ? kNone : found->second;
    if (query_ != kNone) guess = query_;
  }

  // A query's labels lie scattered over memory: asked for while its lines, and those of the query before it, are parsed.
  void prefetch() const {
    files_.judged_[query_].prefetch();
    __builtin_prefetch(files_.qrels_->labels[query_].grades.data());
    const char* constants = reinterpret_cast<const char*>(files_.scorer_.constants(query_));
    for (size_t at = 0; at < files_.scorer_.n_measures() * sizeof(Constant); at += 64) __builtin_prefetch(constants + at);
    const uint32_t next = scratch_.next[query_];
    if (next >= files_.judged_.size()) return;
    __builtin_prefetch(&files_.judged_[next]);
    __builtin_prefetch(reinterpret_cast<const char*>(&files_.judged_[next] + 1) - 1);
    __builtin_prefetch(&files_.qrels_->queries[next]);
    __builtin_prefetch(&files_.qrels_->labels[next]);
    __builtin_prefetch(reinterpret_cast<const char*>(&files_.qrels_->labels[next] + 1) - 1);
  }

  void look_up(Block& block, Reading& reading) {
    Lines& lines = block.lines;
    scratch_.seen.start(lines.size());
    scratch_.keys.resize(lines.size());
    bool repeated = false;
    for (uint32_t i = 0; i < lines.size(); ++i) {
      const uint64_t key = doc_key(lines[i].text());
      scratch_.keys[i] = key;
      const bool again = scratch_.seen.again(key, i, lines);
      lines[i].id = again ? kRepeated : kNone;
      repeated |= again;
    }
    if (query_ != kNone) {
      const JudgedDocs& judged = files_.judged_[query_];
      const Vocabulary& docs = files_.qrels_->labels[query_].docs;
      for (uint32_t i = 0; i < lines.size(); ++i)
        if (lines[i].id != kRepeated) lines[i].id = judged.find(scratch_.keys[i], lines[i].text(), docs);
    }
    if (!repeated) return;
    for (const Line& line : lines)
      if (line.id == kRepeated) note_duplicate(block, line, reading);
    lines.cut(static_cast<size_t>(
        std::remove_if(lines.begin(), lines.end(), [](const Line& line) { return line.id == kRepeated; }) - lines.begin()));
  }

  const FileScorer& files_;
  Scratch& scratch_;
  Scored& out_;
  ListFingerprints fingerprints_;
  uint32_t query_ = kNone;
  std::vector<uint8_t> met_;
  std::unordered_map<std::string, bool> extra_;
};

Reading FileScorer::read(size_t file, std::string_view text, RunColumns columns, OrderBy by) {
  thread_local Scratch scratch;
  Scored scored;
  Reading reading;
  Handler handler(*this, scratch, scored);
  walk_run(text, columns, by, reading, scratch.block, handler);
  handler.finish();
  take(file, scored);
  return reading;
}

std::vector<uint32_t> FileScorer::same_lists(uint32_t depth) const {
  const auto at = std::lower_bound(depths_.begin(), depths_.end(), depth);
  if (at == depths_.end() || *at != depth) throw std::invalid_argument("no measure has this depth");
  const auto d = static_cast<size_t>(at - depths_.begin());
  std::vector<uint32_t> first(fingerprints_.size());
  for (uint32_t file = 0; file < first.size(); ++file) {
    first[file] = file;
    for (uint32_t other = 0; other < file; ++other)
      if (!fingerprints_[file].empty() && !fingerprints_[other].empty() && fingerprints_[other][d] == fingerprints_[file][d]) {
        first[file] = other;
        break;
      }
  }
  return first;
}

void FileScorer::take(size_t file, const Scored& scored) {
  const size_t n_measures = scorer_.n_measures();
  const size_t n_queries = all_.queries.size();
  Evaluation one(n_measures, 1, all_.queries);
  for (size_t q = 0; q < n_queries; ++q) {
    const size_t of = all_.queries[q];
    one.answered[q] = scored.answered[of];
    for (size_t m = 0; m < n_measures; ++m) one.value(m, 0, q) = scored.values[of * n_measures + m];
  }
  one.summarise(scorer_.formulas().specs(), policy_);
  std::copy(one.answered.begin(), one.answered.end(), all_.answered.begin() + static_cast<ptrdiff_t>(file * n_queries));
  for (size_t m = 0; m < n_measures; ++m) {
    all_.summary[m * all_.n_systems + file] = one.summary[m];
    if (keep_ == Keep::queries && n_queries > 0) std::copy_n(&one.value(m, 0, 0), n_queries, &all_.value(m, file, 0));
  }
  fingerprints_[file] = scored.fingerprints;
  extra_[file] = scored.extra;
}

}  // namespace irassay
