// The bootstrap test of differences shifted to zero: how often a resample moves a difference as far as it is observed to be.
#include "resample/shift_test.hpp"

#include <algorithm>
#include <cmath>

#include "machine/in_threads.hpp"
#include "resample/bootstrap.hpp"

namespace irassay {

std::vector<uint32_t> count_shifts(const Shifts& shifts, uint64_t first, uint32_t n, unsigned threads) {
  constexpr uint32_t kJob = 256;  // resamples
  const uint32_t n_queries = shifts.bounds.back(), n_systems = shifts.n_systems;
  const uint32_t n_jobs = (n + kJob - 1) / kJob;
  struct Scratch {
    std::vector<double> draws, moved;  // one resample's counts; moved[system][resample], the sum less the observed one
    std::vector<uint32_t> counts;
  };
  std::vector<Scratch> scratch(n_threads(n_jobs, threads));
  for (Scratch& one : scratch) one.counts.resize(shifts.n_pairs);
  in_threads(n_jobs, threads, [&](uint32_t job, uint32_t worker) {
    Scratch& own = scratch[worker];
    own.draws.resize(n_queries);
    own.moved.resize(static_cast<size_t>(n_systems) * kJob);
    const uint32_t begin = job * kJob, size = std::min(kJob, n - begin);
    std::vector<double> sums(n_systems);
    for (uint32_t r = 0; r < size; ++r) {
      std::fill(own.draws.begin(), own.draws.end(), 0.0);
      count_draws(shifts.key, first + begin + r, shifts.bounds, own.draws.data());
      std::fill(sums.begin(), sums.end(), 0.0);
      for (uint32_t q = 0; q < n_queries; ++q) {
        const double times = own.draws[q] - 1.0;  // drawn once is the query as it is
        if (times == 0.0) continue;
        const double* row = shifts.scores + static_cast<size_t>(q) * n_systems;
        for (uint32_t s = 0; s < n_systems; ++s) sums[s] += times * row[s];
      }
      for (uint32_t s = 0; s < n_systems; ++s) own.moved[static_cast<size_t>(s) * kJob + r] = sums[s];
    }
    poll();
    for (uint32_t i = 0; i < shifts.n_pairs; ++i) {
      const double* x = own.moved.data() + static_cast<size_t>(shifts.a[i]) * kJob;
      const double* y = own.moved.data() + static_cast<size_t>(shifts.b[i]) * kJob;
      uint32_t reached = 0;
      for (uint32_t r = 0; r < size; ++r) reached += std::abs(x[r] - y[r]) >= shifts.threshold[i];
      own.counts[i] += reached;
    }
  });
  std::vector<uint32_t> total(shifts.n_pairs);
  for (const Scratch& one : scratch)
    for (uint32_t i = 0; i < shifts.n_pairs; ++i) total[i] += one.counts[i];
  return total;
}

}  // namespace irassay
