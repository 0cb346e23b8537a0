// Exact greatest differences for measures whose worst completion has a closed form: sums of weighted gains, shares of a
// total, and the first relevant document.
#include "bound/row.hpp"

#include <algorithm>

#include "bound/rprec.hpp"
#include "machine/lanes.hpp"

namespace irassay {

// A sum of weight x gain: every document that a ranks better gets the top gain, every other one none.
void linear_row(const Task& task, const QueryHoles& query, uint32_t a, double* out) {
  const Hole* holes = query.holes_of(a);
  const uint32_t n = query.n_holes(a);
  for (uint32_t b = 0; b < query.n_columns; b += kLanes) {
    if (!query.asks_for(b)) continue;
    const Lanes judged = spread(query.judged[a]) - load(&query.judged[b]);
    Lanes sum = spread(0.0);
    for (uint32_t h = 0; h < n; ++h) {
      const Lanes other = load(&query.weight_of[static_cast<size_t>(holes[h].doc) * query.n_columns + b]);
      sum += larger(spread(task.weights[holes[h].rank]) - other, spread(0.0));
    }
    store(out + b, judged + spread(task.top()) * sum);
  }
}

// Every rank weighs the same, so documents differ only in which of the two systems has them. While the numerator is positive
// each document of a's adds at least as much to it as to the largest sum (a share is at most 1); where it can't be positive,
// every document that changes no numerator makes the share smaller. Documents of b's alone never help.
void share_row(const Task& task, const QueryHoles& query, const Ideal& ideal, uint32_t a, double* out) {
  const Hole* holes = query.holes_of(a);
  const uint32_t n = query.n_holes(a);
  const size_t last = ideal.whole_inverse.size() - 1;
  for (uint32_t b = 0; b < query.n_columns; b += kLanes) {
    if (!query.asks_for(b)) continue;
    Lanes both = spread(0.0);
    for (uint32_t h = 0; h < n; ++h) both += load(&query.weight_of[static_cast<size_t>(holes[h].doc) * query.n_columns + b]);
    for (uint32_t lane = 0; lane < kLanes; ++lane) {
      const uint32_t column = b + lane;
      const double helping = n - both[lane];
      const double numerator = query.judged[a] - query.judged[column] + task.top() * helping;
      size_t relevant = static_cast<size_t>(helping);
      if (numerator <= 0 && column <= query.n_systems)
        relevant = static_cast<size_t>(static_cast<double>(query.n_universe) - (query.n_holes(column) - both[lane]));
      out[column] = numerator * ideal.whole_inverse[std::min(relevant, last)];
    }
  }
}

// One relevant document can change a's value; more could only raise b's too.
void first_row(const Task& task, const QueryHoles& query, uint32_t a, double* out) {
  const Hole* holes = query.holes_of(a);
  const uint32_t n = task.top() > 0 ? query.n_holes(a) : 0;
  const Lanes own = spread(query.judged[a]);
  for (uint32_t b = 0; b < query.n_columns; b += kLanes) {
    if (!query.asks_for(b)) continue;
    const Lanes judged = load(&query.judged[b]);
    Lanes best = own - judged;
    for (uint32_t h = 0; h < n && task.weights[holes[h].rank] > query.judged[a]; ++h) {
      const Lanes weight = spread(task.weights[holes[h].rank]);
      if (!any(weight - judged > best)) break;  // weights fall along the list
      best = larger(best, weight - larger(judged, load(&query.weight_of[static_cast<size_t>(holes[h].doc) * query.n_columns + b])));
    }
    store(out + b, best);
  }
}

void bound_row(const Task& task, const QueryHoles& query, const Sums& sums, uint32_t a, RowScratch& scratch, double* out) {
  switch (task.form) {
    case Form::linear: return linear_row(task, query, a, out);
    case Form::share: return share_row(task, query, sums.ideal, a, out);
    case Form::ratio: return ratio_row(task, query, sums.ideal, a, scratch, out);
    case Form::first: return first_row(task, query, a, out);
    case Form::average: return average_row(task, query, sums.average, a, scratch.average, out);
    case Form::rprec: return rprec_row(task, query, a, out);
  }
}

}  // namespace irassay
