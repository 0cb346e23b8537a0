// Equal scores: how many there are, and what their order could make of each summary. For the preflight, without a threshold.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "collection/collection.hpp"
#include "score/score.hpp"
#include "score/subtopics.hpp"

namespace irassay {

// Equal scores in one system's lists for the queries of the qrels.
struct TieCount {
  uint64_t tied = 0;       // documents that share their score with another
  uint64_t top_tied = 0;   // of them to the depth
  uint32_t lists = 0;      // lists with a tie that touches the depth
  uint32_t flat = 0;       // lists of two documents or more with one score only
  uint32_t merged = 0;     // lists whose order or ties change when scores are read as 32-bit floats
};
std::vector<TieCount> count_ties(const Runs& runs, const Join& join, uint32_t depth, Ties ties);

// Least, present and greatest summary that a system can have when documents of equal score are put in any order.
using Swing = std::array<double, 3>;
// [system][measure]. Attained by putting the better labels last, or first, in each group of equal scores.
std::vector<std::vector<Swing>> tie_swings(const Runs& runs, const Join& join, const Qrels& qrels, const Scorer& scorer,
                                           Ties ties, const Subtopics* subtopics);

}  // namespace irassay
