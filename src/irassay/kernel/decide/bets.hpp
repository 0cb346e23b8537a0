// Wealth of bets against "the first system is at most m better", on draws one after the other, by rate, pair and level m.
#pragma once

#include <cstddef>
#include <vector>

namespace irassay {

// What draws showed of the pairs at[i], and what was known before each: [draw][i].
struct Draws {
  size_t n_draws;
  std::vector<size_t> at;
  const double *mean, *z, *variance, *least;  // the variance is infinite where a draw is not of the pair
  const double* left;                         // [i]: items of the pair at the beginning
};

class Bets {
 public:
  Bets(std::vector<double> levels, size_t n_pairs, std::vector<double> rates);
  // Log wealth after each draw: [draw][level][i].
  std::vector<double> place(const Draws& draws);

  size_t n_levels, n_pairs;
  std::vector<double> log_wealth, log_best;                        // [level][pair]: now, and the largest so far
  std::vector<double> squares, expected, precision, weighted;      // [pair], over the draws so far
 private:
  struct Draw;
  void place(const Draw& draw, double* logs, size_t stride);

  std::vector<double> levels_, rates_;  // [level][pair], and [rate]
  std::vector<double> scale_;           // [pair]: root(variance / items) at the first bet
  std::vector<double> wealth_;          // [pair][level][rate]; the last rate follows what draws have shown
};

}  // namespace irassay
