// Labels shuffled within each query, for the randomised Tukey test.
#pragma once

#include <cstdint>

namespace irassay {

// The largest minus the smallest sum over queries when each query's scores are dealt to the systems anew:
// out[shuffle] for shuffles first .. first + n. scores[query][system], snapped.
void shuffled_ranges(const double* scores, uint32_t n_queries, uint32_t n_systems, uint64_t key, uint64_t first, uint32_t n,
                     unsigned threads, double* out);

}  // namespace irassay
