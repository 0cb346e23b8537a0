// A fingerprint of a system's lists: two systems with the same one retrieved the same documents in the same order, to a depth,
// on the same queries. 128 bits, so that different lists agree by chance never in practice. Queries may come in any order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "read/order.hpp"

namespace irassay {

using Fingerprint = std::pair<uint64_t, uint64_t>;

class ListFingerprints {
 public:
  // Depths ascending and distinct.
  explicit ListFingerprints(const std::vector<uint32_t>& depths)
      : depths_(&depths), fingerprints_(depths.size(), Fingerprint{0, 0}) {}

  // One more query's list as its documents' keys, best first. An empty list leaves the fingerprint as it is.
  void add(uint32_t query, const DocKeys& keys) {
    // Every fourth document goes into the same state: four chains of multiplications run side by side.
    Fingerprint states[kLanes];
    for (uint32_t lane = 0; lane < kLanes; ++lane) states[lane] = {kLanes * query + lane + 1, ~(kLanes * uint64_t{query} + lane)};
    size_t rank = 0;
    size_t in_list = 0;  // documents that `list` tells of
    Fingerprint list{0, 0};
    for (size_t d = 0; d < fingerprints_.size(); ++d) {
      const size_t end = std::min<size_t>((*depths_)[d], keys.size());
      for (; rank < end && rank % kLanes != 0; ++rank) take(keys[rank], states[rank % kLanes]);
      for (; rank + kLanes <= end; rank += kLanes)
        for (size_t lane = 0; lane < kLanes; ++lane) take(keys[rank + lane], states[lane]);
      for (; rank < end; ++rank) take(keys[rank], states[rank % kLanes]);
      if (rank != in_list) {  // most lists end above the next depth
        in_list = rank;
        list = {rank, ~rank};
        for (const auto& [first, second] : states) {
          list.first = mixed(list.first ^ first, 0x9E3779B97F4A7C15u);
          list.second = mixed(list.second + second, 0xD6E8FEB86659FD93u);
        }
      }
      fingerprints_[d].first += list.first;
      fingerprints_[d].second += list.second;
    }
  }

  const std::vector<Fingerprint>& fingerprints() const { return fingerprints_; }

 private:
  static constexpr size_t kLanes = 4;
  static void take(uint64_t key, Fingerprint& state) {
    state.first = mixed(state.first ^ key, 0xBF58476D1CE4E5B9u);
    state.second = mixed(state.second + key, 0x94D049BB133111EBu);
  }
  static uint64_t mixed(uint64_t x, uint64_t factor) {
    x *= factor;
    return x ^ (x >> 32);
  }
  const std::vector<uint32_t>* depths_;
  std::vector<Fingerprint> fingerprints_;  // [depth]
};

}  // namespace irassay
