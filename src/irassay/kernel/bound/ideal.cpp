// The ideal ranking of a query as a function of how many unjudged documents reach each gain.
#include <algorithm>
#include <cmath>

#include "bound/row.hpp"
#include "bound/rprec.hpp"

namespace irassay {

namespace {

// How many of `gains`, largest first, are at least `gain`.
uint32_t at_least(const std::vector<double>& gains, double gain) {
  return static_cast<uint32_t>(
      std::partition_point(gains.begin(), gains.end(), [gain](double g) { return g >= gain; }) - gains.begin());
}

}  // namespace

void Ideal::fill(const Task& task, const std::vector<double>& gains, uint32_t most) {
  const size_t levels = task.levels.size() - 1;
  const size_t cap = task.capped ? task.depth : gains.size() + most;
  while (prefix_.size() < std::min<size_t>(cap, gains.size() + most) + 1) {
    const double rank = static_cast<double>(prefix_.size());
    const double weight = task.form == Form::share ? 1.0 : 1.0 / std::log2(rank + 1.0);
    prefix_.push_back(prefix_.empty() ? 0.0 : prefix_.back() + weight);
  }
  // Gains of judged documents need not be levels: each level's cost is summed over the thresholds between it and the one below.
  std::vector<double> thresholds(task.levels.begin() + 1, task.levels.end());
  thresholds.insert(thresholds.end(), gains.begin(), gains.end());
  std::sort(thresholds.begin(), thresholds.end());
  thresholds.erase(std::unique(thresholds.begin(), thresholds.end()), thresholds.end());
  fixed = 0;
  step.assign(levels, 0.0);
  cost.resize(levels);
  for (auto& table : cost) table.assign(most + 1, 0.0);
  double below = 0;
  size_t level = 0;  // the level that the threshold counts for
  for (double threshold : thresholds) {
    while (level < levels && threshold > task.levels[level + 1]) ++level;
    const uint32_t judged = at_least(gains, threshold);
    if (level == levels) {
      fixed += (threshold - below) * prefix_[std::min<size_t>(cap, judged)];
    } else {
      for (uint32_t n = 0; n <= most; ++n) cost[level][n] += (threshold - below) * prefix_[std::min<size_t>(cap, judged + n)];
    }
    below = threshold;
  }
  for (size_t l = 0; l < levels; ++l) step[l] = task.levels[l + 1] - task.levels[l];
  whole.assign(most + 1, fixed);
  whole_inverse.assign(most + 1, 0.0);
  for (uint32_t n = 0; n <= most; ++n) {
    for (size_t l = 0; l < levels; ++l) whole[n] += cost[l][n];
    if (whole[n] > 0) whole_inverse[n] = 1.0 / whole[n];
  }
}

void Sums::fill(const Task& task, const QueryHoles& query) {
  if (task.form == Form::ratio || task.form == Form::share) {
    const uint64_t most = task.capped ? std::min<uint64_t>(task.depth, query.n_universe) : query.n_universe;
    ideal.fill(task, query.gains, static_cast<uint32_t>(most));
  } else if (task.form == Form::average) {
    average.fill(task, query);
  }
}

double plain_score(const Task& task, const QueryHoles& query, const Sums& sums, uint32_t system) {
  switch (task.form) {
    case Form::ratio:
    case Form::share: return query.judged[system] * sums.ideal.whole_inverse[0];
    case Form::average: return sums.average.n_relevant > 0 ? sums.average.judged[system] / sums.average.n_relevant : 0.0;
    case Form::rprec: return plain_rprec(query, system);
    default: return query.judged[system];
  }
}

}  // namespace irassay
