// Sums of scores over resamples of the queries.
#pragma once

#include <cstdint>
#include <vector>

namespace irassay {

// out[system][resample] = sum over queries of scores[system][query] times how often resample `first + r` draws the query, as
// `count_draws` counts. Scores are snapped: every sum is exact, in any order. Queries bounds[c] .. bounds[c + 1] are one
// collection, resampled by itself.
void drawn_sums(const double* scores, uint32_t n_systems, uint64_t key, uint64_t first, uint32_t n,
                const std::vector<uint32_t>& bounds, unsigned threads, double* out);

}  // namespace irassay
