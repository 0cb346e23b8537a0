// Resampling: sign flips for all pairs of systems, exact tails of sign flips, bootstrap over queries.
// What is drawn depends on (key, purpose, index, word) alone, so any thread can make any part and the tuning may change.
#pragma once

#include <cstdint>
#include <vector>

namespace irassay {

constexpr uint64_t kGolden = 0x9E3779B97F4A7C15ull;  // 2^64 / golden ratio, the step of SplitMix64 (Steele et al. 2014)
constexpr uint64_t kSignFlips = 1;                   // purposes: part of the format, never renumbered
constexpr uint64_t kBootstrap = 2;
constexpr uint64_t kExpected = 3;
constexpr uint64_t kShuffles = 4;
constexpr uint32_t kSignsPerWord = 60;               // part of the format: 60 = 10 x 6 = 12 x 5

inline uint64_t mix(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}

// The key is mixed before a counter is added, so that the streams of neighbouring seeds don't overlap.
inline uint64_t stream(uint64_t key, uint64_t purpose) { return mix(mix(key + kGolden) + kGolden * purpose); }
inline uint64_t draw(uint64_t stream, uint64_t index, uint32_t word) {
  return mix(stream + kGolden * ((index << 32) | word));
}

enum class Signs { drawn, enumerated };  // enumerated: permutation p is the bit pattern p, for at most 60 queries

// Scores must be snapped (see comparison/randomization.py), so that every sum is exact and its order does not matter.
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

// The two-sided tail of a sum of randomly signed magnitudes, between `low` and `high`.
struct Tail {
  double low;
  double high;
};
// Magnitudes rounded to `step`, then convolved; the rounding is allowed for in `low` and `high`. With magnitudes that are
// whole multiples of `step` both are the p-value itself.
Tail tail_by_lattice(const double* magnitude, uint32_t n, double threshold, double step);
// Cells that tail_by_lattice would fill: its cost.
double lattice_cells(const double* magnitude, uint32_t n, double threshold, double step);
// Every sign vector, counted by meeting in the middle. At most kMeetAtMost magnitudes above 0.
constexpr uint32_t kMeetAtMost = 54;
double tail_by_meeting(const double* magnitude, uint32_t n, double threshold);
// By inverting the characteristic function of the sum plus normal noise of standard deviation `noise`; the noise is
// allowed for in `low` and `high`.
Tail tail_by_inversion(const double* magnitude, uint32_t n, double threshold, double noise);

// How often each query is drawn in resamples first .. first + n: out[resample][query]. Queries first[c] .. first[c + 1] are
// one collection, resampled by itself.
void count_draws(uint64_t key, uint64_t first, uint32_t n, const std::vector<uint32_t>& bounds, double* out);

// Quantiles of values[a] - values[b] over resamples, for each pair: out[pair][probability], interpolated linearly.
void pair_quantiles(const double* values, uint32_t n_resamples, const uint32_t* a, const uint32_t* b, uint32_t n_pairs,
                    const std::vector<double>& probabilities, unsigned threads, double* out);

}  // namespace irassay
