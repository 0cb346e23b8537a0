// Bounds of average precision and of its differences.
#include "bound/average.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace irassay {

void AverageTables::fill(const Task& task, const QueryHoles& query) {
  const uint32_t n = query.n_systems;
  n_relevant = static_cast<uint32_t>(query.gains.size());
  uint32_t most = 0;
  judged.assign(n + 1, 0.0);
  own_of.assign(query.weight_of.size(), 0.0);
  start.assign(1, 0);
  for (std::vector<double>* table : {&top, &bottom, &pairs_top, &pairs_bottom}) table->clear();
  for (uint32_t s = 0; s <= n; ++s) {
    const Hole* holes = query.holes_of(s);
    const uint32_t n_holes = query.n_holes(s);
    const Gained* gained = query.gained_of(s);
    const uint32_t n_gained = query.n_gained(s);
    double below = 0;  // sum of 1 / rank over relevant documents from `g` on
    for (uint32_t g = 0; g < n_gained; ++g) {
      judged[s] += (g + 1) * task.weights[gained[g].rank];
      below += task.weights[gained[g].rank];
    }
    uint32_t g = 0;
    double added = 0, pairs = 0;
    top.push_back(judged[s]);
    pairs_top.push_back(0);
    for (uint32_t h = 0; h < n_holes; ++h) {
      while (g < n_gained && gained[g].rank < holes[h].rank) below -= task.weights[gained[g++].rank];
      const double place = task.weights[holes[h].rank];
      const double own = (g + 1) * place + std::max(0.0, below);
      own_of[static_cast<size_t>(holes[h].doc) * query.n_columns + s] = own;
      added += own;
      pairs += h * place;
      top.push_back(judged[s] + added + pairs);
      pairs_top.push_back(pairs);
    }
    added = pairs = 0;
    double lower = 0;  // sum of 1 / rank over the new ones so far, all of them lower in the list
    bottom.push_back(judged[s]);
    pairs_bottom.push_back(0);
    for (uint32_t h = n_holes; h-- > 0;) {
      added += own_of[static_cast<size_t>(holes[h].doc) * query.n_columns + s];
      pairs += lower;
      lower += task.weights[holes[h].rank];
      bottom.push_back(judged[s] + added + pairs);
      pairs_bottom.push_back(pairs);
    }
    start.push_back(static_cast<uint32_t>(top.size()));
    most = std::max(most, n_holes);
  }
  inverse.assign(most + 1, 0.0);
  for (uint32_t m = 0; m <= most; ++m)
    if (n_relevant + m > 0) inverse[m] = 1.0 / (n_relevant + m);
}

namespace {

constexpr uint32_t kTile = 2 * kLanes;  // a cache line of systems
constexpr uint32_t kFew = 64;  // numbers that are sorted as they are

// Positive numbers up to 2^8 fall into buckets by exponent and the first five bits of the mantissa, so that one bucket's
// largest is at most 1/32 above its least. Smaller ones than 2^-24 share the first bucket.
constexpr uint32_t kPerOctave = 32, kOctaves = 32, kBuckets = kPerOctave * kOctaves;
constexpr uint64_t kFirst = (1023ull - 24) * kPerOctave;

uint32_t bucket_of(double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  bits >>= 47;  // 11 bits of exponent, 5 of mantissa
  return bits <= kFirst ? 0 : static_cast<uint32_t>(std::min<uint64_t>(bits - kFirst, kBuckets - 1));
}

// The least number above all of a bucket's.
double ceiling_of(uint32_t bucket) {
  const uint64_t bits = (kFirst + bucket + 1) << 47;
  double value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

const std::vector<double>& ceilings() {
  static const std::vector<double> table = [] {
    std::vector<double> t(kBuckets);
    for (uint32_t b = 0; b < kBuckets; ++b) t[b] = ceiling_of(b);
    return t;
  }();
  return table;
}

// largest[m] is no less than the sum of the m largest differences, those below 0 taken as 0, and exactly that wherever m ends a
// bucket. Sorting them exactly takes four times as long.
void largest_sums(const Buckets& buckets, uint32_t n, std::vector<double>& largest) {
  largest.resize(n + 1);
  largest[0] = 0;
  const std::vector<double>& ceiling = ceilings();
  uint32_t m = 0;
  double before = 0;
  for (uint32_t bucket = kBuckets; bucket-- > 0 && m < n;) {
    const uint32_t count = buckets.count[bucket];
    if (count == 0) continue;
    const double after = before + buckets.sum[bucket];
    for (uint32_t i = 1; i <= count; ++i) largest[m + i] = std::min(before + i * ceiling[bucket], after);
    m += count;
    before = after;
  }
}

void add_up_sorted(const double* differences, uint32_t n, std::vector<double>& largest) {
  largest.assign(differences, differences + n);
  std::sort(largest.begin(), largest.end(), [](double x, double y) { return x > y; });
  largest.insert(largest.begin(), 0.0);
  for (uint32_t m = 1; m <= n; ++m) largest[m] += largest[m - 1];
}

// Both kinds of difference at once: each waits for its own last bucket.
void add_up_largest(const double* own, const double* place, uint32_t n, AverageScratch& scratch) {
  if (n <= kFew) {
    add_up_sorted(own, n, scratch.own);
    add_up_sorted(place, n, scratch.place);
    return;
  }
  scratch.own_buckets.clear(kBuckets);
  scratch.place_buckets.clear(kBuckets);
  for (uint32_t h = 0; h < n; ++h) {
    scratch.own_buckets.add(bucket_of(own[h]), own[h]);
    scratch.place_buckets.add(bucket_of(place[h]), place[h]);
  }
  largest_sums(scratch.own_buckets, n, scratch.own);
  largest_sums(scratch.place_buckets, n, scratch.place);
}

// Least upper bound of the difference of the sums of precisions that is known for m new relevant documents.
struct Numerator {
  const double *top, *bottom, *pairs_top, *pairs_bottom, *own, *places;
  double judged;     // the plain difference of the sums
  uint32_t n_a;      // a's unjudged documents
  uint64_t outside;  // unjudged documents that b's list doesn't have

  double at(uint64_t m, double interaction) const {
    const size_t i = static_cast<size_t>(std::min<uint64_t>(m, n_a));
    const size_t t = m > outside ? static_cast<size_t>(m - outside) : 0;
    const double whole = top[i] - bottom[t];
    const double parts = judged + own[i] + std::min(pairs_top[i] - pairs_bottom[t], interaction);
    return std::min(whole, parts);
  }
};

// The value of a's unjudged documents for a minus that for each of kTile systems from b on, at least 0: to[system - b][hole].
void tile(const QueryHoles& query, const std::vector<double>& value_of, uint32_t a, uint32_t b, std::vector<double>& to) {
  const Hole* holes = query.holes_of(a);
  const uint32_t n = query.n_holes(a);
  to.resize(static_cast<size_t>(kTile) * n);
  const uint32_t wide = std::min(kTile, query.n_columns - b);
  for (uint32_t h = 0; h < n; ++h) {
    const double* values = value_of.data() + static_cast<size_t>(holes[h].doc) * query.n_columns;
    for (uint32_t i = 0; i < wide; ++i) to[static_cast<size_t>(i) * n + h] = std::max(0.0, values[a] - values[b + i]);
  }
}

double average_bound(const QueryHoles& query, const AverageTables& tables, uint32_t a, uint32_t b, AverageScratch& scratch) {
  const size_t at = static_cast<size_t>(b % kTile) * query.n_holes(a);
  add_up_largest(scratch.own_tile.data() + at, scratch.place_tile.data() + at, query.n_holes(a), scratch);
  const Numerator numerator{tables.of(tables.top, a),
                            tables.of(tables.bottom, b),
                            tables.of(tables.pairs_top, a),
                            tables.of(tables.pairs_bottom, b),
                            scratch.own.data(),
                            scratch.place.data(),
                            tables.judged[a] - tables.judged[b],
                            query.n_holes(a),
                            query.n_universe - query.n_holes(b)};
  const double relevant = tables.n_relevant;
  const uint64_t n = numerator.n_a, all = query.n_universe, outside = numerator.outside;
  double best = tables.n_relevant > 0 ? numerator.judged / relevant : 0.0;
  double interaction = 0;  // sum over t <= m of (m - t) x the t-th largest difference of 1 / rank
  for (uint64_t m = 1; m <= n; ++m) {
    interaction += scratch.place[m - 1];
    best = std::max(best, numerator.at(m, interaction) * tables.inverse[m]);
  }
  // More than a's list has: the numerator stays as it is while there are documents outside b's list, then it falls.
  const double none = HUGE_VAL;
  if (n < outside) {
    best = std::max(best, numerator.at(n + 1, none) / (relevant + static_cast<double>(n + 1)));
    best = std::max(best, numerator.at(outside, none) / (relevant + static_cast<double>(outside)));
  }
  if (best >= 0) return best;  // a falling numerator over a rising denominator gets no higher
  for (uint64_t m = std::max(n, outside) + 1; m <= all; ++m)
    best = std::max(best, numerator.at(m, none) / (relevant + static_cast<double>(m)));
  return best;
}

// Greatest AP of a: the new relevant documents fill the list from its top.
double highest(const QueryHoles& query, const AverageTables& tables, uint32_t a) {
  const double* top = tables.of(tables.top, a);
  double best = tables.n_relevant > 0 ? top[0] / tables.n_relevant : 0.0;
  for (uint32_t m = 1; m <= query.n_holes(a); ++m) best = std::max(best, top[m] / (tables.n_relevant + m));
  return best;
}

// Least AP of b: first documents outside its list, then its list from the bottom.
double lowest(const QueryHoles& query, const AverageTables& tables, uint32_t b) {
  const double* bottom = tables.of(tables.bottom, b);
  const double outside = static_cast<double>(query.n_universe - query.n_holes(b));
  double best = tables.n_relevant > 0 ? bottom[0] / tables.n_relevant : 0.0;
  for (uint32_t t = 0; t <= query.n_holes(b); ++t)
    if (const double n = tables.n_relevant + outside + t; n > 0) best = std::min(best, bottom[t] / n);
  return best;
}

}  // namespace

void average_row(const Task& task, const QueryHoles& query, const AverageTables& tables, uint32_t a, AverageScratch& scratch,
                 double* out) {
  const uint32_t empty = query.n_systems;
  for (uint32_t b = 0; b <= empty; ++b) {
    if (b % kTile == 0 && a != empty && (query.asks_for(b) || query.asks_for(std::min(b + kLanes, empty)))) {
      tile(query, tables.own_of, a, b, scratch.own_tile);
      tile(query, query.weight_of, a, b, scratch.place_tile);
    }
    if (!query.asks_for(b)) continue;
    if (task.top() <= 0) {
      out[b] = tables.n_relevant > 0 ? (tables.judged[a] - tables.judged[b]) / tables.n_relevant : 0.0;
    } else if (b == empty) {
      out[b] = highest(query, tables, a);
    } else if (a == empty) {
      out[b] = -lowest(query, tables, b);
    } else {
      out[b] = a == b ? 0.0 : average_bound(query, tables, a, b, scratch);
    }
  }
}

double AverageWitness::sum_of_precisions(const QueryHoles& query, uint32_t system) const {
  const Hole* hole = query.holes_of(system);
  const Hole* holes_end = hole + query.n_holes(system);
  const Gained* gained = query.gained_of(system);
  const Gained* gained_end = gained + query.n_gained(system);
  double sum = 0, n_rel_ret = 0;
  while (true) {
    while (hole != holes_end && !relevant_[hole->doc]) ++hole;
    const bool judged = gained != gained_end && (hole == holes_end || gained->rank < hole->rank);
    if (!judged && hole == holes_end) return sum;
    const uint32_t rank = judged ? (gained++)->rank : (hole++)->rank;
    sum += ++n_rel_ret / (rank + 1.0);
  }
}

double AverageWitness::seek(const Task& task, const QueryHoles& query, const AverageTables& tables, uint32_t a, uint32_t b) {
  const double judged = tables.judged[a] - tables.judged[b];
  double best = tables.n_relevant > 0 ? judged / tables.n_relevant : 0.0;
  if (task.top() <= 0) return best;
  uint64_t other = query.n_universe;  // documents in neither list: they only make AP smaller
  relevant_.assign(query.n_docs, 0);
  for (const uint32_t s : {a, b})
    for (uint32_t h = 0; h < query.n_holes(s); ++h) {
      other -= relevant_[query.holes_of(s)[h].doc] == 0;
      relevant_[query.holes_of(s)[h].doc] = 1;
    }
  if (judged < 0) best = std::max(best, judged / (tables.n_relevant + static_cast<double>(other)));
  for (const std::vector<double>* value_of : {&tables.own_of, &query.weight_of}) {
    order_.clear();
    for (uint32_t h = 0; h < query.n_holes(a); ++h) {
      const uint32_t doc = query.holes_of(a)[h].doc;
      const double* values = value_of->data() + static_cast<size_t>(doc) * query.n_columns;
      if (values[a] > values[b]) order_.emplace_back(values[b] - values[a], doc);
    }
    std::sort(order_.begin(), order_.end());
    std::fill(relevant_.begin(), relevant_.end(), 0);
    size_t m = 0, next = 1;
    while (m < order_.size()) {
      for (; m < std::min(next, order_.size()); ++m) relevant_[order_[m].second] = 1;
      const double numerator = sum_of_precisions(query, a) - sum_of_precisions(query, b);
      const double n = tables.n_relevant + static_cast<double>(m) + (numerator < 0 ? static_cast<double>(other) : 0.0);
      best = std::max(best, numerator / n);
      next = next < 4 ? next + 1 : next + next / 2;
    }
  }
  return best;
}

}  // namespace irassay
