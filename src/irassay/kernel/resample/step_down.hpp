// Step-down maxima of a family of pairs, under shared signs.
#pragma once

#include <cstdint>
#include <vector>

#include "resample/signed_sums.hpp"

namespace irassay {

// Pairs stand in the order in which they are looked at: the largest observed statistic first.
struct StepDown {
  const double* scores;  // [query][system], snapped
  uint32_t n_queries;
  uint32_t n_systems;
  const uint32_t* a;  // [pair]
  const uint32_t* b;
  const double* weight;     // [pair] makes a sum of differences a statistic
  const double* threshold;  // [pair] on the statistic; at least 0
  uint32_t n_pairs;
  uint64_t key;
  Signs signs;
};

// For each pair, how many of sign vectors first .. first + n put the largest statistic of it and all later pairs at its
// threshold or beyond. The signs are those of count_flips.
std::vector<uint32_t> count_step_down(const StepDown& family, uint64_t first, uint32_t n, unsigned threads);

}  // namespace irassay
