// The bootstrap over queries: how often each query is drawn, and quantiles of differences over resamples.
#include <algorithm>
#include <cmath>

#include "in_threads.hpp"
#include "resample.hpp"

namespace irassay {

void count_draws(uint64_t key, uint64_t first, uint32_t n, const std::vector<uint32_t>& bounds, double* out) {
  const uint64_t base = stream(key, kBootstrap);
  const uint32_t n_queries = bounds.back();
  std::fill_n(out, static_cast<size_t>(n) * n_queries, 0.0);
  for (uint32_t r = 0; r < n; ++r) {
    double* row = out + static_cast<size_t>(r) * n_queries;
    uint32_t drawn = 0;  // one 64-bit word a draw: its upper half times the size, Lemire's multiplication (bias < size / 2^32)
    for (size_t c = 0; c + 1 < bounds.size(); ++c) {
      const uint64_t size = bounds[c + 1] - bounds[c];
      for (uint64_t k = 0; k < size; ++k) row[bounds[c] + (((draw(base, first + r, drawn++) >> 32) * size) >> 32)] += 1.0;
    }
  }
}

namespace {

// The quantile at position `place` (0-based, fractional) of values[begin, end), which is partly sorted by the call.
double at_place(std::vector<double>& values, size_t begin, double place) {
  const size_t whole = static_cast<size_t>(place);
  const double part = place - static_cast<double>(whole);
  std::nth_element(values.begin() + begin, values.begin() + whole, values.end());
  const double low = values[whole];
  if (part == 0.0) return low;
  const double high = *std::min_element(values.begin() + whole + 1, values.end());
  return low + part * (high - low);
}

}  // namespace

void pair_quantiles(const double* values, uint32_t n_resamples, const uint32_t* a, const uint32_t* b, uint32_t n_pairs,
                    const std::vector<double>& probabilities, unsigned threads, double* out) {
  constexpr uint32_t kJob = 64;
  const uint32_t n_jobs = (n_pairs + kJob - 1) / kJob;
  std::vector<std::vector<double>> scratch(n_threads(n_jobs, threads));
  in_threads(n_jobs, threads, [&](uint32_t job, uint32_t worker) {
    auto& differences = scratch[worker];
    differences.resize(n_resamples);
    const uint32_t end = std::min<uint32_t>(n_pairs, static_cast<uint32_t>(job + 1) * kJob);
    for (uint32_t i = static_cast<uint32_t>(job) * kJob; i < end; ++i) {
      const double* x = values + static_cast<size_t>(a[i]) * n_resamples;
      const double* y = values + static_cast<size_t>(b[i]) * n_resamples;
      for (uint32_t r = 0; r < n_resamples; ++r) differences[r] = x[r] - y[r];
      size_t begin = 0;
      for (size_t k = 0; k < probabilities.size(); ++k) {
        const double place = probabilities[k] * (n_resamples - 1);
        out[i * probabilities.size() + k] = at_place(differences, begin, place);
        begin = static_cast<size_t>(place);
      }
    }
  });
}

}  // namespace irassay
