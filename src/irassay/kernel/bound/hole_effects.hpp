// What one missing label would do: to each system's score, and so to the pairs that missing labels leave open.
#pragma once

#include <string>
#include <vector>

#include "bound/completion.hpp"
#include "bound/row.hpp"

namespace irassay {

constexpr uint32_t kDocsAPoll = 64;  // documents between two questions whether to go on

// Documents without a label that stand above the measure's depth in some list and help one system of some open pair more than the other.
struct HoleEffects {
  std::vector<uint32_t> query;
  std::vector<std::string> doc;
  std::vector<uint32_t> pairs;      // open pairs whose trailing system has it higher than the leading one
  std::vector<double> effect;       // largest change of a leader's difference to another system on this query, were the
                                    // document alone labelled with the top grade
  std::vector<uint32_t> best_rank;  // from 1, over all systems
  std::vector<uint32_t> n_runs;     // that have it above the depth
};

// The pairs that missing labels leave open, and the systems that leaders are compared with.
struct OpenPairs {
  std::vector<uint32_t> ahead, behind;
  std::vector<uint32_t> leaders;
  std::vector<uint32_t> among;
};

// One query, and what a single label would do in it.
struct QueryLabels {
  QueryHoles holes;
  Sums sums;
  std::vector<double> plain;                // [system] the scores with the labels there are
  std::vector<uint32_t> best_rank, n_runs;  // [document] from 1, over all systems; how many have it
  std::vector<double> added, change;        // [system] what the label adds to what the score is made of, and to the score

  void open(const Task& task, const Qrels& qrels, const Runs& runs, const Join& join, uint32_t q);
  void give(const Task& task, uint32_t doc);  // the top grade; fills `added` and `change`
};

// Throw std::invalid_argument for a system that is not there, and for pairs of unequal lists.
void check_systems(const std::vector<uint32_t>& systems, size_t n_systems);
void check_pairs(const std::vector<uint32_t>& a, const std::vector<uint32_t>& b, size_t n_systems);

// Queries first .. last - 1, in order; documents by best rank, then by the systems' order.
HoleEffects hole_effects(const Qrels& qrels, const Runs& runs, const Join& join, Task task, const OpenPairs& open, uint32_t first,
                         uint32_t last);

}  // namespace irassay
