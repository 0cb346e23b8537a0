// A fingerprint of a system's lists: two systems with the same one retrieved the same documents in the same order, to a depth,
// on the same queries. 128 bits, so that different lists agree by chance never in practice. Queries may come in any order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "collection/doc_table.hpp"
#include "read/order.hpp"

namespace irassay {

using Fingerprint = std::pair<uint64_t, uint64_t>;

class ListFingerprints {
 public:
  // Depths ascending and distinct.
  explicit ListFingerprints(const std::vector<uint32_t>& depths)
      : depths_(&depths), fingerprints_(depths.size(), Fingerprint{0, 0}) {}

  // One more query's list, best first. An empty list leaves the fingerprint as it is.
  void add(uint32_t query, const Lines& lines) {
    Fingerprint state{query + 1, ~uint64_t{query}};
    size_t rank = 0;
    for (size_t d = 0; d < fingerprints_.size(); ++d) {
      for (const size_t end = std::min<size_t>((*depths_)[d], lines.size()); rank < end; ++rank) {
        const uint64_t key = doc_key(lines[rank].text());
        state.first = mixed(state.first ^ key, 0xBF58476D1CE4E5B9u);
        state.second = mixed(state.second + key, 0x94D049BB133111EBu);
      }
      if (rank == 0) continue;
      fingerprints_[d].first += mixed(state.first, 0x9E3779B97F4A7C15u);
      fingerprints_[d].second += mixed(state.second, 0xD6E8FEB86659FD93u);
    }
  }

  const std::vector<Fingerprint>& fingerprints() const { return fingerprints_; }

 private:
  static uint64_t mixed(uint64_t x, uint64_t factor) {
    x *= factor;
    return x ^ (x >> 32);
  }
  const std::vector<uint32_t>* depths_;
  std::vector<Fingerprint> fingerprints_;  // [depth]
};

}  // namespace irassay
