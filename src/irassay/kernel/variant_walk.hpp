// A walk over one list's relevant documents under eight variants at once: how many so far, their precisions, their weights.
// What is divided in score.cpp is divided here by a product and one correction, which give the same double.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

#if defined(__FMA__) && defined(__AVX2__)
#include <immintrin.h>
#endif

#include "lanes.hpp"
#include "variant_block.hpp"

namespace irassay {

constexpr uint32_t kHalf = 8;  // lanes of a walk: half of the sixteen, so that all sums stay in registers

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
inline const double* rows_of_bits() {
  static const std::vector<double> table = [] {
    std::vector<double> t(256 * kHalf);
    for (uint32_t bits = 0; bits < 256; ++bits)
      for (uint32_t lane = 0; lane < kHalf; ++lane) t[bits * kHalf + lane] = bits >> lane & 1;
    return t;
  }();
  return table.data();
}

// a * b + c, where a is 0 or 1: one rounding either way.
inline Lanes add_if(Lanes a, Lanes b, Lanes c) {
#if defined(__FMA__) && defined(__AVX2__)
  return (Lanes)_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)c);
#else
  return a * b + c;
#endif
}

// Four lanes of a walk over relevant documents.
struct Sums {
  Lanes count = spread(0), precision = spread(0), weighted = spread(0);
};

template <bool kPrecision, bool kWeighted>
inline void take(Lanes relevant, const Place& at, double weight, Sums& sums) {
  sums.count += relevant;
  if (kPrecision)
    sums.precision = add_if(relevant, quotient(sums.count, spread(at.rank), spread(at.inverse)), sums.precision);
  if (kWeighted) sums.weighted = add_if(relevant, spread(weight), sums.weighted);
}

#if defined(__x86_64__) && defined(__AVX2__)
// Whether the processor has vectors of eight doubles. IRASSAY_KERNEL=avx2 leaves them alone, for comparison.
inline bool has_wide_vectors() {
  static const bool has = [] {
    const char* chosen = std::getenv("IRASSAY_KERNEL");
    return __builtin_cpu_supports("avx512f") && (chosen == nullptr || std::strcmp(chosen, "avx2") != 0);
  }();
  return has;
}

// Eight lanes' sums where the processor takes them at once: count, precision, weighted.
struct WideSums {
  double of[3][kHalf];
};

// take() for eight lanes, hit by hit, down to `depth`: the same operations in the same order, so the same bits.
template <bool kPrecision, bool kWeighted>
__attribute__((target("avx512f"))) uint32_t take_wide(const RowHit* hits, uint32_t i, uint32_t n_hits, uint32_t depth,
                                                     const uint8_t* relevant, const double* weight, WideSums& sums) {
  const Place* places = tabled_places();
  const __m512d one = _mm512_set1_pd(1.0);
  __m512d count = _mm512_loadu_pd(sums.of[0]), precision = _mm512_loadu_pd(sums.of[1]), weighted = _mm512_loadu_pd(sums.of[2]);
  for (; i < n_hits && hits[i].rank < depth; ++i) {
    const auto lanes = static_cast<__mmask8>(relevant[hits[i].row]);
    const Place& at = places[hits[i].rank];
    count = _mm512_mask_add_pd(count, lanes, count, one);
    if (kPrecision) {
      const __m512d inverse = _mm512_set1_pd(at.inverse), product = _mm512_mul_pd(count, inverse);
      const __m512d rest = _mm512_fnmadd_pd(product, _mm512_set1_pd(at.rank), count);
      precision = _mm512_mask_add_pd(precision, lanes, precision, _mm512_fmadd_pd(rest, inverse, product));
    }
    if (kWeighted) weighted = _mm512_mask_add_pd(weighted, lanes, weighted, _mm512_set1_pd(weight[hits[i].rank]));
  }
  _mm512_storeu_pd(sums.of[0], count);
  _mm512_storeu_pd(sums.of[1], precision);
  _mm512_storeu_pd(sums.of[2], weighted);
  return i;
}

template <bool kPrecision, bool kWeighted>
uint32_t take_wide(const RowHit* hits, uint32_t from, uint32_t n_hits, uint32_t depth, const uint8_t* relevant,
                   const double* weight, Sums& low, Sums& high) {
  WideSums sums;
  const auto each = [&](auto&& move) {
    move(sums.of[0], low.count), move(sums.of[0] + 4, high.count);
    move(sums.of[1], low.precision), move(sums.of[1] + 4, high.precision);
    move(sums.of[2], low.weighted), move(sums.of[2] + 4, high.weighted);
  };
  each([](double* to, Lanes& lanes) { store(to, lanes); });
  const uint32_t next = take_wide<kPrecision, kWeighted>(hits, from, n_hits, depth, relevant, weight, sums);
  each([](double* from_sums, Lanes& lanes) { lanes = load(from_sums); });
  return next;
}
#endif

// Eight lanes.
struct Walk {
  Sums low, high;

  // Takes the hits down to `depth`; returns the first one below it. relevant[row] has a bit a lane.
  template <bool kPrecision, bool kWeighted>
  uint32_t to(const RowHit* hits, uint32_t from, uint32_t n_hits, uint32_t depth, const uint8_t* relevant, const Formulas& formulas,
              uint32_t measure) {
    const double *rows = rows_of_bits(), *weight = kWeighted ? formulas.weights(measure) : nullptr;
    const Place* places = tabled_places();
    const uint32_t tabled = std::min(depth, kTabledRanks);
    uint32_t i = from;
#if defined(__x86_64__) && defined(__AVX2__)
    if (has_wide_vectors()) i = take_wide<kPrecision, kWeighted>(hits, i, n_hits, tabled, relevant, weight, low, high);
#endif
    Sums l = low, h = high;  // copies: nothing in the loop may force the sums out of registers
    for (; i < n_hits && hits[i].rank < tabled; ++i) {
      const double* row = rows + size_t{relevant[hits[i].row]} * kHalf;
      const double by_rank = kWeighted ? weight[hits[i].rank] : 0;
      take<kPrecision, kWeighted>(load(row), places[hits[i].rank], by_rank, l);
      take<kPrecision, kWeighted>(load(row + 4), places[hits[i].rank], by_rank, h);
    }
    for (; i < n_hits && hits[i].rank < depth; ++i) {
      const double* row = rows + size_t{relevant[hits[i].row]} * kHalf;
      const double by_rank = kWeighted ? formulas.weight(measure, hits[i].rank) : 0;
      take<kPrecision, kWeighted>(load(row), place(hits[i].rank), by_rank, l);
      take<kPrecision, kWeighted>(load(row + 4), place(hits[i].rank), by_rank, h);
    }
    low = l;
    high = h;
    return i;
  }
};

}  // namespace irassay
