// The bootstrap over queries: quantiles of differences over resamples.
#include "resample/bootstrap.hpp"

#include <algorithm>
#include <cmath>

#include "machine/in_threads.hpp"

namespace irassay {

namespace {

// Quantiles of one list. Low and high ones are looked for in the tail alone: what lies beyond a cut guessed from mean and
// spread, if that holds enough values.
class Quantiles {
 public:
  explicit Quantiles(std::vector<double>& values) : values_(values), tail_(values.size() + 1) {
    double sum[kLanes] = {}, squares[kLanes] = {};
    size_t i = 0;
    for (; i + kLanes <= values.size(); i += kLanes)
      for (size_t lane = 0; lane < kLanes; ++lane) {
        const double value = values[i + lane];
        sum[lane] += value;
        squares[lane] += value * value;
      }
    const double n = static_cast<double>(std::max<size_t>(i, 1));
    mean_ = (sum[0] + sum[1] + sum[2] + sum[3]) / n;
    spread_ = std::sqrt(std::max(0.0, (squares[0] + squares[1] + squares[2] + squares[3]) / n - mean_ * mean_));
  }

  // Interpolated linearly between the two values around `probability` of the way from first to last.
  double at(double probability) {
    const double place = probability * static_cast<double>(values_.size() - 1);
    const size_t rank = static_cast<size_t>(place);
    const double part = place - static_cast<double>(rank);
    // 1.6 standard deviations leave a twentieth of normal values, twice what a 95% interval looks for.
    const double reach = std::abs(probability - 0.5) > 0.45 ? 1.6 : 0.0;
    const size_t kept = probability < 0.5 ? keep_below(mean_ - reach * spread_) : keep_above(mean_ + reach * spread_);
    const size_t skipped = probability < 0.5 ? 0 : values_.size() - kept;
    if (rank >= skipped && rank + 1 < skipped + kept) return between(tail_, kept, rank - skipped, part);
    return between(values_, values_.size(), rank, part);
  }

 private:
  static constexpr size_t kLanes = 4;

  // Every value is written and those in the tail are kept: no branch to mispredict.
  size_t keep_below(double cut) {
    size_t kept = 0;
    for (double value : values_) {
      tail_[kept] = value;
      kept += value < cut;
    }
    return kept;
  }
  size_t keep_above(double cut) {
    size_t kept = 0;
    for (double value : values_) {
      tail_[kept] = value;
      kept += value > cut;
    }
    return kept;
  }
  static double between(std::vector<double>& values, size_t n, size_t rank, double part) {
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(rank), end = values.begin() + static_cast<std::ptrdiff_t>(n);
    std::nth_element(values.begin(), at, end);
    return part == 0.0 ? *at : *at + part * (*std::min_element(at + 1, end) - *at);
  }

  std::vector<double>& values_;
  std::vector<double> tail_;  // one longer than what is kept is written
  double mean_ = 0, spread_ = 0;
};

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
      Quantiles quantiles(differences);
      for (size_t k = 0; k < probabilities.size(); ++k) out[i * probabilities.size() + k] = quantiles.at(probabilities[k]);
    }
  });
}

}  // namespace irassay
