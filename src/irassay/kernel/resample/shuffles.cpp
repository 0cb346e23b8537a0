// Labels shuffled within each query, for the randomised Tukey test: the range of all systems' sums.
#include "resample/shuffles.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "machine/in_threads.hpp"
#include "resample/streams.hpp"

namespace irassay {

void shuffled_ranges(const double* scores, uint32_t n_queries, uint32_t n_systems, uint64_t key, uint64_t first, uint32_t n,
                     unsigned threads, double* out) {
  constexpr uint32_t kJob = 64;  // shuffles
  const uint64_t base = stream(key, kShuffles);
  const uint32_t n_jobs = (n + kJob - 1) / kJob;
  struct Scratch {
    std::vector<double> dealt, sums;
  };
  std::vector<Scratch> scratch(n_threads(n_jobs, threads));
  in_threads(n_jobs, threads, [&](uint32_t job, uint32_t worker) {
    Scratch& own = scratch[worker];
    own.dealt.resize(n_systems);
    own.sums.resize(n_systems);
    const uint32_t begin = job * kJob, end = std::min(n, begin + kJob);
    for (uint32_t p = begin; p < end; ++p) {
      poll();
      std::fill(own.sums.begin(), own.sums.end(), 0.0);
      uint32_t word = 0;
      for (uint32_t q = 0; q < n_queries; ++q) {
        std::copy_n(scores + static_cast<size_t>(q) * n_systems, n_systems, own.dealt.begin());
        // Fisher and Yates from the end; each word's upper, then its lower half picks a place (Lemire's multiplication).
        for (uint32_t left = n_systems; left > 1;) {
          const uint64_t bits = draw(base, first + p, word++);
          std::swap(own.dealt[left - 1], own.dealt[((bits >> 32) * left) >> 32]);
          if (--left > 1) {
            std::swap(own.dealt[left - 1], own.dealt[((bits & 0xFFFFFFFFull) * left) >> 32]);
            --left;
          }
        }
        for (uint32_t s = 0; s < n_systems; ++s) own.sums[s] += own.dealt[s];
      }
      const auto range = std::minmax_element(own.sums.begin(), own.sums.end());
      out[p] = *range.second - *range.first;
    }
  });
}

}  // namespace irassay
