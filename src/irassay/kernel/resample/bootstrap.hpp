// The bootstrap over queries: draws, and quantiles of differences.
#pragma once

#include <cstdint>
#include <vector>

namespace irassay {

// How often each query is drawn in resamples first .. first + n: out[resample][query]. Queries first[c] .. first[c + 1] are
// one collection, resampled by itself.
void count_draws(uint64_t key, uint64_t first, uint32_t n, const std::vector<uint32_t>& bounds, double* out);

// Quantiles of values[a] - values[b] over resamples, for each pair: out[pair][probability], interpolated linearly.
void pair_quantiles(const double* values, uint32_t n_resamples, const uint32_t* a, const uint32_t* b, uint32_t n_pairs,
                    const std::vector<double>& probabilities, unsigned threads, double* out);

}  // namespace irassay
