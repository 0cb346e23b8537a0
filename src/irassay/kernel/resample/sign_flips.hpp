// The randomization test: sign flips for all pairs of systems.
#pragma once

#include <cstdint>
#include <vector>

#include "resample/signed_sums.hpp"

namespace irassay {

// Scores must be snapped (see comparison/significance/randomization.py): then every sum is exact, in any order.
struct Flips {
  const double* scores;  // [query][system]
  uint32_t n_queries;
  uint32_t n_systems;
  const uint32_t* a;  // [pair]; equal a stand together
  const uint32_t* b;
  const double* threshold;  // [pair] on the sum over queries; at least 0
  uint32_t n_pairs;
  uint64_t key;
  Signs signs;
};

// For each pair, how many of permutations first .. first + n have |sum of flipped differences| >= threshold.
std::vector<uint32_t> count_flips(const Flips& flips, uint64_t first, uint32_t n, unsigned threads);

}  // namespace irassay
