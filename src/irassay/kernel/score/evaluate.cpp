// Scores of all systems on all queries. Tasks are blocks of queries; no result depends on who computes a block.
#include "score/evaluate.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "machine/in_threads.hpp"

namespace irassay {
namespace {

constexpr size_t kBlock = 8;               // queries a task: their values fill cache lines of the result

}  // namespace

QueryPolicy policy_named(std::string_view name) {
  if (name == "qrels") return QueryPolicy::qrels;
  if (name == "shared") return QueryPolicy::shared;
  if (name == "with-relevant") return QueryPolicy::with_relevant;
  throw std::invalid_argument("no such query policy: " + std::string(name));
}

std::vector<uint32_t> counted_queries(const Qrels& qrels, QueryPolicy policy) {
  std::vector<uint32_t> out;
  for (uint32_t q = 0; q < qrels.queries.size(); ++q) {
    const auto& grades = qrels.labels[q].grades;
    if (policy != QueryPolicy::with_relevant ||
        std::any_of(grades.begin(), grades.end(), [](int8_t grade) { return grade >= 1; }))
      out.push_back(q);
  }
  return out;
}

double Summary::result() const {
  if (aggregate_ == Aggregate::sum) return sum_;
  if (n_ == 0) return kNotCounted;
  const double mean = sum_ / static_cast<double>(n_);
  return aggregate_ == Aggregate::geometric ? std::exp(mean) : mean;
}

Evaluation::Evaluation(size_t measures, size_t systems, std::vector<uint32_t> of)
    : n_measures(measures),
      n_systems(systems),
      queries(std::move(of)),
      values(measures * systems * queries.size()),
      summary(measures * systems),
      answered(systems * queries.size()) {}

void Evaluation::summarise(const std::vector<MeasureSpec>& specs, QueryPolicy policy) {
  for (size_t m = 0; m < n_measures; ++m)
    for (size_t s = 0; s < n_systems; ++s) {
      Summary total(specs[m].aggregate);
      for (size_t q = 0; q < queries.size(); ++q) {
        if (counts(policy, answered[s * queries.size() + q] != 0))
          total.add(value(m, s, q));
        else
          value(m, s, q) = kNotCounted;
      }
      summary[m * n_systems + s] = total.result();
    }
}

Evaluation evaluate(const Qrels& qrels, const Runs& runs, const Join& join, const std::vector<MeasureSpec>& specs,
                    Ties ties, QueryPolicy policy, unsigned threads, const Subtopics* subtopics) {
  const Scorer scorer(qrels, specs, subtopics);
  const size_t n_systems = runs.systems.size(), n_measures = specs.size();
  Evaluation out(n_measures, n_systems, counted_queries(qrels, policy));
  const size_t n_queries = out.queries.size();
  const auto n_blocks = static_cast<uint32_t>((n_queries + kBlock - 1) / kBlock);
  struct Space {
    Hits hits;
    std::vector<double> values;  // [query of the block][system][measure]
  };
  std::vector<Space> spaces(n_threads(n_blocks, threads));
  in_threads(n_blocks, threads, [&](uint32_t block, uint32_t thread) {
    Space& space = spaces[thread];
    space.values.resize(kBlock * n_systems * n_measures);
    const size_t first = block * kBlock, last = std::min(first + kBlock, n_queries);
    for (size_t q = first; q < last; ++q) {
      find_hits(runs, join, out.queries[q], ties, space.hits);
      for (size_t s = 0; s < n_systems; ++s) {
        const Answer answer = space.hits.answer(static_cast<uint32_t>(s));
        out.answered[s * n_queries + q] = answer.n_retrieved > 0;
        scorer.score(out.queries[q], answer, &space.values[((q - first) * n_systems + s) * n_measures]);
      }
    }
    for (size_t m = 0; m < n_measures; ++m)
      for (size_t s = 0; s < n_systems; ++s)
        for (size_t q = first; q < last; ++q)
          out.value(m, s, q) = space.values[((q - first) * n_systems + s) * n_measures + m];
  });
  out.summarise(specs, policy);
  return out;
}

}  // namespace irassay
