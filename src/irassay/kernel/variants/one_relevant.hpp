// Stacks in which every query has at most one relevant document in each variant, as when one is drawn at a time: a score is
// then a look-up by the document's rank.
#pragma once

#include <cstdint>
#include <vector>

#include "collection/collection.hpp"
#include "score/score.hpp"
#include "variants/scores.hpp"

namespace irassay {

// Which document each variant draws for each query.
struct Draws {
  static constexpr uint32_t kNothing = 0;       // no relevant document: the first entry
  std::vector<std::vector<uint32_t>> documents;  // [query][entry - 1]: place among the labels
  std::vector<std::vector<int8_t>> grades;       // [query][entry - 1]
  std::vector<std::vector<uint16_t>> entry;      // [query][variant]
  std::vector<std::vector<uint8_t>> labelled;    // [query][variant], and padding: 1 where there is a label
};

// Whether the stack is of that kind, and then its draws.
bool find_draws(const Stack& stack, unsigned threads, Draws& out);

// The same sums as evaluate_stack's, for measures that need only the relevant documents; `keep_values` isn't offered.
StackEvaluation evaluate_draws(const Stack& stack, const Draws& draws, const Runs& runs, const Join& join,
                               const Formulas& formulas, Ties ties, QueryPolicy policy, unsigned threads);

}  // namespace irassay
