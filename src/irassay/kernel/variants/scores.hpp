// All systems' scores under every variant of a label set.
#pragma once

#include <cstdint>
#include <vector>

#include "collection/collection.hpp"
#include "score/evaluate.hpp"
#include "score/score.hpp"

namespace irassay {

// A stack's scores. A variant is scored as its labels alone would be: a query without a label in it doesn't count there.
struct StackEvaluation {
  size_t n_measures = 0, n_variants = 0, n_systems = 0, n_queries = 0;
  std::vector<double> summary;    // [measure][variant][system]
  std::vector<double> values;     // [measure][variant][system][query], NaN where a query doesn't count; empty if not kept
  std::vector<uint8_t> answered;  // [system][query]
};

StackEvaluation evaluate_stack(const Stack& stack, const Runs& runs, const Join& join,
                               const std::vector<MeasureSpec>& specs, Ties ties, QueryPolicy policy, unsigned threads,
                               bool keep_values);

}  // namespace irassay
