// Average precision under completions: what each system's sum of precisions can be, by how many documents become relevant.
//
// The sum of precisions of a list is a sum over relevant documents of 1 / rank and over pairs of them of 1 / the lower rank. So a
// new relevant document adds a part of its own (against the judged ones) and a part for each other new one.
#pragma once

#include <vector>

#include "bound/completion.hpp"

namespace irassay {

struct AverageTables {
  uint32_t n_relevant = 0;                    // judged
  std::vector<double> judged;                 // [system] sum of precisions of the judged documents
  std::vector<double> own_of;                 // [doc * n_columns + system] what a document adds by itself
  std::vector<uint32_t> start;                // [system + 1] into the tables below, n_holes + 1 entries a system
  std::vector<double> inverse;                // [m] 1 / (n_relevant + m)
  std::vector<double> top, bottom;            // [m] greatest and least sum with m of the list's unjudged documents relevant
  std::vector<double> pairs_top, pairs_bottom;  // [m] of it what pairs of new ones give

  void fill(const Task& task, const QueryHoles& query);
  const double* of(const std::vector<double>& table, uint32_t system) const { return table.data() + start[system]; }
};

// Numbers put together by size: how many and their sum.
struct Buckets {
  std::vector<uint32_t> count;
  std::vector<double> sum;

  void clear(uint32_t n) {
    count.assign(n, 0);
    sum.assign(n, 0.0);
  }
  void add(uint32_t bucket, double value) {
    ++count[bucket];
    sum[bucket] += value;
  }
};

struct AverageScratch {
  Buckets own_buckets, place_buckets;
  std::vector<double> own_tile, place_tile;
  std::vector<double> own;    // [m] no less than the sum of the m largest differences of what documents add by themselves
  std::vector<double> place;  // [m] the same for differences of 1 / rank
};

// out[b]: AP of a - AP of b exceeds it in no completion; it is reached where a or b is the empty system.
void average_row(const Task& task, const QueryHoles& query, const AverageTables& tables, uint32_t a, AverageScratch& scratch,
                 double* out);

// Looks for a completion with a large AP of a - AP of b; returns the largest difference met, the plain one among them.
class AverageWitness {
 public:
  double seek(const Task& task, const QueryHoles& query, const AverageTables& tables, uint32_t a, uint32_t b);

 private:
  double sum_of_precisions(const QueryHoles& query, uint32_t system) const;

  std::vector<std::pair<double, uint32_t>> order_;
  std::vector<uint8_t> relevant_;  // [doc]
};

}  // namespace irassay
