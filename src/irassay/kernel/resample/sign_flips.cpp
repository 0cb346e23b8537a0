// The randomization test for all pairs at once. Flipping query q's difference for a pair (a, b) changes the sum to
// T[a] - T[b], where T[s] sums the signed scores of system s (see signed_sums.hpp).
#include "resample/sign_flips.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>

#include "machine/aligned.hpp"
#include "machine/in_threads.hpp"

namespace irassay {
namespace {

typedef double Four __attribute__((vector_size(32), may_alias));
typedef int64_t Mask __attribute__((vector_size(32)));
typedef int16_t Rough __attribute__((vector_size(32), may_alias));
typedef int32_t FourWhole __attribute__((vector_size(16)));
typedef int16_t FourRough __attribute__((vector_size(8)));
constexpr uint32_t kLanes = 4;
constexpr uint32_t kCompared = 256;  // permutations compared at once: the sums of all systems stay in the second cache
constexpr uint32_t kLine = 8;        // doubles a cache line
constexpr uint32_t kStride = kCompared + kLine;  // between two systems: no power of two, which would crowd few cache sets
constexpr uint32_t kTogether = 4;    // pairs of one system compared at once
constexpr uint64_t kRare = 8 * kCompared;  // a pair reached less often than once in so many is hardly ever reached
// Sums rounded to 14 bits and a sign, so that their differences have 16: sixteen are compared at once.
constexpr uint32_t kRoughLanes = 16;
constexpr uint32_t kRoughStride = kCompared + 2 * kRoughLanes;
constexpr double kRoughest = 16383;  // of the largest sum there can be

// Adds to count[k], for K pairs of one system, the permutations whose |difference| reaches the threshold.
template <uint32_t K>
void compare(const double* a, const double* const* b, const double* threshold, uint32_t n, uint32_t* count) {
  constexpr int64_t kMagnitude = std::numeric_limits<int64_t>::max();
  const Mask magnitude = {kMagnitude, kMagnitude, kMagnitude, kMagnitude};
  Mask found[K] = {};
  Four reach[K];
  for (uint32_t k = 0; k < K; ++k) reach[k] = Four{threshold[k], threshold[k], threshold[k], threshold[k]};
  for (uint32_t i = 0; i < n; i += kLanes) {
    const Four mine = *reinterpret_cast<const Four*>(a + i);
    for (uint32_t k = 0; k < K; ++k) {
      const Four difference = mine - *reinterpret_cast<const Four*>(b[k] + i);
      const Four size = reinterpret_cast<Four>(reinterpret_cast<Mask>(difference) & magnitude);
      found[k] -= size >= reach[k];
    }
  }
  for (uint32_t k = 0; k < K; ++k) count[k] += static_cast<uint32_t>(found[k][0] + found[k][1] + found[k][2] + found[k][3]);
}

Rough spread_roughly(int16_t value) { return Rough{} + value; }

// The total of counts up to 2^12 in all lanes.
uint32_t total(Rough counts) {
  Mask words;
  std::memcpy(&words, &counts, sizeof words);
  return static_cast<uint32_t>((static_cast<uint64_t>(words[0] + words[1] + words[2] + words[3]) * 0x0001000100010001u) >> 48);
}

Rough rough_size(const int16_t* a, const int16_t* b) {
  const Rough difference = *reinterpret_cast<const Rough*>(a) - *reinterpret_cast<const Rough*>(b);
  return difference < 0 ? -difference : difference;
}

// For K pairs of one system, the permutations whose rough |difference| is above each of two limits.
template <uint32_t K>
void compare_roughly(const int16_t* a, const int16_t* const* b, const int16_t* below, const int16_t* within, uint32_t* possible,
                     uint32_t* certain) {
  Rough above[K] = {}, far_above[K] = {}, low[K], high[K];
  for (uint32_t k = 0; k < K; ++k) low[k] = spread_roughly(below[k]), high[k] = spread_roughly(within[k]);
  for (uint32_t i = 0; i < kCompared; i += kRoughLanes)
    for (uint32_t k = 0; k < K; ++k) {
      const Rough size = rough_size(a + i, b[k] + i);
      above[k] -= size > low[k];
      far_above[k] -= size > high[k];
    }
  for (uint32_t k = 0; k < K; ++k) possible[k] = total(above[k]), certain[k] = total(far_above[k]);
}

// Whether any rough |difference| of each of K pairs is above its limit.
template <uint32_t K>
void any_above(const int16_t* a, const int16_t* const* b, const int16_t* below, bool* found) {
  Rough most[K] = {};
  for (uint32_t i = 0; i < kCompared; i += kRoughLanes)
    for (uint32_t k = 0; k < K; ++k) {
      const Rough size = rough_size(a + i, b[k] + i);
      most[k] = size > most[k] ? size : most[k];
    }
  for (uint32_t k = 0; k < K; ++k) {
    const Rough above = most[k] > spread_roughly(below[k]);
    Mask words;
    std::memcpy(&words, &above, sizeof words);
    found[k] = (words[0] | words[1] | words[2] | words[3]) != 0;
  }
}

// The number of which all scores are multiples, or nearly; 0 where they are none of one that is at least `least`.
double common_step(const double* scores, size_t n, double least) {
  double step = 0, most = 0;
  for (size_t i = 0; i < n; ++i) {
    double a = std::abs(scores[i]);
    most = std::max(most, a);
    double b = step;
    while (b > least / 4) {
      const double rest = std::abs(std::remainder(a, b));
      a = b;
      b = rest;
    }
    if (a < least && a > 0) return 0;
    step = a;
  }
  return step == 0 ? 0 : most / std::nearbyint(most / step);  // of the largest score: remainders of remainders are less exact
}

// From sums to whole numbers of 15 bits.
struct Rounding {
  double scale = 0;
  double margin = 1.001;  // how far it moves a difference: two roundings by 1 at most; what multiplication rounds is far less

  explicit Rounding(const Flips& flips) {
    const size_t n = static_cast<size_t>(flips.n_queries) * flips.n_systems;
    double most = 0;
    for (uint32_t s = 0; s < flips.n_systems; ++s) {
      double reach = 0;
      for (size_t i = s; i < n; i += flips.n_systems) reach += std::abs(flips.scores[i]);
      most = std::max(most, reach);
    }
    if (most == 0) return;
    scale = kRoughest / most;
    const double step = common_step(flips.scores, n, 1 / scale);
    if (step == 0) return;
    // Precision at a depth and its like: sums are whole numbers of steps but for the rounding of scores.
    double off = 0;
    for (size_t i = 0; i < n; ++i) off = std::max(off, std::abs(std::remainder(flips.scores[i], step)));
    scale = 1 / step;
    margin = std::min(margin, 2 * flips.n_queries * off * scale + 1e-11);
  }
};

// What one thread needs for a job; reused between jobs.
struct Scratch {
  Scratch(const SignedSums& signs, uint32_t n_pairs)
      : signs(signs), sums(static_cast<size_t>(signs.block()) * signs.padded()),
        turned(static_cast<size_t>(kStride) * signs.padded()),
        rough_room(static_cast<size_t>(kRoughStride) * signs.padded() / kLanes),
        counts(n_pairs) {}
  SignedSums::Scratch signs;
  int16_t* rough() const { return reinterpret_cast<int16_t*>(rough_room.get()); }
  AlignedBlock sums, turned, rough_room;
  std::vector<uint32_t> counts;
  uint64_t compared = 0;  // permutations that counts are of
};

class Counter {
 public:
  Counter(const Flips& flips, uint64_t first, uint32_t n)
      : flips_(flips), first_(first), n_(n), signs_(flips.scores, flips.n_queries, flips.n_systems, flips.key, flips.signs),
        padded_(signs_.padded()), rounding_(flips) {
    const auto limit = [](double x) { return static_cast<int16_t>(std::clamp(x, -1.0, 32767.0)); };
    for (uint32_t i = 0; i < flips.n_pairs; ++i) {
      const double threshold = std::min(flips.threshold[i] * rounding_.scale, 40000.0);
      below_.push_back(limit(std::ceil(threshold - rounding_.margin) - 1));
      within_.push_back(limit(std::ceil(threshold + rounding_.margin) - 1));
    }
  }
  uint32_t jobs() const { return (n_ + signs_.block() - 1) / signs_.block(); }
  std::unique_ptr<Scratch> scratch() const { return std::make_unique<Scratch>(signs_, flips_.n_pairs); }

  void run(uint32_t job, Scratch& scratch) const {
    const uint32_t begin = job * signs_.block();
    const uint32_t n = std::min(signs_.block(), n_ - begin);
    signs_.sum(first_ + begin, n, scratch.signs, scratch.sums.get());
    for (uint32_t from = 0; from < n; from += kCompared) compare_all(from, std::min(kCompared, n - from), scratch);
  }

 private:
  void compare_all(uint32_t from, uint32_t n, Scratch& scratch) const {
    poll();
    turn(from, n, scratch);
    for (uint32_t begin = 0; begin < flips_.n_pairs;) {
      uint32_t end = begin;
      while (end < flips_.n_pairs && flips_.a[end] == flips_.a[begin]) ++end;
      if (n == kCompared)
        compare_with(begin, end, scratch);
      else
        for (uint32_t i = begin; i < end; ++i) count<1>(&i, scratch);
      begin = end;
    }
    scratch.compared += n;
  }

  // Sums by system, as they are and roughly.
  void turn(uint32_t from, uint32_t n, Scratch& scratch) const {
    for (uint32_t first = 0; first < kCompared; first += kLanes) {
      const double* rows = scratch.sums.get() + static_cast<size_t>(from + first) * padded_;
      if (first + kLanes <= n) {
        for (uint32_t s = 0; s < padded_; s += kLanes) turn_square(rows + s, first, s, scratch);
        continue;
      }
      for (uint32_t s = 0; s < flips_.n_systems; ++s)  // beyond n there is no permutation: a NaN reaches no threshold
        for (uint32_t p = 0; p < kLanes; ++p)
          scratch.turned.get()[static_cast<size_t>(s) * kStride + first + p] =
              first + p < n ? rows[static_cast<size_t>(p) * padded_ + s] : std::numeric_limits<double>::quiet_NaN();
    }
  }

  // Four permutations of four systems.
  void turn_square(const double* rows, uint32_t first, uint32_t system, Scratch& scratch) const {
    Four row[kLanes];
    for (uint32_t p = 0; p < kLanes; ++p) row[p] = *reinterpret_cast<const Four*>(rows + static_cast<size_t>(p) * padded_);
    for (uint32_t k = 0; k < kLanes; ++k) {
      const Four sums = {row[0][k], row[1][k], row[2][k], row[3][k]};
      *reinterpret_cast<Four*>(scratch.turned.get() + static_cast<size_t>(system + k) * kStride + first) = sums;
      // Above 0, so that what cuts off decimals rounds.
      const auto whole = __builtin_convertvector(sums * rounding_.scale + (kRoughest + 1.5), FourWhole);
      const auto rough = __builtin_convertvector(whole, FourRough);
      std::memcpy(scratch.rough() + static_cast<size_t>(system + k) * kRoughStride + first, &rough, sizeof rough);
    }
  }

  // All pairs of one system. Of those that are hardly ever reached it is asked first whether any permutation may reach them.
  void compare_with(uint32_t begin, uint32_t end, Scratch& scratch) const {
    uint32_t often[kTogether], rare[kTogether], n_often = 0, n_rare = 0;
    for (uint32_t i = begin; i < end; ++i) {
      const bool seldom = scratch.compared >= kRare && scratch.counts[i] * kRare < scratch.compared;
      (seldom ? rare[n_rare++] : often[n_often++]) = i;
      if (n_often == kTogether) count_roughly<kTogether>(often, scratch), n_often = 0;
      if (n_rare == kTogether) screen<kTogether>(rare, scratch), n_rare = 0;
    }
    for (uint32_t k = 0; k < n_often; ++k) count_roughly<1>(often + k, scratch);
    for (uint32_t k = 0; k < n_rare; ++k) screen<1>(rare + k, scratch);
  }

  template <uint32_t K>
  void count(const uint32_t* pairs, Scratch& scratch) const {
    const double* b[K];
    double threshold[K];
    uint32_t found[K] = {};
    for (uint32_t k = 0; k < K; ++k) {
      b[k] = scratch.turned.get() + static_cast<size_t>(flips_.b[pairs[k]]) * kStride;
      threshold[k] = flips_.threshold[pairs[k]];
    }
    compare<K>(scratch.turned.get() + static_cast<size_t>(flips_.a[pairs[0]]) * kStride, b, threshold, kCompared, found);
    for (uint32_t k = 0; k < K; ++k) scratch.counts[pairs[k]] += found[k];
  }

  const int16_t* rough_sums(uint32_t system, const Scratch& scratch) const {
    return scratch.rough() + static_cast<size_t>(system) * kRoughStride;
  }

  // The same from rough differences; where these can't tell how many reach the threshold, as above.
  template <uint32_t K>
  void count_roughly(const uint32_t* pairs, Scratch& scratch) const {
    const int16_t* b[K];
    int16_t below[K], within[K];
    uint32_t possible[K], certain[K];
    for (uint32_t k = 0; k < K; ++k) {
      b[k] = rough_sums(flips_.b[pairs[k]], scratch);
      below[k] = below_[pairs[k]];
      within[k] = within_[pairs[k]];
    }
    compare_roughly<K>(rough_sums(flips_.a[pairs[0]], scratch), b, below, within, possible, certain);
    for (uint32_t k = 0; k < K; ++k) {
      if (possible[k] == certain[k])
        scratch.counts[pairs[k]] += certain[k];
      else
        count<1>(pairs + k, scratch);
    }
  }

  template <uint32_t K>
  void screen(const uint32_t* pairs, Scratch& scratch) const {
    const int16_t* b[K];
    int16_t below[K];
    bool found[K];
    for (uint32_t k = 0; k < K; ++k) {
      b[k] = rough_sums(flips_.b[pairs[k]], scratch);
      below[k] = below_[pairs[k]];
    }
    any_above<K>(rough_sums(flips_.a[pairs[0]], scratch), b, below, found);
    for (uint32_t k = 0; k < K; ++k)
      if (found[k]) count<1>(pairs + k, scratch);
  }

  const Flips& flips_;
  uint64_t first_;
  uint32_t n_;
  SignedSums signs_;
  uint32_t padded_;
  Rounding rounding_;
  std::vector<int16_t> below_;     // [pair] rough differences up to here are below the threshold
  std::vector<int16_t> within_;    // [pair] rough differences above this reach it
};

}  // namespace

std::vector<uint32_t> count_flips(const Flips& flips, uint64_t first, uint32_t n, unsigned threads) {
  const Counter counter(flips, first, n);
  const uint32_t n_jobs = counter.jobs();
  const uint32_t used = n_threads(n_jobs, threads);
  std::vector<std::unique_ptr<Scratch>> scratch(used);
  for (auto& one : scratch) one = counter.scratch();
  in_threads(n_jobs, used, [&](uint32_t job, uint32_t worker) { counter.run(job, *scratch[worker]); });
  std::vector<uint32_t> total(flips.n_pairs);
  for (const auto& one : scratch)
    for (uint32_t i = 0; i < flips.n_pairs; ++i) total[i] += one->counts[i];
  return total;
}

}  // namespace irassay
