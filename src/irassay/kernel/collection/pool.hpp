// Depth-k pools: the documents that some list has among its first k, and which list has which at what rank.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "collection/collection.hpp"

namespace irassay {

// Documents by query, then by id in byte order. Document i's finders are start[i] .. start[i + 1], by system.
struct Pooled {
  std::vector<uint32_t> query;  // [document] -> index into Runs::queries
  std::vector<std::string> doc;
  std::vector<uint32_t> start;
  std::vector<uint32_t> system;
  std::vector<uint32_t> rank;   // from 1
};

Pooled pool(const Runs& runs, uint32_t depth, Ties ties);

}  // namespace irassay
