// One relevant document a query and variant.
#include "one_relevant.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <map>

#include "in_threads.hpp"
#include "lanes.hpp"
#include "stack_hits.hpp"

namespace irassay {
namespace {

constexpr uint32_t kVariantsATask = 256;
constexpr size_t kLaneWidth = 4;
constexpr size_t kMostDocuments = 65535;  // labels of one query that an entry can number

// Values of all measures for one relevant document of a grade at a rank; row 0 is for none retrieved.
class ValueTable {
 public:
  ValueTable(const Formulas& formulas) : formulas_(formulas), stride_((formulas.size() + kLaneWidth - 1) / kLaneWidth * kLaneWidth) {
    rows_.assign(stride_, 0);
  }
  uint32_t row(int8_t grade, uint32_t rank) {
    const uint64_t key = (uint64_t{static_cast<uint8_t>(grade)} << 32) | rank;
    const auto [at, added] = index_.emplace(key, static_cast<uint32_t>(rows_.size() / stride_));
    if (added) {
      const Hit hit{rank, 0};
      std::vector<Constant> constants(formulas_.size());
      formulas_.constants(&grade, 1, constants.data());
      rows_.resize(rows_.size() + stride_, 0);
      formulas_.score(&grade, constants.data(), {&hit, 1, rank + 1}, rows_.data() + rows_.size() - stride_);
    }
    return at->second;
  }
  const double* rows() const { return rows_.data(); }
  size_t stride() const { return stride_; }

 private:
  const Formulas& formulas_;
  size_t stride_;
  std::vector<double> rows_;
  std::map<uint64_t, uint32_t> index_;
};

bool draws_of_query(const Stack& stack, size_t query, Draws& out) {
  const size_t n_docs = stack.base->labels[query].grades.size(), n_variants = stack.n_variants;
  if (n_docs > kMostDocuments) return false;
  const int8_t* grades = stack.grades[query].data();
  std::vector<uint16_t>& entry = out.entry[query];
  std::vector<uint8_t>& labelled = out.labelled[query];
  std::vector<uint8_t> several(n_variants), drawn(n_variants);
  entry.assign(n_variants, Draws::kNothing);
  labelled.assign(n_variants, 0);
  for (uint32_t d = 0; d < n_docs; ++d) {
    const int8_t* of = grades + d * n_variants;
    int8_t highest = kUnjudged;
    for (size_t v = 0; v < n_variants; ++v) {
      labelled[v] |= of[v] != kUnjudged;
      highest = std::max(highest, of[v]);
    }
    if (highest <= 0) continue;
    out.documents[query].push_back(d);
    out.grades[query].push_back(highest);
    const auto number = static_cast<uint16_t>(out.documents[query].size());
    int8_t lowest = highest;
    for (size_t v = 0; v < n_variants; ++v) {  // no branches: this runs over the whole stack
      const bool positive = of[v] > 0;
      several[v] |= drawn[v] & uint8_t{positive};
      drawn[v] |= uint8_t{positive};
      entry[v] = positive ? number : entry[v];
      lowest = std::min(lowest, positive ? of[v] : highest);
    }
    if (lowest != highest) return false;
  }
  return std::none_of(several.begin(), several.end(), [](uint8_t yes) { return yes != 0; });
}

// For each system and entry of a query, the row of the value table.
std::vector<uint32_t> table_rows(const Draws& draws, const Stack& stack, const Runs& runs, const Join& join, size_t query,
                                 Ties ties, ValueTable& table, Hits& found) {
  const auto& documents = draws.documents[query];
  const size_t n_entries = documents.size() + 1, n_systems = runs.systems.size();
  std::vector<uint32_t> entry_of(stack.base->labels[query].grades.size(), Draws::kNothing);
  for (size_t e = 0; e < documents.size(); ++e) entry_of[documents[e]] = static_cast<uint32_t>(e + 1);
  find_hits(runs, join, static_cast<uint32_t>(query), ties, found);
  std::vector<uint32_t> out(n_systems * n_entries, 0);
  for (size_t s = 0; s < n_systems; ++s)
    for (uint32_t i = found.start[s]; i < found.start[s + 1]; ++i) {
      const uint32_t entry = entry_of[found.hits[i].column];
      if (entry != Draws::kNothing)
        out[s * n_entries + entry] = table.row(draws.grades[query][entry - 1], found.hits[i].rank);
    }
  return out;
}

}  // namespace

bool find_draws(const Stack& stack, unsigned threads, Draws& out) {
  const size_t n_queries = stack.grades.size();
  out.documents.resize(n_queries);
  out.grades.resize(n_queries);
  out.entry.resize(n_queries);
  out.labelled.resize(n_queries);
  std::atomic<bool> all{true};
  in_threads(static_cast<uint32_t>(n_queries), threads, [&](uint32_t query) {
    if (all && !draws_of_query(stack, query, out)) all = false;
  });
  return all;
}

StackEvaluation evaluate_draws(const Stack& stack, const Draws& draws, const Runs& runs, const Join& join,
                               const Formulas& formulas, Ties ties, QueryPolicy policy, unsigned threads) {
  const size_t n_queries = draws.entry.size(), n_systems = runs.systems.size(), n_variants = stack.n_variants;
  StackEvaluation out;
  out.n_measures = formulas.size();
  out.n_variants = n_variants;
  out.n_systems = n_systems;
  out.n_queries = n_queries;
  out.summary.resize(formulas.size() * n_variants * n_systems);
  out.answered.resize(n_systems * n_queries);
  ValueTable table(formulas);
  std::vector<std::vector<uint32_t>> rows(n_queries);
  Hits found;
  for (size_t q = 0; q < n_queries; ++q) {
    rows[q] = table_rows(draws, stack, runs, join, q, ties, table, found);
    for (size_t s = 0; s < n_systems; ++s) out.answered[s * n_queries + q] = found.n_retrieved[s] > 0;
  }
  const size_t stride = table.stride(), vectors = stride / kLaneWidth;
  const double* values = table.rows();
  const auto n_tasks = static_cast<uint32_t>((n_variants + kVariantsATask - 1) / kVariantsATask);
  in_threads(n_tasks, threads, [&](uint32_t task) {
    const size_t first = size_t{task} * kVariantsATask, last = std::min(first + kVariantsATask, n_variants);
    std::vector<double> sums((last - first) * stride);
    std::vector<uint32_t> counted(last - first);
    for (size_t s = 0; s < n_systems; ++s) {
      std::fill(sums.begin(), sums.end(), 0.0);
      std::fill(counted.begin(), counted.end(), 0u);
      for (size_t q = 0; q < n_queries; ++q) {
        if (policy == QueryPolicy::shared && !out.answered[s * n_queries + q]) continue;
        const uint32_t* row = rows[q].data() + s * (draws.documents[q].size() + 1);
        const uint16_t* entry = draws.entry[q].data();
        const uint8_t* labelled = draws.labelled[q].data();
        for (size_t v = first; v < last; ++v) {
          const double* from = values + size_t{row[entry[v]]} * stride;
          double* to = sums.data() + (v - first) * stride;
          for (size_t i = 0; i < vectors; ++i)
            store(to + i * kLaneWidth, load(to + i * kLaneWidth) + load(from + i * kLaneWidth));
        }
        if (policy == QueryPolicy::with_relevant)
          for (size_t v = first; v < last; ++v) counted[v - first] += entry[v] != Draws::kNothing;
        else
          for (size_t v = first; v < last; ++v) counted[v - first] += labelled[v];
      }
      for (size_t m = 0; m < formulas.size(); ++m)
        for (size_t v = first; v < last; ++v) {
          const bool sum = formulas.specs()[m].aggregate == Aggregate::sum;
          const double total = sums[(v - first) * stride + m];
          out.summary[(m * n_variants + v) * n_systems + s] =
              sum ? total : counted[v - first] ? total / counted[v - first] : std::numeric_limits<double>::quiet_NaN();
        }
    }
  });
  return out;
}

}  // namespace irassay
