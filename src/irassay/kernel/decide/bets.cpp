#include "decide/bets.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace irassay {

namespace {
constexpr double kTiny = 1e-300, kHuge = 1e300;  // what is divided by, and wealth that is a number
constexpr double kPrior = 8.0;                   // draws that the running ratio of squared residuals is shrunk by
constexpr double kMostLoss = 0.95;               // of the wealth, in one bet
}  // namespace

struct Bets::Draw {
  size_t pair;
  double z, least, predicted;  // the variance that is predicted of z
};

Bets::Bets(std::vector<double> levels, size_t n_pairs, std::vector<double> rates)
    : n_levels(n_pairs ? levels.size() / n_pairs : 0),
      n_pairs(n_pairs),
      log_wealth(levels.size()),
      log_best(levels.size()),
      squares(n_pairs),
      expected(n_pairs),
      precision(n_pairs),
      weighted(n_pairs),
      levels_(std::move(levels)),
      rates_(std::move(rates)),
      scale_(n_pairs),
      wealth_(levels_.size() * (rates_.size() + 1), 1.0) {}

std::vector<double> Bets::place(const Draws& draws) {
  const size_t n_at = draws.at.size();
  std::vector<double> logs(draws.n_draws * n_levels * n_at);
  for (size_t draw = 0; draw < draws.n_draws; ++draw) {
    for (size_t i = 0; i < n_at; ++i) {
      const size_t here = draw * n_at + i, pair = draws.at[i];
      const double z = draws.z[here], variance = draws.variance[here], miss = z - draws.mean[here];
      const double ratio = (kPrior + squares[pair]) / (kPrior + expected[pair]);
      const Draw one{pair, z, draws.least[here], std::max(variance * ratio, kTiny)};
      const bool own = std::isfinite(variance);
      if (own && scale_[pair] == 0) scale_[pair] = std::sqrt(one.predicted / std::max(draws.left[i], 1.0));
      double* to = &logs[draw * n_levels * n_at + i];
      if (!own) {
        for (size_t level = 0; level < n_levels; ++level) to[level * n_at] = log_wealth[level * n_pairs + pair];
        continue;
      }
      place(one, to, n_at);
      squares[pair] += miss * miss / std::max(variance, kTiny);
      expected[pair] += 1.0;
      precision[pair] += 1.0 / one.predicted;
      weighted[pair] += z / one.predicted;
    }
  }
  return logs;
}

void Bets::place(const Draw& draw, double* logs, size_t stride) {
  const size_t n_rates = rates_.size(), pair = draw.pair;
  const auto stake = [&](double d) { return d / (draw.predicted + d * d); };
  std::vector<double> stakes(n_rates + 1);
  for (size_t rate = 0; rate < n_rates; ++rate) stakes[rate] = stake(scale_[pair] * rates_[rate]);
  const bool seen = precision[pair] > 0;
  const double shown = seen ? weighted[pair] / precision[pair] : 0.0;
  double* wealth = &wealth_[pair * n_levels * stakes.size()];
  for (size_t level = 0; level < n_levels; ++level, wealth += stakes.size()) {
    const double m = levels_[level * n_pairs + pair], above = m - draw.least;
    const double cap = above > 0 ? kMostLoss / std::max(above, kTiny) : std::numeric_limits<double>::infinity();
    stakes[n_rates] = stake(seen ? std::max(shown - m, 0.0) : 0.0);
    double sum = 0.0;
    for (size_t rate = 0; rate <= n_rates; ++rate) {
      const double gain = std::min(stakes[rate], cap) * (draw.z - m);
      wealth[rate] *= 1.0 + std::max(gain, -kMostLoss);  // a correction alone can have made z less than the least
      sum += wealth[rate];
    }
    const double log = std::log(std::clamp(sum / static_cast<double>(stakes.size()), 1 / kHuge, kHuge));
    log_wealth[level * n_pairs + pair] = logs[level * stride] = log;
    log_best[level * n_pairs + pair] = std::max(log_best[level * n_pairs + pair], log);
  }
}

}  // namespace irassay
