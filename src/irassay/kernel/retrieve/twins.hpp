// Ids that stand twice in an index.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "retrieve/shard.hpp"

namespace irassay {

// An id that two passages have; "" where there is none. Takes about `memory` bytes, and walks the ids again for each
// `memory` bytes that all of their hashes would take.
std::string twin_id(const std::vector<std::shared_ptr<const Shard>>& shards, uint64_t memory);

}  // namespace irassay
