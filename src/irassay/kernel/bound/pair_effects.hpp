// What one label would do to the differences of given pairs, whichever way it moves them.
#pragma once

#include <string>
#include <vector>

#include "bound/completion.hpp"
#include "bound/row.hpp"

namespace irassay {

// Documents without a label that stand above the measure's depth in some list and move the difference of some pair.
struct PairEffects {
  std::vector<uint32_t> query;
  std::vector<std::string> doc;
  std::vector<double> effect;       // largest change of a pair's difference on this query, were it alone labelled with the top grade
  std::vector<double> lead, fall;   // sums over pairs of what it adds to the first system's lead, or takes from it
  std::vector<uint32_t> best_rank;  // from 1, over all systems
  std::vector<uint32_t> n_runs;     // that have it above the depth
};

// Queries first .. last - 1, in order; pairs are a[i], b[i].
PairEffects pair_effects(const Qrels& qrels, const Runs& runs, const Join& join, Task task, const std::vector<uint32_t>& a,
                         const std::vector<uint32_t>& b, uint32_t first, uint32_t last);

}  // namespace irassay
