// Scores under many variants: hits are found once, then each block of variants walks the queries in order. Blocks go to threads;
// no sum depends on which.
#include "variants/scores.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "machine/in_threads.hpp"
#include "variants/block.hpp"
#include "variants/hits.hpp"
#include "variants/one_relevant.hpp"

namespace irassay {
namespace {

constexpr size_t kTile = 16384;  // hits and systems
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

int largest_grade(const Stack& stack) {
  int largest = 0;
  for (const auto& grades : stack.grades)
    for (int8_t grade : grades) largest = std::max<int>(largest, grade);
  return largest;
}

// Queries whose hits stay in the cache while all blocks of variants walk them: the first one after `first` that doesn't fit.
size_t tile_end(const std::vector<QueryHits>& hits, size_t first) {
  size_t n = 0, query = first;
  while (query < hits.size() && (query == first || n + hits[query].hits.size() + hits[query].order.size() <= kTile)) {
    n += hits[query].hits.size() + hits[query].order.size();
    ++query;
  }
  return query;
}

// The sums of one block of variants over the queries so far.
class BlockSums {
 public:
  BlockSums(const VariantPlan& plan, int largest, size_t n_systems)
      : plan_(plan),
        block_(plan, largest),
        n_systems_(n_systems),
        sums_(n_systems * plan.formulas.size() * kVariantLanes),
        left_out_(n_systems * kVariantLanes),
        values_(plan.formulas.size() * kVariantLanes) {}

  // Adds one query. `out` takes the values too, if they are kept.
  void add(const Stack& stack, size_t query, uint32_t first, const QueryHits& hits, QueryPolicy policy, StackEvaluation& out) {
    block_.set(stack.grades[query].data(), static_cast<uint32_t>(stack.base->labels[query].grades.size()), stack.n_variants,
               first, hits.rows);
    lanes_ = std::min(kVariantLanes, stack.n_variants - first);
    for (uint32_t lane = 0; lane < lanes_; ++lane)
      counts_[lane] = policy == QueryPolicy::with_relevant ? block_.has_relevant(lane) : block_.labelled(lane);
    for (uint32_t lane = 0; lane < lanes_; ++lane) counted_[lane] += counts_[lane];
    for (size_t g = 0; g + 1 < hits.group.size(); ++g) {
      const uint32_t* begin = hits.order.data() + hits.group[g];
      const uint32_t* end = hits.order.data() + hits.group[g + 1];
      const uint32_t n_hits = hits.start[*begin + 1] - hits.start[*begin];
      const bool nothing = n_hits == 0 && plan_.skips_empty_lists;
      if (!nothing || !out.values.empty()) score(*begin, hits, n_hits);
      for (const uint32_t* s = begin; s != end; ++s) {
        const bool counts = policy != QueryPolicy::shared || hits.n_retrieved[*s] > 0;
        if (counts && !nothing) add_values(*s);
        if (!counts) leave_out(*s);
        if (!out.values.empty()) keep(*s, query, first, counts, out);
      }
    }
  }

  void finish(uint32_t first, StackEvaluation& out) const {
    const auto& specs = plan_.formulas.specs();
    for (size_t m = 0; m < specs.size(); ++m)
      for (uint32_t lane = 0; lane < std::min<size_t>(kVariantLanes, out.n_variants - first); ++lane)
        for (size_t s = 0; s < n_systems_; ++s) {
          const double sum = sums_[(s * specs.size() + m) * kVariantLanes + lane];
          const uint32_t n = counted_[lane] - left_out_[s * kVariantLanes + lane];
          double& to = out.summary[(m * out.n_variants + first + lane) * n_systems_ + s];
          if (specs[m].aggregate == Aggregate::sum)
            to = sum;
          else
            to = n == 0 ? kNaN : specs[m].aggregate == Aggregate::mean ? sum / n : std::exp(sum / n);
        }
  }

 private:
  void leave_out(size_t system) {
    for (uint32_t lane = 0; lane < lanes_; ++lane) left_out_[system * kVariantLanes + lane] += counts_[lane];
  }

  void score(size_t system, const QueryHits& hits, uint32_t n_hits) {
    block_.score(hits.hits.data() + hits.start[system], n_hits, hits.n_retrieved[system], values_.data());
    if (plan_.slow.empty()) return;
    block_.score_slow(hits.judged.answer(static_cast<uint32_t>(system)), values_.data());
  }

  void add_values(size_t system) {
    const auto& specs = plan_.formulas.specs();
    if (plan_.skips_empty_lists) {
      double* to = &sums_[system * values_.size()];
      for (size_t i = 0; i < values_.size(); ++i) to[i] += values_[i];
      return;
    }
    for (size_t m = 0; m < specs.size(); ++m) {
      double* to = &sums_[(system * specs.size() + m) * kVariantLanes];
      const double* from = &values_[m * kVariantLanes];
      if (VariantPlan::is_nothing_at_zero(specs[m])) {  // an uncounted lane has value 0 there
        for (uint32_t lane = 0; lane < kVariantLanes; ++lane) to[lane] += from[lane];
        continue;
      }
      for (uint32_t lane = 0; lane < lanes_; ++lane)
        if (counts_[lane])
          to[lane] += specs[m].aggregate == Aggregate::geometric ? std::log(std::max(from[lane], kGeometricFloor)) : from[lane];
    }
  }

  void keep(size_t system, size_t query, uint32_t first, bool counts, StackEvaluation& out) const {
    for (size_t m = 0; m < out.n_measures; ++m)
      for (uint32_t lane = 0; lane < lanes_; ++lane)
        out.values[((m * out.n_variants + first + lane) * n_systems_ + system) * out.n_queries + query] =
            counts && counts_[lane] ? values_[m * kVariantLanes + lane] : kNaN;
  }

  const VariantPlan& plan_;
  VariantBlock block_;
  size_t n_systems_;
  std::vector<double> sums_;        // [system][measure][lane]
  std::vector<uint32_t> left_out_;  // [system][lane]: queries that count, but not for the system
  std::vector<double> values_;      // [measure][lane]
  uint32_t counts_[kVariantLanes] = {};   // 1 where the query counts
  uint32_t counted_[kVariantLanes] = {};  // queries that count
  uint32_t lanes_ = 0;
};

}  // namespace

StackEvaluation evaluate_stack(const Stack& stack, const Runs& runs, const Join& join,
                               const std::vector<MeasureSpec>& specs, Ties ties, QueryPolicy policy, unsigned threads,
                               bool keep_values) {
  refuse_subtopics(specs);
  const Formulas formulas(specs);
  const VariantPlan plan(formulas);
  Draws draws;
  if (!keep_values && plan.skips_empty_lists && find_draws(stack, threads, draws))
    return evaluate_draws(stack, draws, runs, join, formulas, ties, policy, threads);
  StackEvaluation out;
  out.n_measures = specs.size();
  out.n_variants = stack.n_variants;
  out.n_systems = runs.systems.size();
  out.n_queries = stack.grades.size();
  out.summary.resize(out.n_measures * out.n_variants * out.n_systems);
  if (keep_values) out.values.resize(out.summary.size() * out.n_queries);
  out.answered.resize(out.n_systems * out.n_queries);
  const int largest = largest_grade(stack);
  const auto n_blocks = static_cast<uint32_t>((stack.n_variants + kVariantLanes - 1) / kVariantLanes);
  std::vector<BlockSums> blocks(n_blocks, BlockSums(plan, largest, out.n_systems));
  const Needs needs{!plan.slow.empty(), !plan.constant.empty()};
  std::vector<QueryHits> hits;
  for (size_t first = 0; first < out.n_queries;) {
    const size_t end = stretch_end(runs, join, first);
    hits.resize(end - first);
    in_threads(static_cast<uint32_t>(end - first), threads, [&](uint32_t i) {
      find_query_hits(stack, runs, join, first + i, ties, needs, hits[i]);
      for (size_t s = 0; s < out.n_systems; ++s)
        out.answered[s * out.n_queries + first + i] = hits[i].n_retrieved[s] > 0;
    });
    const uint32_t shares = n_threads(n_blocks, threads);
    in_threads(shares, threads, [&](uint32_t share) {
      for (size_t from = first, to; from < end; from = to) {
        to = tile_end(hits, from - first) + first;
        for (uint32_t b = share; b < n_blocks; b += shares, poll())
          for (size_t query = from; query < to; ++query)
            blocks[b].add(stack, query, b * kVariantLanes, hits[query - first], policy, out);
      }
    });
    first = end;
  }
  for (uint32_t b = 0; b < n_blocks; ++b) blocks[b].finish(b * kVariantLanes, out);
  return out;
}

}  // namespace irassay
