// Where the runs have each label: which group of systems alone has it to a depth, and its best rank. Facts of each label
// only; what is dropped or counted because of them is decided elsewhere.
#pragma once

#include <cstdint>
#include <vector>

#include "collection/collection.hpp"

namespace irassay {

struct Places {
  std::vector<int32_t> finder;      // [label]: the one group that has it to the depth; -1: none, -2: several
  std::vector<int32_t> best;        // [label]: its best rank over all systems, from 1; 0 where nobody returns it
  std::vector<int32_t> unjudged;    // best ranks of documents without a label, query by query
  std::vector<int32_t> n_unjudged;  // [query]
};

// group[system].
Places label_places(const Qrels& qrels, const Runs& runs, const Join& join, const std::vector<uint32_t>& group, uint32_t depth,
                    Ties ties);

}  // namespace irassay
