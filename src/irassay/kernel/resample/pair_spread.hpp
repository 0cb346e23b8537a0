// What resampling makes of one pair's difference.
#pragma once

#include <cstdint>

namespace irassay {

// Share of values[a] - values[b] below `at`, those equal to it counted half, for each pair.
void pair_shares_below(const double* values, uint32_t n_resamples, const uint32_t* a, const uint32_t* b, const double* at,
                       uint32_t n_pairs, unsigned threads, double* out);

// Quantiles of values[a] - values[b] at probabilities[pair][level]: out[pair][level], interpolated linearly.
void pair_quantiles_at(const double* values, uint32_t n_resamples, const uint32_t* a, const uint32_t* b,
                       const double* probabilities, uint32_t n_levels, uint32_t n_pairs, unsigned threads, double* out);

}  // namespace irassay
