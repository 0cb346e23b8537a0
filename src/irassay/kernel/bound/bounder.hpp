// Bounds of all scores and of all differences of means, over all completions, query by query.
// A completion may differ from query to query, so the worst difference of means is the mean of the queries' worst ones.
#pragma once

#include <memory>
#include <vector>

#include "bound/completion.hpp"
#include "bound/row.hpp"

namespace irassay {

class Bounder {
 public:
  Bounder(std::shared_ptr<const Qrels> qrels, std::shared_ptr<const Runs> runs, Task task);

  uint32_t n_systems() const { return n_systems_; }
  uint32_t n_queries() const { return static_cast<uint32_t>(qrels_->queries.size()); }

  // Queries first .. last - 1 of the qrels, once each and in order. `first` is a multiple of kChunk. Sums are made in
  // chunks whose borders don't depend on the number of threads, so neither do the results.
  void run(uint32_t first, uint32_t last, uint32_t threads);

  // Only differences to these systems are wanted: call before run(). Others' sums in greatest() then mean nothing.
  void ask_for(const std::vector<uint32_t>& systems);

  const std::vector<double>& lower() const { return lower_; }            // [system * n_queries + query]
  const std::vector<double>& plain() const { return plain_; }
  const std::vector<double>& upper() const { return upper_; }
  // [a * n_systems + b] sum over queries of the greatest a - b
  const std::vector<double>& greatest() const { return greatest_; }
  const std::vector<double>& plain_sum() const { return plain_sum_; }    // [system]

  // For measures whose difference is bounded from outside only: looks for completions under which the sum over queries of a - b
  // is at least `target`, after run() has seen all queries. seek() goes through the queries in order, in as many calls as wanted.
  void look_for(std::vector<uint32_t> a, std::vector<uint32_t> b, std::vector<double> target);
  void seek(uint32_t first, uint32_t last, uint32_t threads);
  std::vector<double> sought() const;  // the sums reached, one a pair

  static constexpr uint32_t kChunk = 4;

 private:
  struct Sought {
    uint32_t a, b;
    double target;
    double sum;   // over all queries; those not seen yet with the labels there are
    bool found;   // then left alone
  };

  // The columns that row a is to be filled for.
  void ask(uint32_t a, QueryHoles& query) const;
  void chunk(uint32_t first, uint32_t last, std::vector<double>& sum);

  std::shared_ptr<const Qrels> qrels_;
  std::shared_ptr<const Runs> runs_;
  Task task_;
  Join join_;
  uint32_t n_systems_;
  std::vector<uint8_t> asked_;  // [system] whether differences to it are wanted; empty: to all
  std::vector<Sought> sought_;
  std::vector<double> lower_, plain_, upper_, greatest_, plain_sum_;
};

}  // namespace irassay
