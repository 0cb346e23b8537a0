// Random words. What is drawn depends on (key, purpose, index, word) alone, so any thread can make any part and the tuning
// may change.
#pragma once

#include <cstdint>

namespace irassay {

constexpr uint64_t kGolden = 0x9E3779B97F4A7C15ull;  // 2^64 / golden ratio, the step of SplitMix64 (Steele et al. 2014)
constexpr uint64_t kSignFlips = 1;                   // purposes: part of the format, never renumbered
constexpr uint64_t kBootstrap = 2;
constexpr uint64_t kExpected = 3;
constexpr uint64_t kShuffles = 4;

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

}  // namespace irassay
