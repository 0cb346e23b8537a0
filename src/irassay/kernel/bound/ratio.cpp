// Exact greatest differences of nDCG@k over all completions, by Dinkelbach's method (Management Science 13(7), 1967).
//
// For a - b a document weighs w = discount in a's list - discount in b's. Given that n_g unjudged documents reach gain level g,
// the best numerator puts them on the n_g largest w, so it is D0 + sum of step_g P[n_g] with prefix sums P; the denominator is
// the ideal, sum of cost_g[n_g]. For a trial value t > 0 of the ratio, numerator - t x denominator falls apart by level, and the
// levels' best counts nest by themselves because the cost of one more document is smaller the more judged ones there are already.
// Where no completion makes the numerator positive the counts want to nest the other way round, so all levels share one count.
#include <algorithm>

#include "bound/row.hpp"
#include "machine/lanes.hpp"

namespace irassay {

namespace {

constexpr uint32_t kSideBySide = 64;  // longer lists of holes are taken one pair at a time
constexpr int kSteps = 100;           // two to four are usual

// Batcher's merge exchange (Knuth, TAOCP 3, 5.2.2 M): comparators that sort n items, largest first.
void make_network(uint32_t n, RowScratch& scratch) {
  if (scratch.network_size == n) return;
  scratch.network.clear();
  scratch.network_size = n;
  uint32_t top = 1;
  while (top < n) top *= 2;
  for (uint32_t p = top / 2; p > 0; p /= 2) {
    uint32_t q = top / 2, r = 0, d = p;
    for (;;) {
      for (uint32_t i = 0; i + d < n; ++i)
        if ((i & p) == r) scratch.network.emplace_back(i, i + d);
      if (q == p) break;
      d = q - p;
      q /= 2;
      r = p;
    }
  }
}

// Dinkelbach's steps for one pair. helping: prefix sums of the positive w, n of them.
double climb(const Ideal& ideal, double judged, double top, const double* helping, uint32_t n) {
  double value = 0;
  for (uint32_t i = 0; i <= n; ++i) value = std::max(value, (judged + top * helping[i]) * ideal.whole_inverse[i]);
  if (ideal.step.size() == 1) return value;
  for (int round = 0; round < kSteps; ++round) {
    double numerator = judged, denominator = ideal.fixed;
    for (size_t l = 0; l < ideal.step.size(); ++l) {
      const double* cost = ideal.cost[l].data();
      double best = -value * cost[0], gain = 0, price = cost[0];
      for (uint32_t i = 1; i <= n; ++i) {
        const double trial = ideal.step[l] * helping[i] - value * cost[i];
        if (trial > best) {
          best = trial;
          gain = ideal.step[l] * helping[i];
          price = cost[i];
        }
      }
      numerator += gain;
      denominator += price;
    }
    if (!(denominator > 0) || !(numerator > value * denominator)) break;
    const double next = numerator / denominator;
    if (!(next > value)) break;
    value = next;
  }
  return value;
}

// The greatest ratio where the numerator is at most 0: n documents of the top gain, those that help, then those that change no
// numerator, then those that hurt least. The ratio has one peak in n (numerator and denominator are concave).
double sink(const Task& task, const QueryHoles& query, const Ideal& ideal, double numerator, size_t n,
            const std::vector<double>& hurting) {
  const size_t last = ideal.whole_inverse.size() - 1;
  const size_t n_hurting = hurting.size();
  n = std::max<size_t>(n, query.n_universe - std::min<uint64_t>(query.n_universe, n_hurting));
  if (n >= last) return numerator * ideal.whole_inverse[last];
  double best = numerator * ideal.whole_inverse[n];
  for (size_t i = 0; i < n_hurting && n < last; ++i) {
    numerator -= task.top() * hurting[i];
    const double value = numerator * ideal.whole_inverse[++n];
    if (value <= best) break;
    best = value;
  }
  return best;
}

// Documents of a's list that weigh more there than in b's, by how much, largest first.
void collect(const Task& task, const QueryHoles& query, uint32_t a, uint32_t b, std::vector<double>& out) {
  out.clear();
  for (uint32_t h = 0; h < query.n_holes(a); ++h) {
    const Hole hole = query.holes_of(a)[h];
    const double w = task.weights[hole.rank] - query.weight_of[static_cast<size_t>(hole.doc) * query.n_columns + b];
    if (w > 0) out.push_back(w);
  }
  std::sort(out.begin(), out.end(), [](double x, double y) { return x > y; });
}

double one_pair(const Task& task, const QueryHoles& query, const Ideal& ideal, uint32_t a, uint32_t b, RowScratch& scratch) {
  collect(task, query, a, b, scratch.helping);
  const double judged = query.judged[a] - query.judged[b];
  const uint32_t n = static_cast<uint32_t>(scratch.helping.size());
  scratch.weights.assign(n + 1, 0.0);
  for (uint32_t i = 0; i < n; ++i) scratch.weights[i + 1] = scratch.weights[i] + scratch.helping[i];
  const double numerator = judged + task.top() * scratch.weights[n];
  if (numerator > 0) return climb(ideal, judged, task.top(), scratch.weights.data(), n);
  collect(task, query, b, a, scratch.hurting);
  std::reverse(scratch.hurting.begin(), scratch.hurting.end());
  return sink(task, query, ideal, numerator, n, scratch.hurting);
}

// climb() for four pairs at once.
Lanes climb_lanes(const Ideal& ideal, Lanes judged, double top, const Lanes* helping, uint32_t n) {
  Lanes value = spread(0.0);
  for (uint32_t i = 0; i <= n; ++i)
    value = larger(value, (judged + spread(top) * helping[i]) * spread(ideal.whole_inverse[i]));
  if (ideal.step.size() == 1) return value;
  for (int round = 0; round < kSteps; ++round) {
    Lanes numerator = judged, denominator = spread(ideal.fixed);
    for (size_t l = 0; l < ideal.step.size(); ++l) {
      const double* cost = ideal.cost[l].data();
      const Lanes step = spread(ideal.step[l]);
      Lanes price = spread(cost[0]), gain = spread(0.0), best = -value * price;
      for (uint32_t i = 1; i <= n; ++i) {
        const Lanes more = step * helping[i], trial_price = spread(cost[i]), trial = more - value * trial_price;
        const Mask better = trial > best;
        best = better ? trial : best;
        gain = better ? more : gain;
        price = better ? trial_price : price;
      }
      numerator += gain;
      denominator += price;
    }
    const Lanes next = numerator / denominator;  // NaN where both are 0: compares false
    const Mask better = next > value;
    if (!any(better)) break;
    value = better ? next : value;
  }
  return value;
}

}  // namespace

void ratio_row(const Task& task, const QueryHoles& query, const Ideal& ideal, uint32_t a, RowScratch& scratch, double* out) {
  const uint32_t n = query.n_holes(a);
  if (n > kSideBySide) {
    for (uint32_t b = 0; b <= query.n_systems; ++b)
      if (query.asks_for(b)) out[b] = one_pair(task, query, ideal, a, b, scratch);
    return;
  }
  make_network(n, scratch);
  // With `depth` documents that nobody retrieved, whatever they cost the ideal is to be had without hurting the numerator.
  const bool plenty = task.capped && task.unseen >= task.depth;
  const double deepest = ideal.whole_inverse.back();
  const Hole* holes = query.holes_of(a);
  Lanes helping[kSideBySide + 1];
  helping[0] = spread(0.0);
  for (uint32_t b = 0; b < query.n_columns; b += kLanes) {
    if (!query.asks_for(b)) continue;
    for (uint32_t h = 0; h < n; ++h) {
      const Lanes other = load(&query.weight_of[static_cast<size_t>(holes[h].doc) * query.n_columns + b]);
      helping[h + 1] = larger(spread(task.weights[holes[h].rank]) - other, spread(0.0));
    }
    for (const auto& [i, j] : scratch.network) {
      const Lanes x = helping[i + 1], y = helping[j + 1];
      helping[i + 1] = larger(x, y);
      helping[j + 1] = smaller(x, y);
    }
    for (uint32_t h = 2; h <= n; ++h) helping[h] += helping[h - 1];
    const Lanes judged = spread(query.judged[a]) - load(&query.judged[b]);
    const Lanes numerator = judged + spread(task.top()) * helping[n];
    const Mask positive = numerator > spread(0.0);
    Lanes value = numerator * spread(deepest);
    if (any(positive)) {
      const Lanes climbed = climb_lanes(ideal, judged, task.top(), helping, n);
      value = positive ? climbed : value;
    }
    store(out + b, value);
    if (plenty) continue;
    for (uint32_t lane = 0; lane < kLanes && b + lane <= query.n_systems; ++lane)
      if (!positive[lane]) out[b + lane] = one_pair(task, query, ideal, a, b + lane, scratch);
  }
}

}  // namespace irassay
