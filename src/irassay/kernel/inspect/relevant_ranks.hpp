// The rank of each relevant document in each group of systems: what any pool of some of them to some depth would find.
// And how many of a picked subset of them have each. Facts only; shares and expectations are made elsewhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "collection/collection.hpp"

namespace irassay {

struct RelevantRanks {
  std::vector<int32_t> query;  // [relevant]
  std::vector<int32_t> ranks;  // [relevant][group]: the best of its systems', from 1; 0 where none has it to the depth
};

struct RanksQuestion {
  std::vector<uint32_t> group;  // [system]
  uint32_t n_groups;
  int rel;
  uint32_t depth;
  Ties ties;
};

RelevantRanks relevant_ranks(const Qrels& qrels, const Runs& runs, const Join& join, const RanksQuestion& ask);

// Cells that stand somewhere else: cells[row * columns + column].
template <class T>
struct Table {
  const T* cells;
  size_t rows;
  size_t columns;
};

// [draw][k]: how many documents exactly k of the picked groups have to the depth, each as many times as its query counts.
// ranks[document][group] and query[document] as in RelevantRanks, picked[draw][group], times[draw][query].
std::vector<int64_t> subset_finders(const Table<int32_t>& ranks, const int32_t* query, int depth, const Table<uint8_t>& picked,
                                    const Table<uint32_t>& times);

}  // namespace irassay
