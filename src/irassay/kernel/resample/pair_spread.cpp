// What resampling makes of one pair's difference: the share below a value, and quantiles at levels of the pair's own.
#include "resample/pair_spread.hpp"

#include <algorithm>
#include <vector>

#include "machine/in_threads.hpp"

namespace irassay {
namespace {

constexpr uint32_t kJob = 16;  // pairs

// Calls `one(pair, differences)` for each pair.
template <class One>
void each_pair(const double* values, uint32_t n_resamples, const uint32_t* a, const uint32_t* b, uint32_t n_pairs,
               unsigned threads, One one) {
  const uint32_t n_jobs = (n_pairs + kJob - 1) / kJob;
  std::vector<std::vector<double>> scratch(n_threads(n_jobs, threads));
  in_threads(n_jobs, threads, [&](uint32_t job, uint32_t worker) {
    auto& differences = scratch[worker];
    differences.resize(n_resamples);
    const uint32_t end = std::min<uint32_t>(n_pairs, (job + 1) * kJob);
    for (uint32_t i = job * kJob; i < end; ++i) {
      const double* x = values + static_cast<size_t>(a[i]) * n_resamples;
      const double* y = values + static_cast<size_t>(b[i]) * n_resamples;
      for (uint32_t r = 0; r < n_resamples; ++r) differences[r] = x[r] - y[r];
      one(i, differences);
    }
  });
}

}  // namespace

void pair_shares_below(const double* values, uint32_t n_resamples, const uint32_t* a, const uint32_t* b, const double* at,
                       uint32_t n_pairs, unsigned threads, double* out) {
  each_pair(values, n_resamples, a, b, n_pairs, threads, [&](uint32_t i, const std::vector<double>& differences) {
    uint64_t halves = 0;
    for (double difference : differences)
      halves += static_cast<uint64_t>(difference < at[i]) + static_cast<uint64_t>(difference <= at[i]);
    out[i] = static_cast<double>(halves) / (2.0 * static_cast<double>(n_resamples));
  });
}

void pair_quantiles_at(const double* values, uint32_t n_resamples, const uint32_t* a, const uint32_t* b,
                       const double* probabilities, uint32_t n_levels, uint32_t n_pairs, unsigned threads, double* out) {
  each_pair(values, n_resamples, a, b, n_pairs, threads, [&](uint32_t i, std::vector<double>& differences) {
    for (uint32_t k = 0; k < n_levels; ++k) {
      const size_t at = static_cast<size_t>(i) * n_levels + k;
      const double place = probabilities[at] * static_cast<double>(n_resamples - 1);
      const auto rank = static_cast<std::ptrdiff_t>(place);
      const double part = place - static_cast<double>(rank);
      std::nth_element(differences.begin(), differences.begin() + rank, differences.end());
      const double low = differences[static_cast<size_t>(rank)];
      out[at] = part == 0.0 ? low : low + part * (*std::min_element(differences.begin() + rank + 1, differences.end()) - low);
    }
  });
}

}  // namespace irassay
