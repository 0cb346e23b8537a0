// The greatest difference of one system to each other over all completions of one query.
#pragma once

#include <vector>

#include "bound/average.hpp"
#include "bound/completion.hpp"

namespace irassay {

// What the ideal ranking gives, by how many unjudged documents reach each gain.
// Unjudged documents with a gain of at least levels[l] number n_l, n_1 >= n_2 >= ...; then the ideal is
// fixed + sum over l of cost[l - 1][n_l].
struct Ideal {
  double fixed = 0;                        // from judged gains above every level
  std::vector<double> step;                // [level - 1] levels[l] - levels[l - 1]
  std::vector<std::vector<double>> cost;   // [level - 1][n]
  std::vector<double> whole;               // [n] the ideal where n documents have the top gain and the others none
  std::vector<double> whole_inverse;       // 1 / whole, 0 where that is 0

  // n runs from 0 to `most`; a larger n costs no more than `most` when the ideal is capped.
  void fill(const Task& task, const std::vector<double>& gains, uint32_t most);

 private:
  std::vector<double> prefix_;
};

// What a row needs beside the query; reused.
struct RowScratch {
  AverageScratch average;
  std::vector<double> weights;    // lanes of differences, then their prefix sums
  std::vector<double> helping;
  std::vector<double> hurting;
  std::vector<double> other;
  std::vector<std::pair<uint32_t, uint32_t>> network;  // comparators for `network_size` items
  uint32_t network_size = 0;
};

// What a form prepares once a query.
struct Sums {
  Ideal ideal;           // ratio, share
  AverageTables average;  // average

  void fill(const Task& task, const QueryHoles& query);
};

// out[b] = greatest value of (measure of a) - (measure of b), for every column b that is asked for; the others, and those above
// n_systems, are not meaningful.
// For Form::average a bound that the true greatest difference doesn't exceed, exact where one of the two is the empty system.
void bound_row(const Task& task, const QueryHoles& query, const Sums& sums, uint32_t a, RowScratch& scratch, double* out);

// out[b] by form.
void linear_row(const Task& task, const QueryHoles& query, uint32_t a, double* out);
void share_row(const Task& task, const QueryHoles& query, const Ideal& ideal, uint32_t a, double* out);
void ratio_row(const Task& task, const QueryHoles& query, const Ideal& ideal, uint32_t a, RowScratch& scratch, double* out);
void first_row(const Task& task, const QueryHoles& query, uint32_t a, double* out);

// The score that the judged documents give alone.
double plain_score(const Task& task, const QueryHoles& query, const Sums& sums, uint32_t system);

}  // namespace irassay
