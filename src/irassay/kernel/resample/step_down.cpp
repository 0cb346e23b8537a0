// Step-down maxima: every pair's observed statistic against the largest of it and all smaller ones, under the same signs.
#include "resample/step_down.hpp"

#include <algorithm>
#include <limits>
#include <memory>

#include "machine/aligned.hpp"
#include "machine/in_threads.hpp"

namespace irassay {
namespace {

typedef double Four __attribute__((vector_size(32), may_alias));
typedef int64_t Mask __attribute__((vector_size(32)));
constexpr uint32_t kLanes = 4;
constexpr uint32_t kCompared = 256;           // permutations at once: the sums of all systems stay in the second cache
constexpr uint32_t kStride = kCompared + 8;   // between two systems: no power of two, which would crowd few cache sets

struct Scratch {
  Scratch(const SignedSums& of, uint32_t n_pairs)
      : signs(of), sums(static_cast<size_t>(of.block()) * of.padded()), turned(static_cast<size_t>(kStride) * of.padded()),
        largest(kCompared), counts(n_pairs) {}
  SignedSums::Scratch signs;
  AlignedBlock sums, turned, largest;
  std::vector<uint32_t> counts;
};

// turned[system][permutation]; beyond n a NaN, which is larger than nothing.
void turn(const double* sums, uint32_t padded, uint32_t n_systems, uint32_t n, double* turned) {
  for (uint32_t p = 0; p < kCompared; ++p)
    for (uint32_t s = 0; s < n_systems; ++s)
      turned[static_cast<size_t>(s) * kStride + p] =
          p < n ? sums[static_cast<size_t>(p) * padded + s] : std::numeric_limits<double>::quiet_NaN();
}

uint32_t raise(const double* a, const double* b, double weight, double threshold, double* largest) {
  constexpr int64_t kMagnitude = std::numeric_limits<int64_t>::max();
  const Mask magnitude = {kMagnitude, kMagnitude, kMagnitude, kMagnitude};
  const Four by = {weight, weight, weight, weight}, reach = {threshold, threshold, threshold, threshold};
  Mask counts = {};
  for (uint32_t i = 0; i < kCompared; i += kLanes) {
    const Four difference = *reinterpret_cast<const Four*>(a + i) - *reinterpret_cast<const Four*>(b + i);
    const Four size = reinterpret_cast<Four>(reinterpret_cast<Mask>(difference) & magnitude) * by;
    Four& most = *reinterpret_cast<Four*>(largest + i);
    most = size > most ? size : most;
    counts -= most >= reach;
  }
  return static_cast<uint32_t>(counts[0] + counts[1] + counts[2] + counts[3]);
}

}  // namespace

std::vector<uint32_t> count_step_down(const StepDown& family, uint64_t first, uint32_t n, unsigned threads) {
  const SignedSums signs(family.scores, family.n_queries, family.n_systems, family.key, family.signs);
  const uint32_t n_jobs = (n + signs.block() - 1) / signs.block();
  const uint32_t used = n_threads(n_jobs, threads);
  std::vector<std::unique_ptr<Scratch>> scratch(used);
  for (auto& one : scratch) one = std::make_unique<Scratch>(signs, family.n_pairs);
  in_threads(n_jobs, used, [&](uint32_t job, uint32_t worker) {
    Scratch& own = *scratch[worker];
    const uint32_t begin = job * signs.block(), size = std::min(signs.block(), n - begin);
    signs.sum(first + begin, size, own.signs, own.sums.get());
    for (uint32_t from = 0; from < size; from += kCompared) {
      poll();
      turn(own.sums.get() + static_cast<size_t>(from) * signs.padded(), signs.padded(), family.n_systems, size - from,
           own.turned.get());
      std::fill_n(own.largest.get(), kCompared, -1.0);
      for (uint32_t k = family.n_pairs; k-- > 0;)
        own.counts[k] += raise(own.turned.get() + static_cast<size_t>(family.a[k]) * kStride,
                               own.turned.get() + static_cast<size_t>(family.b[k]) * kStride, family.weight[k],
                               family.threshold[k], own.largest.get());
    }
  });
  std::vector<uint32_t> total(family.n_pairs);
  for (const auto& one : scratch)
    for (uint32_t i = 0; i < family.n_pairs; ++i) total[i] += one->counts[i];
  return total;
}

}  // namespace irassay
