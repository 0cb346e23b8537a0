// A selection is the first labels of an order: a random one, the one in which a system retrieves them, or that of a number.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include "machine/in_threads.hpp"
#include "resample/streams.hpp"
#include "select/selection.hpp"

namespace irassay {
namespace {

constexpr uint32_t kDrawsATile = 64;  // bytes of a cache line

// One query's relevant labels, numbered in byte order of their documents, and where its grades go.
struct Query {
  std::vector<uint32_t> relevant;  // [number] -> label of the query
  const Labels& labels;
  GradeTable out;                  // from the query's first label on

  Query(const Labels& of, int rel, GradeTable to) : labels(of), out(to) {
    for (uint32_t d = 0; d < labels.grades.size(); ++d)
      if (labels.grades[d] >= rel)
        relevant.push_back(d);
      else
        std::memset(out.grades + size_t{d} * out.n_variants, labels.grades[d], out.n_variants);
    std::sort(relevant.begin(), relevant.end(), [&](uint32_t a, uint32_t b) { return labels.docs.doc(a) < labels.docs.doc(b); });
  }
  uint32_t size() const { return static_cast<uint32_t>(relevant.size()); }
};

// Orders of a query's relevant labels, one a lane: the lane's place'th is picks[place * lanes + lane], kNone after the last.
struct Orders {
  std::vector<uint32_t> picks;
  uint32_t lanes;
};

// Share i of a lane goes to variant i * stride + first + lane. Shares are laid out from the least on: each adds to the one
// before.
class Layout {
 public:
  Layout(const uint32_t* most, size_t n_shares) : most_(most), shares_(n_shares) {
    std::iota(shares_.begin(), shares_.end(), size_t{0});
    std::stable_sort(shares_.begin(), shares_.end(), [&](size_t a, size_t b) { return most[a] < most[b]; });
  }
  uint32_t largest() const { return shares_.empty() ? 0 : most_[shares_.back()]; }

  void write(const Query& query, const Orders& orders, size_t stride, size_t first) {
    const uint32_t lanes = orders.lanes;
    tile_.assign(size_t{query.size()} * lanes, kUnjudged);
    uint32_t place = 0;
    for (size_t share : shares_) {
      for (const uint32_t end = std::min(most_[share], query.size()); place < end; ++place)
        for (uint32_t lane = 0; lane < lanes; ++lane) {
          const uint32_t pick = orders.picks[size_t{place} * lanes + lane];
          if (pick != kNone) tile_[size_t{pick} * lanes + lane] = query.labels.grades[query.relevant[pick]];
        }
      for (uint32_t r = 0; r < query.size(); ++r) {
        int8_t* to = query.out.grades + size_t{query.relevant[r]} * query.out.n_variants + share * stride + first;
        const int8_t* from = tile_.data() + size_t{r} * lanes;
        if (lanes == kDrawsATile)
          std::memcpy(to, from, kDrawsATile);  // of known size: two moves, where the general case is a call
        else
          std::memcpy(to, from, lanes);
      }
    }
  }

 private:
  const uint32_t* most_;
  std::vector<size_t> shares_;  // by how much they keep
  std::vector<int8_t> tile_;    // [number][lane]
};

// The first `n_picks` of a random order of n, by Fisher and Yates. Pick i depends on word i alone of the draw's stream (Lemire's
// multiplication). `order` holds 0 .. n - 1, and does again afterwards.
class Shuffle {
 public:
  explicit Shuffle(uint32_t n) : order_(n) { std::iota(order_.begin(), order_.end(), 0u); }

  void pick(uint64_t stream, uint64_t number, uint32_t n_picks, uint32_t* to, size_t step) {
    const auto n = static_cast<uint32_t>(order_.size());
    met_.resize(n_picks);
    for (uint32_t i = 0; i < n_picks; ++i) {
      const uint32_t at = i + static_cast<uint32_t>(((draw(stream, number, i) >> 32) * (n - i)) >> 32);
      met_[i] = at;
      to[i * step] = order_[at];
      order_[at] = order_[i];
    }
    for (uint32_t i = 0; i < n_picks; ++i) order_[met_[i]] = met_[i];
  }

 private:
  std::vector<uint32_t> order_, met_;
};

// The order in which a list has the relevant labels; how many it has.
uint32_t order_of_list(const Query& query, const std::vector<uint32_t>& number, const Answer& answer, Unretrieved unretrieved,
                       uint32_t lane, Orders& orders, std::vector<bool>& met) {
  met.assign(query.size(), false);
  uint32_t place = 0;
  for (uint32_t h = 0; h < answer.n_hits; ++h) {
    const uint32_t pick = number[answer.hits[h].column];
    if (pick == kNone) continue;
    met[pick] = true;
    orders.picks[size_t{place++} * orders.lanes + lane] = pick;
  }
  const uint32_t n_met = place;
  for (uint32_t pick = query.size(); pick-- > 0;)
    if (!met[pick]) orders.picks[size_t{place++} * orders.lanes + lane] = unretrieved == Unretrieved::last ? pick : kNone;
  return n_met;
}

GradeTable part_of(GradeTable whole, size_t label) { return {whole.grades + label * whole.n_variants, whole.n_variants}; }

}  // namespace

std::vector<size_t> first_labels(const Qrels& qrels) {
  std::vector<size_t> first{0};
  for (const Labels& labels : qrels.labels) first.push_back(first.back() + labels.grades.size());
  return first;
}

std::vector<uint32_t> count_relevant(const Qrels& qrels, int rel) {
  std::vector<uint32_t> n;
  for (const Labels& labels : qrels.labels)
    n.push_back(static_cast<uint32_t>(
        std::count_if(labels.grades.begin(), labels.grades.end(), [&](int8_t grade) { return grade >= rel; })));
  return n;
}

void keep_at_random(const Qrels& qrels, int rel, Shares shares, uint32_t draws, uint64_t key, unsigned threads, GradeTable out) {
  const std::vector<size_t> first = first_labels(qrels);
  const uint64_t base = stream(key, kKeptAtRandom);
  in_threads(static_cast<uint32_t>(qrels.labels.size()), threads, [&](uint32_t q) {
    const Query query(qrels.labels[q], rel, part_of(out, first[q]));
    if (query.size() == 0) return;
    Layout layout(shares.most + q * shares.n, shares.n);
    const uint32_t n_picks = std::min(layout.largest(), query.size());
    const uint64_t own = stream(base, q + uint64_t{1});
    Shuffle shuffle(query.size());
    Orders orders;
    for (uint32_t from = 0; from < draws; from += kDrawsATile) {
      orders.lanes = std::min(kDrawsATile, draws - from);
      orders.picks.resize(size_t{n_picks} * orders.lanes);
      for (uint32_t lane = 0; lane < orders.lanes; ++lane)
        shuffle.pick(own, from + lane, n_picks, orders.picks.data() + lane, orders.lanes);
      layout.write(query, orders, draws, from);
    }
  });
}

std::vector<uint32_t> keep_by_runs(const Qrels& qrels, const Runs& runs, const Join& join, int rel, Shares shares,
                                   Unretrieved unretrieved, Ties ties, unsigned threads, GradeTable out) {
  const std::vector<size_t> first = first_labels(qrels);
  const auto n_systems = static_cast<uint32_t>(runs.systems.size());
  const auto n_queries = static_cast<uint32_t>(qrels.labels.size());
  std::vector<std::vector<uint32_t>> met(n_queries);  // [query][system]: relevant labels retrieved
  in_threads(n_queries, threads, [&](uint32_t q) {
    const Query query(qrels.labels[q], rel, part_of(out, first[q]));
    std::vector<uint32_t> number(query.labels.grades.size(), kNone);
    for (uint32_t r = 0; r < query.size(); ++r) number[query.relevant[r]] = r;
    Hits hits;
    find_hits(runs, join, q, ties, hits);
    Orders orders{std::vector<uint32_t>(size_t{query.size()} * n_systems), n_systems};
    std::vector<bool> seen;
    for (uint32_t s = 0; s < n_systems; ++s)
      met[q].push_back(order_of_list(query, number, hits.answer(s), unretrieved, s, orders, seen));
    Layout(shares.most + q * shares.n, shares.n).write(query, orders, n_systems, 0);
  });
  std::vector<uint32_t> n_kept(shares.n * n_systems, 0);
  for (uint32_t q = 0; q < n_queries; ++q)
    for (size_t i = 0; i < shares.n; ++i)
      for (uint32_t s = 0; s < n_systems; ++s) n_kept[i * n_systems + s] += std::min(met[q][s], shares.most[q * shares.n + i]);
  return n_kept;
}

void keep_by_value(const Qrels& qrels, int rel, Shares shares, const double* values, GradeTable out) {
  const std::vector<size_t> first = first_labels(qrels);
  for (size_t q = 0; q < qrels.labels.size(); ++q) {
    poll();
    const Query query(qrels.labels[q], rel, part_of(out, first[q]));
    const auto value = [&](uint32_t pick) { return values[first[q] + query.relevant[pick]]; };
    Orders orders{std::vector<uint32_t>(query.size()), 1};
    std::iota(orders.picks.rbegin(), orders.picks.rend(), 0u);
    std::stable_sort(orders.picks.begin(), orders.picks.end(), [&](uint32_t a, uint32_t b) {
      return std::isnan(value(b)) ? !std::isnan(value(a)) : value(a) > value(b);
    });
    Layout(shares.most + q * shares.n, shares.n).write(query, orders, 1, 0);
  }
}

}  // namespace irassay
