// Scores on the way: a run file is read, ordered and scored, and only its scores are kept. Unjudged documents are never
// interned. Memory is one file a thread, the labels, and the scores (with Keep::summary only what the queries come to).
#pragma once

#include <memory>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "collection/collection.hpp"
#include "machine/interrupt.hpp"
#include "read/run_blocks.hpp"
#include "score/evaluate.hpp"
#include "score/fingerprint.hpp"
#include "score/judged_docs.hpp"
#include "score/score.hpp"

namespace irassay {

enum class Keep : uint8_t { queries, summary };

class FileScorer {
 public:
  FileScorer(std::shared_ptr<const Qrels> qrels, std::vector<MeasureSpec> specs, size_t n_files, Ties ties,
             QueryPolicy policy, Keep keep);

  // Reads and scores file number `file`. Safe to call from several threads for different files.
  Reading read(size_t file, std::string_view text, RunColumns columns, OrderBy by);
  // Whoever reads now, or later, leaves by an exception.
  Watch& watch() { return watch_; }
  // All scores so far; values are empty unless they are kept.
  const Evaluation& scores() const { return all_; }
  // Queries that some file answers and the labels don't have, by file.
  // Throws std::out_of_range where there is no file of this number.
  void check(size_t file) const {
    if (file >= fingerprints_.size()) throw std::out_of_range("no file of this number");
  }
  const std::vector<uint64_t>& extra_queries() const { return extra_; }
  // By file: labelled queries whose own document, the one with the query's id, is in the list; and those that are answered.
  const std::vector<std::pair<uint64_t, uint64_t>>& own_documents() const { return own_; }
  // For each file the first one whose lists are the same to `depth` (kWholeList: all of them) on the counted queries.
  // `depth` is that of some measure.
  std::vector<uint32_t> same_lists(uint32_t depth) const;

 private:
  // One file's scores: values[query of the labels * n_measures + measure].
  struct Scored {
    std::vector<double> values;
    std::vector<uint8_t> answered;
    std::vector<Fingerprint> fingerprints;
    uint64_t extra = 0;
    uint64_t own = 0;
  };
  void take(size_t file, const Scored& scored);
  class Handler;

  Watch watch_;
  std::shared_ptr<const Qrels> qrels_;
  Scorer scorer_;
  Ties ties_;
  QueryPolicy policy_;
  Keep keep_;
  Evaluation all_;
  std::vector<uint64_t> extra_;
  std::vector<std::pair<uint64_t, uint64_t>> own_;
  std::vector<uint8_t> counted_;               // [query of the labels]
  std::vector<uint32_t> depths_;               // of the measures, ascending
  std::vector<std::vector<Fingerprint>> fingerprints_;  // [file][depth]
  std::vector<JudgedDocs> judged_;        // [query of the labels]
  std::vector<uint64_t> own_keys_;        // [query of the labels]: the key of the document with the query's id
  std::unordered_map<std::string_view, uint32_t> index_;
};

}  // namespace irassay
