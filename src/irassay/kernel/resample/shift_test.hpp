// The bootstrap test of differences shifted to zero.
#pragma once

#include <cstdint>
#include <vector>

namespace irassay {

// For each pair, how many of bootstrap resamples first .. first + n move the sum of its differences by at least `threshold`.
// The resamples are those of count_draws.
struct Shifts {
  const double* scores;  // [query][system], snapped
  uint32_t n_systems;
  const uint32_t* a;  // [pair]
  const uint32_t* b;
  const double* threshold;  // [pair]
  uint32_t n_pairs;
  uint64_t key;
  const std::vector<uint32_t>& bounds;  // of collections; the last is the number of queries
};
std::vector<uint32_t> count_shifts(const Shifts& shifts, uint64_t first, uint32_t n, unsigned threads);

}  // namespace irassay
