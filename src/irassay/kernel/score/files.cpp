// Scores on the way: a run file is read, ordered and scored, and only its scores are kept.
#include "score/files.hpp"

#include <algorithm>
#include <stdexcept>

#include "score/repeated_docs.hpp"
#include "score/scores_met.hpp"

namespace irassay {

FileScorer::FileScorer(std::shared_ptr<const Qrels> qrels, std::vector<MeasureSpec> specs, size_t n_files, Ties ties,
                       QueryPolicy policy, Keep keep)
    : qrels_(std::move(qrels)),
      scorer_(*qrels_, std::move(specs)),
      ties_(ties),
      policy_(policy),
      keep_(keep),
      all_(scorer_.n_measures(), n_files, keep == Keep::queries ? counted_queries(*qrels_, policy) : std::vector<uint32_t>()),
      extra_(n_files, 0),
      own_(n_files),
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
    judged_.emplace_back(qrels_->labels[q]);
    own_keys_.push_back(doc_key_unpadded(qrels_->queries[q]));
  }
}

// What a thread keeps from file to file: memory that is already there, and which query followed which.
struct Scratch {
  Block block;
  Suspects suspects;
  SeenDocs seen;
  std::vector<Hit> hits;
  std::vector<uint32_t> next;  // [query + 1]: a guess that is checked
};

class FileScorer::Handler {
 public:
  static constexpr bool kRanks = false;  // nobody asks whether they contradict the scores

  Handler(const FileScorer& files, Scratch& scratch, Scored& out)
      : files_(files), scratch_(scratch), out_(out), fingerprints_(files.depths_), scores_met_(files.scorer_.n_measures()) {
    const size_t n_queries = files.judged_.size();
    if (scratch.next.size() != n_queries + 1) scratch.next.assign(n_queries + 1, 0);
    clear();
  }

  void restart() {
    clear();
    restarted_ = true;
  }

  bool seen(std::string_view name) {
    find(name);
    if (query_ == kNone) return !extra_.insert({std::string(name), true}).second;
    const bool before = met_[query_] != 0;
    met_[query_] = 1;
    return before;
  }

  void block(Block& block, Reading& reading) {
    if (restarted_) find(block.query);  // else `seen` was asked about it last
    Lines& lines = block.lines;
    take_out_repeated(block, reading);
    reading.used += lines.size();
    if (query_ == kNone) {
      ++out_.extra;
      return;
    }
    out_.own += has_own(lines);
    if (order(block)) lines.find_keys();
    const JudgedDocs& judged = files_.judged_[query_];
    scratch_.hits.resize(lines.size() + 1);
    Hit* const hits = scratch_.hits.data();
    const auto length = static_cast<uint32_t>(lines.size());
    const Answer answer{hits, judged.hits(lines, hits), length};
    out_.answered[query_] = length > 0;
    if (files_.counted_[query_] != 0) fingerprints_.add(query_, lines.keys());
    scores_met_.score(judged.grades_as_number(), answer, out_.values.data() + query_ * files_.scorer_.n_measures(),
                      [&](double* values) { files_.scorer_.score(query_, judged.grades(), answer, values); });
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

  void clear() {
    const size_t n_queries = files_.judged_.size();
    out_.values.assign(files_.scorer_.n_measures() * n_queries, 0.0);
    out_.answered.assign(n_queries, 0);
    out_.extra = 0;
    out_.own = 0;
    fingerprints_ = ListFingerprints(files_.depths_);
    met_.assign(n_queries, 0);
    extra_.clear();
    query_ = kNone;
  }

  void find(std::string_view name) {
    const size_t n_queries = files_.judged_.size();
    uint32_t& guess = scratch_.next[query_ == kNone ? n_queries : query_];
    if (guess < n_queries && is_query(guess, name)) {
      query_ = guess;
      prefetch();
      return;
    }
    const auto found = files_.index_.find(name);
    query_ = found == files_.index_.end() ? kNone : found->second;
    if (query_ != kNone) guess = query_;
  }

  // `name` has 8 readable bytes behind it.
  bool is_query(uint32_t q, std::string_view name) const {
    const std::string& query = files_.qrels_->queries[q];
    return query.size() == name.size() && files_.own_keys_[q] == doc_key(name) && (name.size() <= 8 || query == name);
  }

  // A query's labels lie scattered over memory: asked for while its lines, and those of the query before it, are parsed.
  void prefetch() const {
    files_.judged_[query_].prefetch();
    const uint32_t next = scratch_.next[query_];
    if (next >= files_.judged_.size()) return;
    __builtin_prefetch(&files_.judged_[next]);
    __builtin_prefetch(&files_.qrels_->queries[next]);
    __builtin_prefetch(&files_.own_keys_[next]);
  }

  // Whether the query's own document is among the lines.
  bool has_own(const Lines& lines) const {
    const uint64_t own = files_.own_keys_[query_];
    const DocKeys keys = lines.keys();
    bool is_met = false;
    for (const uint64_t key : keys) is_met |= key == own;
    const std::string_view name = files_.qrels_->queries[query_];
    return is_met && std::any_of(lines.begin(), lines.end(), [&](const Line& line) { return line.text() == name; });
  }

  // False where the lines stood in order.
  bool order(Block& block) const {
    if (block.distinct) return false;
    const bool moved = order_by_score(block.lines);
    return (files_.ties_ == Ties::float32 ? order_singly(block.lines) : order_ties(block.lines)) || moved;
  }

  void take_out_repeated(Block& block, Reading& reading) {
    Lines& lines = block.lines;
    const std::vector<uint32_t>& suspects = scratch_.suspects.among(lines.keys());
    if (suspects.empty()) return;
    scratch_.seen.start(suspects.size());
    bool repeated = false;
    for (const uint32_t i : suspects) {
      if (!scratch_.seen.again(i, lines)) continue;
      lines[i].id = kRepeated;
      repeated = true;
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
  ScoresMet scores_met_;
  uint32_t query_ = kNone;
  bool restarted_ = false;
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
  std::vector<Summary> totals;
  std::vector<double*> rows;  // [measure]
  for (size_t m = 0; m < n_measures; ++m) {
    totals.emplace_back(scorer_.formulas().specs()[m].aggregate);
    if (keep_ == Keep::queries) rows.push_back(all_.values.data() + (m * all_.n_systems + file) * n_queries);
  }
  for (size_t q = 0; q < n_queries; ++q) {
    const size_t of = all_.queries[q];
    const double* const values = scored.values.data() + of * n_measures;
    all_.answered[file * n_queries + q] = scored.answered[of];
    const bool is_counted = counts(policy_, scored.answered[of] != 0);
    if (is_counted)
      for (size_t m = 0; m < n_measures; ++m) totals[m].add(values[m]);  // side by side: no sum waits for another
    for (size_t m = 0; m < rows.size(); ++m) rows[m][q] = is_counted ? values[m] : kNotCounted;
  }
  for (size_t m = 0; m < n_measures; ++m) all_.summary[m * all_.n_systems + file] = totals[m].result();
  fingerprints_[file] = scored.fingerprints;
  extra_[file] = scored.extra;
  const auto answered = std::count_if(scored.answered.begin(), scored.answered.end(), [](uint8_t one) { return one != 0; });
  own_[file] = {scored.own, static_cast<uint64_t>(answered)};
}

}  // namespace irassay
