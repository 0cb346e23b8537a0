// Expected scores where unjudged documents are like the judged ones of their rank: an assumption, not a finding.
//
// Documents stand in bands by their best rank in any run. An unjudged document of query q and band b reaches gain level g with
// probability (n_g + s prior_g) / (n + s), n counting the query's judged documents of the band. The prior is the query's own rate
// of g, smoothed by the collection's in the same way, times what the collection's labels say of the band: its rate there over its
// rate anywhere. Documents that nobody retrieved count as not relevant.
#pragma once

#include <array>
#include <memory>
#include <stdexcept>
#include <vector>

#include "bound/completion.hpp"
#include "bound/row.hpp"

namespace irassay {

constexpr std::array<uint32_t, 8> kBandEnds = {5, 10, 20, 50, 100, 200, 500, 1000};  // ranks from 1, closed
constexpr size_t kBands = kBandEnds.size() + 2;  // deeper, and not retrieved at all

class Expecter {
 public:
  // smoothing: s, in labels. Draws depend on (key, query's name, document, draw) alone.
  Expecter(std::shared_ptr<const Qrels> qrels, std::shared_ptr<const Runs> runs, Task task, double smoothing, uint32_t n_draws,
           uint64_t key);

  uint32_t n_systems() const { return static_cast<uint32_t>(runs_->systems.size()); }
  uint32_t n_queries() const { return static_cast<uint32_t>(qrels_->queries.size()); }

  // Throws std::invalid_argument where this is made of others.
  void check(const Qrels& qrels, const Runs& runs, const Task& task) const {
    join_.check(qrels, runs);
    if (task.levels != task_.levels) throw std::invalid_argument("the expected scores are those of another measure");
  }

  // First count() for all queries, then run() for all, in any blocks.
  void count(uint32_t first, uint32_t last);
  void run(uint32_t first, uint32_t last, uint32_t threads);

  // Whether the labels hold documents without gain: where they don't, no rate can be told.
  bool possible() const;
  const std::vector<double>& estimate() const { return estimate_; }  // [system * n_queries + query]
  // Probability of each level for an unjudged document of a query and band.
  std::vector<double> rates(uint32_t query, size_t band) const;
  // Levels of unjudged documents of one query, given by their ids among the run's documents, in the draws that the
  // estimate is made of: [draw * ids.size() + document].
  std::vector<uint8_t> levels_of(uint32_t query, const std::vector<uint32_t>& ids, uint32_t n_draws) const;
  // Every system's score of queries first to last - 1 in draws begin to end - 1, after count():
  // [((draw - begin) * n_systems + system) * (last - first) + query - first].
  std::vector<double> drawn_scores(uint32_t first, uint32_t last, uint32_t begin, uint32_t end, uint32_t threads) const;

 private:
  struct Pool;
  std::vector<uint32_t> thresholds(uint32_t query) const;
  uint64_t draws_of(uint32_t query) const;
  void one_query(uint32_t q);
  void lay_pool(uint32_t q, Pool& pool) const;
  void expect(uint32_t q, const QueryHoles& query, const Pool& pool, uint32_t system, double* out) const;
  // Calls see(draw, system, score) for draws begin to end - 1.
  template <class See>
  void draw_scores(uint32_t q, const QueryHoles& query, const Pool& pool, uint32_t begin, uint32_t end, See see) const;

  std::shared_ptr<const Qrels> qrels_;
  std::shared_ptr<const Runs> runs_;
  Task task_;
  Join join_;
  double smoothing_;
  uint32_t n_draws_;
  uint64_t key_;
  std::vector<uint32_t> by_name_;      // systems in byte order of their names
  std::vector<double> counts_;         // [query][band][level], judged documents
  std::vector<double> all_;            // [band][level]
  std::vector<double> estimate_;
};

}  // namespace irassay
