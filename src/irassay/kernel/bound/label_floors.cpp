// Floors of the number of labels that settle a pair.
//
// Let L be the least a - b over all completions, summed over queries. k labels in one query raise its part of L by at most r(k), so
// labels that put a ahead under every completion must have the r(k) of their queries add up to more than -L; the cheapest way is
// found from the largest steps of r on, once each r is replaced by the least concave function above it. The same for b, from the
// greatest a - b. Labels that leave the two equal under every completion bring neither's least lead below 0.
#include "bound/label_floors.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "bound/hole_effects.hpp"
#include "bound/row.hpp"
#include "machine/interrupt.hpp"

namespace irassay {

namespace {

// What labels can do for one system of a pair.
struct Side {
  double least = 0;           // of its lead, summed over queries
  std::vector<double> steps;  // by which labels can raise that; of each query, falling
};

// The documents that one system of a pair, the other, and the rest have, in one query of a measure that is a share of a total.
struct Shares {
  double judged;                  // lead by the judged documents
  double top;                     // gain
  uint64_t own, other, rest;      // unjudged documents above the depth in one list alone, and all further ones
  const std::vector<double>& inverse;  // [n] one over the total with n further documents of the top gain

  double over(uint64_t n) const { return inverse[std::min<uint64_t>(n, inverse.size() - 1)]; }

  // The largest value that k labels can give the least lead. Of the system's own documents the top grade is best under every
  // completion of the others, and of the other's documents no gain is, since a share is at most 1; s labels are spent on these two.
  // Then the worst completion gives the top grade to the rest of the other's documents, and to the further ones where the lead is
  // positive, which makes it a smaller share; so there labels that hold further documents down help, else such that raise them.
  double best(uint64_t k) const {
    double value = -HUGE_VAL;
    for (uint64_t s = 0; s <= std::min(k, own + other); ++s) {
      const double lead = judged + top * (static_cast<double>(s) - static_cast<double>(other));
      const uint64_t further = std::min(k - s, rest);
      if (lead < 0) {
        const uint64_t raised = std::min(s, own);
        value = std::max(value, lead * over(raised + further + other - (s - raised)));
      } else {
        const uint64_t held = std::min(s, other);
        value = std::max(value, lead * over(s - held + other - held + rest - further));
      }
    }
    return value;
  }
};

// Appends the steps of the least concave function above value[0], value[1], ...
void add_concave(const std::vector<double>& value, std::vector<double>& steps) {
  std::vector<size_t> hull;
  const auto slope = [&](size_t i, size_t j) { return (value[j] - value[i]) / static_cast<double>(j - i); };
  for (size_t i = 0; i < value.size(); ++i) {
    while (hull.size() > 1 && slope(hull.back(), i) >= slope(hull[hull.size() - 2], hull.back())) hull.pop_back();
    hull.push_back(i);
  }
  for (size_t h = 1; h < hull.size(); ++h) {
    const double step = slope(hull[h - 1], hull[h]);
    if (step > 0) steps.insert(steps.end(), hull[h] - hull[h - 1], step);
  }
}

void add_linear(const Task& task, const QueryHoles& query, uint32_t a, uint32_t b, Side& side) {
  side.least += query.judged[a] - query.judged[b];
  for (uint32_t doc = 0; doc < query.n_docs; ++doc) {
    const double* weight = query.weight_of.data() + static_cast<size_t>(doc) * query.n_columns;
    const double lead = weight[a] - weight[b];
    if (lead < 0) side.least += lead * task.top();
    if (lead != 0) side.steps.push_back(std::abs(lead) * task.top());
  }
}

void add_share(const Task& task, const QueryHoles& query, const Ideal& ideal, uint32_t a, uint32_t b, Side& side) {
  Shares shares{query.judged[a] - query.judged[b], task.top(), 0, 0, 0, ideal.whole_inverse};
  for (uint32_t doc = 0; doc < query.n_docs; ++doc) {
    const double* weight = query.weight_of.data() + static_cast<size_t>(doc) * query.n_columns;
    shares.own += weight[a] > weight[b];
    shares.other += weight[b] > weight[a];
  }
  shares.rest = query.n_universe - shares.own - shares.other;
  // Each label beyond those of documents that one list has alone only moves the total, and less and less; the last step goes as
  // far as any number of labels could.
  const uint64_t most = std::min<uint64_t>(query.n_universe, shares.own + shares.other + 1);
  std::vector<double> value;
  for (uint64_t k = 0; k <= most; ++k) value.push_back(shares.best(k));
  if (most < query.n_universe) value.push_back(std::max(value.back(), shares.best(query.n_universe)));
  side.least += value[0];
  add_concave(value, side.steps);
}

// The fewest labels that could bring the least lead above a value.
uint32_t labels_for(const Side& side, double above) {
  double lead = side.least;
  for (uint32_t n = 0;; ++n) {
    if (lead > above) return n;
    if (n == side.steps.size()) return kNone;
    lead += side.steps[n];
  }
}

// The fewest labels that could leave the two equal under every completion: neither's least lead is then below 0. Of a sum of gains
// every document that moves it must have one, and so many also put one system ahead; with shares that isn't sure.
uint32_t floor_of(const Side& a, const Side& b, Form form, double tolerance) {
  const uint32_t ahead = std::min(labels_for(a, tolerance), labels_for(b, tolerance));
  if (form == Form::linear) return ahead;
  return std::min(ahead, std::max(labels_for(a, -2 * tolerance), labels_for(b, -2 * tolerance)));
}

}  // namespace

std::vector<uint32_t> label_floors(const Qrels& qrels, const Runs& runs, const Join& join, Task task,
                                   const std::vector<uint32_t>& a, const std::vector<uint32_t>& b, double tolerance) {
  if (task.form != Form::linear && task.form != Form::share) throw std::invalid_argument("no floor is known for this measure");
  check_pairs(a, b, runs.systems.size());
  task.weigh(runs);
  std::vector<Side> for_a(a.size()), for_b(a.size());
  QueryHoles query;
  Sums sums;
  for (uint32_t q = 0; q < qrels.queries.size(); ++q) {
    lay_out(task, qrels, runs, join, q, query);
    sums.fill(task, query);
    for (size_t p = 0; p < a.size(); ++p) {
      poll();
      if (task.form == Form::linear) {
        add_linear(task, query, a[p], b[p], for_a[p]);
        add_linear(task, query, b[p], a[p], for_b[p]);
      } else {
        add_share(task, query, sums.ideal, a[p], b[p], for_a[p]);
        add_share(task, query, sums.ideal, b[p], a[p], for_b[p]);
      }
    }
  }
  std::vector<uint32_t> out;
  for (size_t p = 0; p < a.size(); ++p) {
    for (Side* side : {&for_a[p], &for_b[p]})
      std::sort(side->steps.begin(), side->steps.end(), [](double x, double y) { return x > y; });
    const bool equal = for_a[p].least >= -tolerance && for_b[p].least >= -tolerance;
    out.push_back(equal ? 0 : floor_of(for_a[p], for_b[p], task.form, tolerance));
  }
  return out;
}

}  // namespace irassay
