// What a stack's variants need of the lists: the hits that some variant calls relevant, for a stretch of queries at a time.
#pragma once

#include <cstdint>
#include <vector>

#include "collection/collection.hpp"
#include "variants/block.hpp"

namespace irassay {

constexpr uint64_t kStretch = 1 << 21;  // retrieved documents whose hits are held at once

// One query's hits for all systems.
struct QueryHits {
  std::vector<uint32_t> rows;      // documents that some variant calls relevant
  std::vector<RowHit> hits;
  std::vector<uint32_t> start;     // [system + 1]
  std::vector<uint32_t> n_retrieved;
  std::vector<uint32_t> order;        // systems, those with the same hits together
  std::vector<uint32_t> group;        // [group + 1]: where in `order` each such group starts
  Hits judged;                     // all judged hits, only where a measure needs them
};

// The first query after `first` where a stretch ends.
size_t stretch_end(const Runs& runs, const Join& join, size_t first);

// What a measure needs beside the relevant hits.
struct Needs {
  bool judged;   // all judged hits
  bool lengths;  // how many documents were retrieved: lists with the same hits are then not the same
};

void find_query_hits(const Stack& stack, const Runs& runs, const Join& join, size_t query, Ties ties, Needs needs,
                     QueryHits& out);

}  // namespace irassay
