// The randomization test for all pairs at once. Flipping query q's difference for a pair (a, b) changes the sum to
// T[a] - T[b], where T[s] sums the signed scores of system s (see signed_sums.hpp).
#include "resample/sign_flips.hpp"

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
typedef float Eight __attribute__((vector_size(32), may_alias));
typedef int32_t Bits __attribute__((vector_size(32)));
constexpr uint32_t kLanes = 4;
constexpr uint32_t kCompared = 256;  // permutations compared at once: the sums of all systems stay in the second cache
constexpr uint32_t kLine = 8;        // doubles a cache line
constexpr uint32_t kStride = kCompared + kLine;  // between two systems: no power of two, which would crowd few cache sets
constexpr uint32_t kTogether = 4;    // pairs of one system compared at once
constexpr uint64_t kRare = 8 * kCompared;  // a pair reached less often than once in so many is screened first

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

// The largest |difference| of each of K pairs, in single precision. Magnitudes order like their bits.
template <uint32_t K>
void largest(const float* a, const float* const* b, uint32_t n, float* found) {
  constexpr int32_t kMagnitude = std::numeric_limits<int32_t>::max();
  const Bits magnitude = {kMagnitude, kMagnitude, kMagnitude, kMagnitude, kMagnitude, kMagnitude, kMagnitude, kMagnitude};
  Bits most[K] = {};
  for (uint32_t i = 0; i < n; i += 2 * kLanes) {
    const Eight mine = *reinterpret_cast<const Eight*>(a + i);
    for (uint32_t k = 0; k < K; ++k) {
      const Bits size = reinterpret_cast<Bits>(mine - *reinterpret_cast<const Eight*>(b[k] + i)) & magnitude;
      most[k] = size > most[k] ? size : most[k];
    }
  }
  for (uint32_t k = 0; k < K; ++k) {
    int32_t top = 0;
    for (uint32_t lane = 0; lane < 2 * kLanes; ++lane) top = std::max(top, static_cast<int32_t>(most[k][lane]));
    std::memcpy(found + k, &top, sizeof top);
  }
}

// What one thread needs for a job; reused between jobs.
struct Scratch {
  Scratch(const SignedSums& signs, uint32_t n_pairs)
      : signs(signs), sums(static_cast<size_t>(signs.block()) * signs.padded()),
        turned(static_cast<size_t>(kStride) * signs.padded()), narrow(static_cast<size_t>(kStride) * signs.padded()),
        counts(n_pairs) {}
  SignedSums::Scratch signs;
  Block sums, turned, narrow;  // narrow: turned in single precision, half its room used
  std::vector<uint32_t> counts;
  uint64_t compared = 0;  // permutations that counts are of
};

class Counter {
 public:
  Counter(const Flips& flips, uint64_t first, uint32_t n)
      : flips_(flips), first_(first), n_(n), signs_(flips.scores, flips.n_queries, flips.n_systems, flips.key, flips.signs),
        padded_(signs_.padded()) {
    for (uint32_t s = 0; s < flips.n_systems; ++s) {
      double reach = 0;
      for (uint32_t q = 0; q < flips.n_queries; ++q) reach += std::abs(flips.scores[static_cast<size_t>(q) * flips.n_systems + s]);
      // Two sums rounded to single precision and their difference: 4 times 2^-24 of the largest sum at most. Twice that.
      narrowing_ = std::max(narrowing_, std::ldexp(reach, -21));
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
    double* turned = scratch.turned.get();
    float* narrow = reinterpret_cast<float*>(scratch.narrow.get());
    for (uint32_t first = 0; first < kCompared; first += kLine) {
      const double* rows = scratch.sums.get() + static_cast<size_t>(from + first) * padded_;
      for (uint32_t s = 0; s < flips_.n_systems; ++s) {
        double* to = turned + static_cast<size_t>(s) * kStride + first;
        float* rounded = narrow + static_cast<size_t>(s) * kStride + first;
        if (first + kLine <= n) {
          for (uint32_t p = 0; p < kLine; ++p) to[p] = rows[static_cast<size_t>(p) * padded_ + s];
          for (uint32_t p = 0; p < kLine; ++p) rounded[p] = static_cast<float>(to[p]);
        } else {  // beyond n there is no permutation: a NaN reaches no threshold
          for (uint32_t p = 0; p < kLine; ++p) {
            const bool there = first + p < n;
            to[p] = there ? rows[static_cast<size_t>(p) * padded_ + s] : std::numeric_limits<double>::quiet_NaN();
            rounded[p] = there ? static_cast<float>(to[p]) : 0.0f;
          }
        }
      }
    }
    for (uint32_t begin = 0; begin < flips_.n_pairs;) {
      uint32_t end = begin;
      while (end < flips_.n_pairs && flips_.a[end] == flips_.a[begin]) ++end;
      compare_with(begin, end, scratch);
      begin = end;
    }
    scratch.compared += n;
  }

  // All pairs of one system. Those that are hardly ever reached are screened in single precision, many at a time.
  void compare_with(uint32_t begin, uint32_t end, Scratch& scratch) const {
    uint32_t often[kTogether], rare[kTogether], n_often = 0, n_rare = 0;
    for (uint32_t i = begin; i < end; ++i) {
      const bool seldom = scratch.compared >= kRare && scratch.counts[i] * kRare < scratch.compared;
      (seldom ? rare[n_rare++] : often[n_often++]) = i;
      if (n_often == kTogether) count<kTogether>(often, scratch), n_often = 0;
      if (n_rare == kTogether) screen<kTogether>(rare, scratch), n_rare = 0;
    }
    for (uint32_t k = 0; k < n_often; ++k) count<1>(often + k, scratch);
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

  template <uint32_t K>
  void screen(const uint32_t* pairs, Scratch& scratch) const {
    const float* narrow = reinterpret_cast<const float*>(scratch.narrow.get());
    const float* b[K];
    float most[K];
    for (uint32_t k = 0; k < K; ++k) b[k] = narrow + static_cast<size_t>(flips_.b[pairs[k]]) * kStride;
    largest<K>(narrow + static_cast<size_t>(flips_.a[pairs[0]]) * kStride, b, kCompared, most);
    for (uint32_t k = 0; k < K; ++k)
      if (most[k] >= flips_.threshold[pairs[k]] - narrowing_) count<1>(pairs + k, scratch);
  }

  const Flips& flips_;
  uint64_t first_;
  uint32_t n_;
  SignedSums signs_;
  uint32_t padded_;
  double narrowing_ = 0;  // how far single precision can move a difference of sums
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
