// All systems' scores on all queries, which queries count, and what the values come to.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "collection/collection.hpp"
#include "score/score.hpp"

namespace irassay {

constexpr double kGeometricFloor = 0.00001;  // least value that a geometric mean sees, as in trec_eval
constexpr double kNotCounted = std::numeric_limits<double>::quiet_NaN();  // the value of a query that doesn't count

enum class QueryPolicy : uint8_t {
  qrels,          // the queries of the labels; one that a run leaves out scores 0 there
  shared,         // by run, the queries that it has
  with_relevant,  // the queries with a document of grade 1 or more
};

// The policy of that name; throws std::invalid_argument.
QueryPolicy policy_named(std::string_view name);

// The queries of the labels that a policy looks at, ascending.
std::vector<uint32_t> counted_queries(const Qrels& qrels, QueryPolicy policy);

// One label set's scores. A value that doesn't count (a run without the query, under `shared`) is NaN.
struct Evaluation {
  size_t n_measures = 0, n_systems = 0;
  std::vector<uint32_t> queries;   // indices into the labels' queries
  std::vector<double> values;      // [measure][system][query]
  std::vector<double> summary;     // [measure][system]
  std::vector<uint8_t> answered;   // [system][query]: the run has the query

  Evaluation(size_t n_measures, size_t n_systems, std::vector<uint32_t> queries);
  double& value(size_t measure, size_t system, size_t query) {
    return values[(measure * n_systems + system) * queries.size() + query];
  }
  // Marks what doesn't count and fills `summary`, each sum in the order of the queries.
  void summarise(const std::vector<MeasureSpec>& specs, QueryPolicy policy);
};

// Whether a query of a policy counts for a system that answers it, or doesn't.
inline bool counts(QueryPolicy policy, bool is_answered) { return policy != QueryPolicy::shared || is_answered; }

// Adds values in a fixed order to what the aggregate makes of them.
class Summary {
 public:
  explicit Summary(Aggregate aggregate) : aggregate_(aggregate) {}
  void add(double value) {
    sum_ += aggregate_ == Aggregate::geometric ? std::log(std::max(value, kGeometricFloor)) : value;
    ++n_;
  }
  double result() const;  // NaN for a mean of nothing

 private:
  Aggregate aggregate_;
  double sum_ = 0;
  size_t n_ = 0;
};

Evaluation evaluate(const Qrels& qrels, const Runs& runs, const Join& join, const std::vector<MeasureSpec>& specs,
                    Ties ties, QueryPolicy policy, unsigned threads, const Subtopics* subtopics = nullptr);

}  // namespace irassay
