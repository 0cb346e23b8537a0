// How far the labels reach into the runs: documents with and without a label by rank, and relevant ones that only one
// group of systems found. Counts only; shares and words are made elsewhere.
#pragma once

#include <cstdint>
#include <vector>

#include "collection/collection.hpp"

namespace irassay {

struct Reach {
  std::vector<std::vector<uint64_t>> retrieved;  // [system][band of ranks]
  std::vector<std::vector<uint64_t>> judged;     // [system][band]
  uint64_t unjudged = 0;                         // distinct (query, document) to the depth
  std::vector<uint64_t> alone;                   // [group]: relevant documents to the depth that no other group has there
  std::vector<uint64_t> alone_high;              // of them at or above the higher grade
};

struct ReachQuestion {
  std::vector<uint32_t> ends;   // band b holds ranks ends[b - 1] .. ends[b], from 0, half open
  uint32_t depth;
  std::vector<uint32_t> group;  // [system]
  uint32_t n_groups;
  int rel;
  int high;
  Ties ties;
};

Reach reach(const Qrels& qrels, const Runs& runs, const Join& join, const ReachQuestion& ask);

}  // namespace irassay
