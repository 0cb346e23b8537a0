// What is odd about lists beside the labels: counts and ranges for the preflight. No threshold and no word is here.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "collection/collection.hpp"

namespace irassay {

// One system's lists for the queries of the qrels, to a depth.
struct Coverage {
  uint32_t answered = 0;        // queries of the qrels that the run has
  uint64_t retrieved = 0;       // documents in those lists
  uint64_t judged = 0;          // of them with a label
  uint64_t top = 0;             // documents to the depth
  uint64_t top_judged = 0;
  uint32_t shortest = 0;        // list lengths
  uint32_t median = 0;
  uint32_t longest = 0;
  uint32_t short_lists = 0;     // lists that end before the depth
};
std::vector<Coverage> coverage(const Qrels& qrels, const Runs& runs, const Join& join, uint32_t depth);

// Documents of the longest list for a query of the qrels.
uint32_t longest_list(const Runs& runs, const Join& join);

// How many labels with a grade of `rel` or more are in some run's list, of how many.
std::pair<uint64_t, uint64_t> labels_retrieved(const Qrels& qrels, const Runs& runs, const Join& join, int rel);

// How many of each system's lists for the queries of the qrels, with `least` documents or more, are sorted by document id.
std::vector<uint32_t> lists_in_id_order(const Runs& runs, const Join& join, uint32_t least);

// For each system the first system with the same documents in the same order, to a depth, on every query (of the qrels, if
// `join` is given; of them those in `counted`, if that is given). Systems without any list are only like themselves.
std::vector<uint32_t> same_lists(const Runs& runs, const Join* join, uint32_t depth, Ties ties,
                                 const std::vector<uint32_t>* counted = nullptr);

}  // namespace irassay
