// A walk over one list's relevant documents under sixteen variants at once: how many so far, their precisions, their weights.
// What is divided in score/score.cpp is divided here by a product and one correction, which give the same double.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

#if defined(__FMA__) && defined(__AVX2__)
#include <immintrin.h>
#endif

#include "machine/lanes.hpp"
#include "variants/block.hpp"

namespace irassay {

// x / y where y is a whole number below 2^32, x a whole number of at most y, and `inverse` the double nearest to 1 / y.
// The product is less than 1.5 units in the last place off; the remainder is exact; the corrected quotient rounds right,
// since no quotient of such numbers lies closer to a midpoint of two doubles than 2^-33 units.
inline Lanes quotient(Lanes x, Lanes y, Lanes inverse) {
#if defined(__FMA__) && defined(__AVX2__)
  const __m256d product = _mm256_mul_pd((__m256d)x, (__m256d)inverse);
  const __m256d rest = _mm256_fnmadd_pd(product, (__m256d)y, (__m256d)x);
  return (Lanes)_mm256_fmadd_pd(rest, (__m256d)inverse, product);
#else
  (void)inverse;
  return x / y;
#endif
}
// A rank from 1, and 1 / rank. Tabled: a division a hit would cost as much as the rest of the walk.
struct Place {
  double rank, inverse;
};
inline Place place(uint32_t from_zero) { return {from_zero + 1.0, 1.0 / (from_zero + 1.0)}; }
inline const Place* tabled_places() {
  static const std::vector<Place> table = [] {
    std::vector<Place> t(kTabledRanks);
    for (uint32_t rank = 0; rank < kTabledRanks; ++rank) t[rank] = place(rank);
    return t;
  }();
  return table.data();
}

// Eight lanes of 1 or 0 for each byte: 16 KB that stay in the first cache, where rows of doubles would not.
struct RowsOfBits {
  double at[256][kHalf];
  constexpr RowsOfBits() : at() {
    for (uint32_t bits = 0; bits < 256; ++bits)
      for (uint32_t lane = 0; lane < kHalf; ++lane) at[bits][lane] = bits >> lane & 1;
  }
};
inline constexpr RowsOfBits kRowsOfBits{};

// Eight lanes' share in a hit; relevant[2 * row] has a bit for each.
inline const double* row_of(const uint8_t* relevant, const RowHit& hit) {
  return kRowsOfBits.at[relevant[2 * size_t{hit.row}]];
}

// a * b + c, where a is 0 or 1: one rounding either way.
inline Lanes add_if(Lanes a, Lanes b, Lanes c) {
#if defined(__FMA__) && defined(__AVX2__)
  return (Lanes)_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)c);
#else
  return a * b + c;
#endif
}

// Sixteen lanes' sums.
struct WalkSums {
  double count[kVariantLanes], precision[kVariantLanes], weighted[kVariantLanes];
  WalkSums() {
    for (double* of : {count, precision, weighted})
      for (uint32_t lane = 0; lane < kVariantLanes; lane += 4) store(of + lane, spread(0));
  }
};

#if defined(__x86_64__) && defined(__AVX2__)
// Whether the processor has vectors of eight doubles. IRASSAY_KERNEL=avx2 leaves them alone, for comparison.
inline bool has_wide_vectors() {
  static const bool has = [] {
    const char* chosen = std::getenv("IRASSAY_KERNEL");
    return __builtin_cpu_supports("avx512f") && (chosen == nullptr || std::strcmp(chosen, "avx2") != 0);
  }();
  return has;
}

// Eight lanes of a walk over relevant documents.
struct WideSums {
  __m512d count, precision, weighted;
};

// take() for eight lanes: the same operations in the same order, so the same bits.
template <bool kPrecision, bool kWeighted>
__attribute__((target("avx512f"), always_inline)) inline void take_wide(__mmask8 relevant, const Place& at, double weight,
                                                                        WideSums& sums) {
  sums.count = _mm512_mask_add_pd(sums.count, relevant, sums.count, _mm512_set1_pd(1.0));
  if (kPrecision) {
    const __m512d inverse = _mm512_set1_pd(at.inverse), product = _mm512_mul_pd(sums.count, inverse);
    const __m512d rest = _mm512_fnmadd_pd(product, _mm512_set1_pd(at.rank), sums.count);
    sums.precision = _mm512_mask_add_pd(sums.precision, relevant, sums.precision, _mm512_fmadd_pd(rest, inverse, product));
  }
  if (kWeighted) sums.weighted = _mm512_mask_add_pd(sums.weighted, relevant, sums.weighted, _mm512_set1_pd(weight));
}

// A walk of both halves down to `depth`, in one loop: neither alone keeps the processor busy while it waits for its sums.
template <bool kPrecision, bool kWeighted>
__attribute__((target("avx512f"))) uint32_t walk_wide(const RowHit* hits, uint32_t i, uint32_t n_hits, uint32_t depth,
                                                     const uint8_t* relevant, const double* weight, WalkSums& sums) {
  const Place* places = tabled_places();
  const auto of = [&](uint32_t lane) __attribute__((target("avx512f"))) {
    return WideSums{_mm512_loadu_pd(sums.count + lane), _mm512_loadu_pd(sums.precision + lane),
                    _mm512_loadu_pd(sums.weighted + lane)};
  };
  WideSums low = of(0), high = of(kHalf);
  for (; i < n_hits && hits[i].rank < depth; ++i) {
    const uint8_t* lanes = relevant + 2 * size_t{hits[i].row};
    const Place& at = places[hits[i].rank];
    const double by_rank = kWeighted ? weight[hits[i].rank] : 0;
    take_wide<kPrecision, kWeighted>(lanes[0], at, by_rank, low);
    take_wide<kPrecision, kWeighted>(lanes[1], at, by_rank, high);
  }
  const auto put = [&](uint32_t lane, const WideSums& from) __attribute__((target("avx512f"))) {
    _mm512_storeu_pd(sums.count + lane, from.count);
    _mm512_storeu_pd(sums.precision + lane, from.precision);
    _mm512_storeu_pd(sums.weighted + lane, from.weighted);
  };
  put(0, low);
  put(kHalf, high);
  return i;
}
#endif

// Four lanes of a walk over relevant documents.
struct Sums {
  Lanes count, precision, weighted;
  Sums(const WalkSums& of, uint32_t lane)
      : count(load(of.count + lane)), precision(load(of.precision + lane)), weighted(load(of.weighted + lane)) {}
  void put(uint32_t lane, WalkSums& to) const {
    store(to.count + lane, count);
    store(to.precision + lane, precision);
    store(to.weighted + lane, weighted);
  }
};

template <bool kPrecision, bool kWeighted>
inline void take(Lanes relevant, const Place& at, double weight, Sums& sums) {
  sums.count += relevant;
  if (kPrecision)
    sums.precision = add_if(relevant, quotient(sums.count, spread(at.rank), spread(at.inverse)), sums.precision);
  if (kWeighted) sums.weighted = add_if(relevant, spread(weight), sums.weighted);
}

// A walk of one half down to `depth`, its sums in registers; returns the first hit below it.
template <bool kPrecision, bool kWeighted>
uint32_t walk_half(uint32_t half, const RowHit* hits, uint32_t i, uint32_t n_hits, uint32_t depth, const uint8_t* relevant,
                   const Formulas& formulas, uint32_t measure, WalkSums& sums) {
  const double* weight = kWeighted ? formulas.weights(measure) : nullptr;
  const Place* places = tabled_places();
  const uint32_t tabled = std::min(depth, kTabledRanks);
  relevant += half;
  Sums low(sums, half * kHalf), high(sums, half * kHalf + 4);
  for (; i < n_hits && hits[i].rank < tabled; ++i) {
    const double* row = row_of(relevant, hits[i]);
    const double by_rank = kWeighted ? weight[hits[i].rank] : 0;
    take<kPrecision, kWeighted>(load(row), places[hits[i].rank], by_rank, low);
    take<kPrecision, kWeighted>(load(row + 4), places[hits[i].rank], by_rank, high);
  }
  for (; i < n_hits && hits[i].rank < depth; ++i) {
    const double* row = row_of(relevant, hits[i]);
    const double by_rank = kWeighted ? formulas.weight(measure, hits[i].rank) : 0;
    take<kPrecision, kWeighted>(load(row), place(hits[i].rank), by_rank, low);
    take<kPrecision, kWeighted>(load(row + 4), place(hits[i].rank), by_rank, high);
  }
  low.put(half * kHalf, sums);
  high.put(half * kHalf + 4, sums);
  return i;
}

// Takes the hits down to `depth`; returns the first one below it. relevant[2 * row + half] has a bit for each lane.
template <bool kPrecision, bool kWeighted>
uint32_t walk_to(const RowHit* hits, uint32_t from, uint32_t n_hits, uint32_t depth, const uint8_t* relevant,
                 const Formulas& formulas, uint32_t measure, WalkSums& sums) {
#if defined(__x86_64__) && defined(__AVX2__)
  if (has_wide_vectors()) {
    const double* weight = kWeighted ? formulas.weights(measure) : nullptr;
    from = walk_wide<kPrecision, kWeighted>(hits, from, n_hits, std::min(depth, kTabledRanks), relevant, weight, sums);
    if (depth <= kTabledRanks || from == n_hits) return from;
  }
#endif
  walk_half<kPrecision, kWeighted>(0, hits, from, n_hits, depth, relevant, formulas, measure, sums);
  return walk_half<kPrecision, kWeighted>(1, hits, from, n_hits, depth, relevant, formulas, measure, sums);
}

}  // namespace irassay
