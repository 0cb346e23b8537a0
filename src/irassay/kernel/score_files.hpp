// Scores on the way: a run file is read, ordered and scored, and only its scores are kept. Unjudged documents are never
// interned. Memory is one file a thread, the labels, and the scores.
#pragma once

#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "collection.hpp"
#include "doc_table.hpp"
#include "score.hpp"
#include "walk_run.hpp"

namespace irassay {

class FileScorer {
 public:
  FileScorer(std::shared_ptr<const Qrels> qrels, std::vector<MeasureSpec> specs, Ties ties);

  // What one file gave: values[measure * n_queries + query], and how many documents each query got (0: not answered).
  struct Scored {
    std::vector<double> values;
    std::vector<uint32_t> n_retrieved;
    uint64_t extra_queries = 0;  // answered, but without labels
    Reading reading;
  };
  // Safe to call from several threads.
  Scored read(std::string_view text, RunColumns columns, OrderBy by) const;

  size_t n_queries() const { return judged_.size(); }
  size_t n_measures() const { return scorer_.n_measures(); }

 private:
  // The judged documents of a query. `filter` holds a few bits a document and drops nearly all others without a branch.
  struct Judged {
    DocTable table;
    std::vector<uint64_t> filter;
    int shift = 0;
    bool may_hold(uint64_t key) const {
      const uint64_t bit = (key * 0x9E3779B97F4A7C15u) >> shift;
      return (filter[bit >> 6] >> (bit & 63)) & 1;
    }
  };
  class Handler;

  std::shared_ptr<const Qrels> qrels_;
  Scorer scorer_;
  Ties ties_;
  std::vector<Judged> judged_;
  std::unordered_map<std::string_view, uint32_t> index_;
};

}  // namespace irassay
