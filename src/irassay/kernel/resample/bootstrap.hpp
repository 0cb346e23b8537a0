// The bootstrap over queries: draws, and quantiles of differences.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "resample/streams.hpp"

namespace irassay {

constexpr uint32_t kAhead = 32;         // draws between asking memory for a count and adding to it
constexpr uint64_t kNear = 256 * 1024;  // bytes: counts in the second cache are added to at once

// Adds how often a resample draws each query. Queries bounds[c] .. bounds[c + 1] are one collection, resampled by itself. A byte
// holds every count: that a resample draws a query 256 times has a chance below 1 / 256!.
template <class Count>
void count_draws(uint64_t key, uint64_t resample, const std::vector<uint32_t>& bounds, Count* counts) {
  const uint64_t base = stream(key, kBootstrap);
  uint64_t at = resample << 32;  // one 64-bit word a draw: its upper half times the size, Lemire's multiplication (bias < size / 2^32)
  for (size_t c = 0; c + 1 < bounds.size(); ++c) {
    Count* const here = counts + bounds[c];  // a name of its own: a byte that is written could be part of `bounds`
    const uint64_t size = bounds[c + 1] - bounds[c];
    uint64_t state = base + kGolden * at;  // of draw(base, resample, k): a sum in place of its multiplication
    const auto query = [&] {
      const uint64_t word = mix(state);
      state += kGolden;
      return static_cast<uint32_t>(((word >> 32) * size) >> 32);
    };
    if (size * sizeof(Count) <= kNear) {
      for (uint64_t k = 0; k < size; ++k) here[query()] += 1;
    } else {  // in the order of draws, only later
      uint32_t ahead[kAhead];
      for (uint32_t& drawn : ahead) drawn = query();
      for (uint64_t k = kAhead; k < size; ++k) {
        const uint32_t drawn = query();
        __builtin_prefetch(here + drawn, 1);
        here[std::exchange(ahead[k % kAhead], drawn)] += 1;
      }
      for (const uint32_t drawn : ahead) here[drawn] += 1;
    }
    at += size;
  }
}

// Quantiles of values[a] - values[b] over resamples, for each pair: out[pair][probability], interpolated linearly.
void pair_quantiles(const double* values, uint32_t n_resamples, const uint32_t* a, const uint32_t* b, uint32_t n_pairs,
                    const std::vector<double>& probabilities, unsigned threads, double* out);

}  // namespace irassay
