// Scores that need not be computed again: those of a list that holds at most one of a query's few labelled documents. Where queries
// have about one label each, nearly every list is one of a handful of such.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "collection/collection.hpp"

namespace irassay {

// For one set of measures.
class ScoresMet {
 public:
  explicit ScoresMet(size_t n_measures)
      : n_measures_(n_measures), known_(kSlots, Case{kNoLabels, 0}), values_(new double[kSlots * n_measures]) {}

  // Writes one value a measure for a list under labels that are `labels` (see JudgedDocs::grades_as_number); `compute(values)` is
  // asked where they aren't known.
  template <class Compute>
  void score(uint64_t labels, const Answer& answer, double* out, Compute compute) {
    if (labels == kNoLabels || answer.n_hits > 1) return compute(out);
    const Hit hit = answer.n_hits == 0 ? Hit{0, kNone} : answer.hits[0];
    const Case met{labels << 8 | (hit.column & 0xFF), uint64_t{hit.rank} << 32 | answer.n_retrieved};
    const size_t slot = ((met.labels ^ met.list * 0x9E3779B97F4A7C15u) * 0xBF58476D1CE4E5B9u) >> (64 - kBits);
    double* const values = &values_[slot * n_measures_];
    if (!(known_[slot] == met)) {
      compute(values);
      known_[slot] = met;
    }
    std::copy_n(values, n_measures_, out);
  }

  static constexpr uint64_t kNoLabels = ~uint64_t{0};  // labels that are too many for a number

 private:
  static constexpr int kBits = 8;
  static constexpr size_t kSlots = size_t{1} << kBits;

  struct Case {
    uint64_t labels;  // and which of them is hit
    uint64_t list;    // where, and how long it is
    bool operator==(const Case& other) const { return labels == other.labels && list == other.list; }
  };
  size_t n_measures_;
  std::vector<Case> known_;
  std::unique_ptr<double[]> values_;  // [slot][measure]
};

}  // namespace irassay
