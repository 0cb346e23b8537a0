// Tails of a sum of randomly signed magnitudes without drawing signs. With U the sum of the magnitudes whose sign is
// negative, the signed sum is total - 2 U, and by symmetry P(|sum| >= t) = 2 P(U <= (total - t) / 2) for t > 0.
#include "resample/exact_flips.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "machine/interrupt.hpp"

namespace irassay {
namespace {

constexpr double kPi = 3.14159265358979323846;

std::vector<double> above_zero(const double* magnitude, uint32_t n) {
  std::vector<double> positive;
  for (uint32_t i = 0; i < n; ++i)
    if (magnitude[i] > 0) positive.push_back(magnitude[i]);
  return positive;
}

double sum(const std::vector<double>& values) {
  double total = 0;
  for (double value : values) total += value;
  return total;
}

}  // namespace

Tail tail_by_lattice(const double* magnitude, uint32_t n, double threshold, double step) {
  if (threshold <= 0) return {1.0, 1.0};
  auto positive = above_zero(magnitude, n);
  const double limit = (sum(positive) - threshold) / 2;
  if (positive.empty() || limit < 0) return {0.0, 0.0};
  std::sort(positive.begin(), positive.end());  // small ones first keep the filled part of the array short
  double over = 0, under = 0;           // how far rounding can put a sum of magnitudes above and below the true one
  std::vector<size_t> steps;
  for (double value : positive) {
    const double whole = std::nearbyint(value / step);
    steps.push_back(static_cast<size_t>(whole));
    const double error = value - whole * step;
    (error > 0 ? under : over) += std::abs(error);
  }
  constexpr double kSlack = 1e-9;  // of a step: the divisions' own rounding
  const double upper = std::floor((limit + over) / step + kSlack), lower = std::floor((limit - under) / step + kSlack);
  const size_t cells = static_cast<size_t>(upper) + 1;
  std::vector<double> ways(cells), next(cells);
  ways[0] = 1;
  size_t filled = 1;  // cells beyond hold 0
  for (size_t jump : steps) {
    poll();
    const size_t reach = std::min(cells, filled + jump);
    const double* from = ways.data();
    double* to = next.data();
    std::copy_n(from, std::min(jump, reach), to);
    for (size_t i = jump; i < reach; ++i) to[i] = from[i] + from[i - jump];
    filled = reach;
    ways.swap(next);
  }
  const double scale = std::ldexp(2.0, -static_cast<int>(positive.size()));
  double low = 0, high = 0;
  for (size_t i = 0; i < cells; ++i) {
    high += ways[i];
    if (static_cast<double>(i) <= lower) low = high;
  }
  return {std::min(1.0, low * scale), std::min(1.0, high * scale)};
}

namespace {

// All sums of subsets, ascending: each value doubles the list by a merge.
std::vector<double> subset_sums(const double* values, size_t n) {
  std::vector<double> sums{0.0};
  sums.reserve(size_t{1} << n);
  std::vector<double> shifted, merged;
  for (size_t i = 0; i < n; ++i) {
    poll();
    shifted.resize(sums.size());
    for (size_t k = 0; k < sums.size(); ++k) shifted[k] = sums[k] + values[i];
    merged.resize(2 * sums.size());
    std::merge(sums.begin(), sums.end(), shifted.begin(), shifted.end(), merged.begin());
    sums.swap(merged);
  }
  return sums;
}

}  // namespace

double tail_by_meeting(const double* magnitude, uint32_t n, double threshold) {
  if (threshold <= 0) return 1.0;
  auto positive = above_zero(magnitude, n);
  const double limit = (sum(positive) - threshold) / 2;
  if (positive.empty() || limit < 0) return 0.0;
  std::sort(positive.begin(), positive.end(), std::greater<double>());
  constexpr size_t kHalf = 23;  // 2^23 sums, 67 MB a half; what is beyond two halves is tried one way and the other
  const size_t rest = positive.size() > 2 * kHalf ? positive.size() - 2 * kHalf : 0;
  const size_t half = (positive.size() - rest) / 2;
  const auto left = subset_sums(positive.data() + rest, half);
  const auto right = subset_sums(positive.data() + rest + half, positive.size() - rest - half);
  double ways = 0;
  for (size_t pattern = 0; pattern < size_t{1} << rest; ++pattern) {
    poll();
    double room = limit;
    for (size_t i = 0; i < rest; ++i)
      if (pattern >> i & 1) room -= positive[i];
    size_t fitting = right.size();
    uint64_t n_fitting = 0;
    for (double value : left) {
      while (fitting && right[fitting - 1] > room - value) --fitting;
      if (!fitting) break;
      n_fitting += fitting;
    }
    ways += static_cast<double>(n_fitting);
  }
  return std::min(1.0, std::ldexp(ways, 1 - static_cast<int>(positive.size())));
}

// P(S + noise >= x) = 1/2 - sum over k of sin(w x) phi(w) / (pi (k + 1/2)), w = (k + 1/2) step: Davies (1973), whose
// error from `step` is a tail beyond 2 pi / step - x, here more than 12 standard deviations out. Noise damps phi, so the
// sum ends at 9 / noise, where what is left out is below 1e-17.
Tail tail_by_inversion(const double* magnitude, uint32_t n, double threshold, double noise) {
  if (threshold <= 0) return {1.0, 1.0};
  auto positive = above_zero(magnitude, n);
  if (positive.empty() || sum(positive) < threshold) return {0.0, 0.0};
  double variance = noise * noise;
  for (double value : positive) variance += value * value;
  constexpr double kNoiseReach = 8.5;  // standard deviations of the noise: beyond it lies 1e-17
  const double near = threshold - kNoiseReach * noise, far = threshold + kNoiseReach * noise;
  const double step = 2 * kPi / (far + 13 * std::sqrt(variance));
  const size_t last = static_cast<size_t>(9.0 / noise / step) + 1;
  constexpr double kNegligible = 1e-19;
  constexpr size_t kPollEvery = 1024;
  double above_near = 0.5, above_far = 0.5;
  for (size_t k = 0; k < last; ++k) {
    if (k % kPollEvery == 0) poll();
    const double w = (static_cast<double>(k) + 0.5) * step;
    double phi = std::exp(-0.5 * w * w * noise * noise);
    for (double value : positive) {
      phi *= std::cos(w * value);
      if (std::abs(phi) < kNegligible) break;
    }
    if (std::abs(phi) < kNegligible) continue;
    const double weight = phi / (kPi * (static_cast<double>(k) + 0.5));
    above_near -= std::sin(w * near) * weight;
    above_far -= std::sin(w * far) * weight;
  }
  constexpr double kRounding = 1e-13;  // of the sum's own
  const auto both_sides = [](double tail) { return std::clamp(2 * tail, 0.0, 1.0); };
  return {near > 0 ? both_sides(above_far - kRounding) : 0.0, near > 0 ? both_sides(above_near + kRounding) : 1.0};
}

}  // namespace irassay
