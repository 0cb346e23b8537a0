// Resampling a whole family at once: step-down maxima under shared signs, shuffled labels, bootstraps shifted to no
// difference, and quantiles at levels of each pair's own.
#pragma once

#include <cstdint>
#include <vector>

#include "resample/resample.hpp"

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

// The largest minus the smallest sum over queries when each query's scores are dealt to the systems anew:
// out[shuffle] for shuffles first .. first + n. scores[query][system], snapped.
void shuffled_ranges(const double* scores, uint32_t n_queries, uint32_t n_systems, uint64_t key, uint64_t first, uint32_t n,
                     unsigned threads, double* out);

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

// Share of values[a] - values[b] below `at`, those equal to it counted half, for each pair.
void pair_shares_below(const double* values, uint32_t n_resamples, const uint32_t* a, const uint32_t* b, const double* at,
                       uint32_t n_pairs, unsigned threads, double* out);

// Quantiles of values[a] - values[b] at probabilities[pair][level]: out[pair][level], interpolated linearly.
void pair_quantiles_at(const double* values, uint32_t n_resamples, const uint32_t* a, const uint32_t* b,
                       const double* probabilities, uint32_t n_levels, uint32_t n_pairs, unsigned threads, double* out);

}  // namespace irassay
