// Groups of equal scores, counted, and put in the order that is best or worst for a measure.
#include "inspect/ties.hpp"

#include <algorithm>
#include <cmath>

#include "machine/interrupt.hpp"

namespace irassay {

namespace {

// Groups of equal scores in one list, as half-open ranges of positions of two or more.
class TieGroups {
 public:
  TieGroups(const Rankings& rankings, uint32_t system, Ties ties)
      : rankings_(rankings),
        begin_(rankings.start[system]),
        length_(rankings.length(system)),
        single_(ties == Ties::float32 ? rankings.single_order(system) : nullptr) {}

  template <class Use>
  void each(uint32_t depth, Use use) const {
    uint32_t first = 0;
    while (first + 1 < length_ && first < depth) {
      uint32_t stop = first + 1;
      while (stop < length_ && tied(stop)) ++stop;
      if (stop - first > 1) use(first, stop);
      first = stop;
    }
  }
  uint32_t length() const { return length_; }

 private:
  bool tied(uint32_t i) const { return single_ != nullptr ? single_->tied[i] : rankings_.tied[begin_ + i]; }

  const Rankings& rankings_;
  uint32_t begin_;
  uint32_t length_;
  const SingleOrder* single_;
};

}  // namespace

std::vector<TieCount> count_ties(const Runs& runs, const Join& join, uint32_t depth, Ties ties) {
  std::vector<TieCount> out(runs.systems.size());
  for (uint32_t query : join.query) {
    poll();
    if (query == kNone) continue;
    const Rankings& rankings = runs.rankings[query];
    for (uint32_t s = 0; s < out.size(); ++s) {
      const TieGroups groups(rankings, s, ties);
      TieCount& at = out[s];
      bool touched = false;
      groups.each(kWholeList, [&](uint32_t first, uint32_t stop) {
        at.tied += stop - first;
        at.flat += stop - first == groups.length();
        if (first >= depth) return;
        at.top_tied += std::min(stop, depth) - first;
        touched = true;
      });
      at.lists += touched;
      at.merged += rankings.single_order(s) != nullptr;
    }
  }
  return out;
}

namespace {

// How much a document helps a measure: in a group of equal scores the order by this, either way, is best and worst.
// For infAP, INST, subtopics and strata only these two orders are looked at; for the others none is better or worse.
double worth(const MeasureSpec& spec, int grade) {
  if (spec.gain == Gain::tabled) return grade < 0 ? 0 : spec.gains[static_cast<size_t>(grade)];
  switch (spec.op) {
    case Op::Judged:
    case Op::RBPResidual: return grade != kUnjudged;
    case Op::Unjudged: return grade >= 0;
    case Op::Bpref:
    case Op::infAP:
    case Op::xinfAP: return grade >= spec.rel ? 2 : grade >= 0 ? 0 : 1;
    default: return std::max(0, grade);
  }
}

// The hits of one list with each group of equal scores in order of worth; `sign` 1 puts the worthiest first.
void arrange(const TieGroups& groups, const Answer& answer, const int8_t* grades, const MeasureSpec& spec, int sign,
             std::vector<Hit>& out) {
  out.assign(answer.hits, answer.hits + answer.n_hits);
  const int unjudged = sign * worth(spec, kUnjudged);
  groups.each(spec.judged_only ? kWholeList : spec.depth, [&](uint32_t first, uint32_t stop) {
    const auto below = [](const Hit& hit, uint32_t rank) { return hit.rank < rank; };
    Hit* begin = out.data() + (std::lower_bound(out.begin(), out.end(), first, below) - out.begin());
    Hit* end = out.data() + (std::lower_bound(out.begin(), out.end(), stop, below) - out.begin());
    if (begin == end) return;
    std::stable_sort(begin, end, [&](const Hit& a, const Hit& b) {
      return sign * worth(spec, grades[a.column]) > sign * worth(spec, grades[b.column]);
    });
    uint32_t rank = first;
    Hit* hit = begin;
    for (; hit != end && sign * worth(spec, grades[hit->column]) >= unjudged; ++hit) hit->rank = rank++;
    rank = stop - static_cast<uint32_t>(end - hit);
    for (; hit != end; ++hit) hit->rank = rank++;
  });
}

// A summary in the making.
struct Sum {
  Aggregate aggregate = Aggregate::mean;
  double total = 0;
  void add(double value) { total += aggregate == Aggregate::geometric ? std::log(std::max(value, 0.00001)) : value; }
  double finish(size_t n_queries) const {
    if (aggregate == Aggregate::sum || n_queries == 0) return total;
    const double mean = total / static_cast<double>(n_queries);
    return aggregate == Aggregate::geometric ? std::exp(mean) : mean;
  }
};

}  // namespace

std::vector<std::vector<Swing>> tie_swings(const Runs& runs, const Join& join, const Qrels& qrels, const Scorer& scorer,
                                           Ties ties, const Subtopics* subtopics) {
  const size_t n_systems = runs.systems.size();
  const size_t n_measures = scorer.n_measures();
  const std::vector<MeasureSpec>& specs = scorer.formulas().specs();
  std::vector<std::array<Sum, 3>> sums(n_systems * n_measures);
  for (size_t i = 0; i < sums.size(); ++i)
    for (Sum& sum : sums[i]) sum.aggregate = specs[i % n_measures].aggregate;
  Hits hits;
  std::vector<Hit> arranged;
  std::vector<double> plain(n_measures);
  std::vector<Scorer> alone;  // one a measure: each has its own best and worst order
  for (const MeasureSpec& spec : specs) alone.emplace_back(qrels, std::vector<MeasureSpec>{spec}, subtopics);
  for (uint32_t q = 0; q < qrels.queries.size(); ++q) {
    poll();
    find_hits(runs, join, q, ties, hits);
    const int8_t* grades = qrels.labels[q].grades.data();
    for (uint32_t s = 0; s < n_systems; ++s) {
      const Answer answer = hits.answer(s);
      scorer.score(q, answer, plain.data());
      bool any = false;
      if (answer.n_hits > 0)
        TieGroups(runs.rankings[join.query[q]], s, ties).each(kWholeList, [&](uint32_t, uint32_t) { any = true; });
      for (size_t m = 0; m < n_measures; ++m) {
        double least = plain[m];
        double greatest = plain[m];
        for (int sign : {1, -1}) {
          if (!any) break;
          arrange(TieGroups(runs.rankings[join.query[q]], s, ties), answer, grades, specs[m], sign, arranged);
          double value = 0;
          alone[m].score(q, {arranged.data(), answer.n_hits, answer.n_retrieved}, &value);
          least = std::min(least, value);
          greatest = std::max(greatest, value);
        }
        auto& at = sums[s * n_measures + m];
        at[0].add(least);
        at[1].add(plain[m]);
        at[2].add(greatest);
      }
    }
  }
  std::vector<std::vector<Swing>> out(n_systems, std::vector<Swing>(n_measures));
  for (size_t s = 0; s < n_systems; ++s)
    for (size_t m = 0; m < n_measures; ++m)
      for (size_t i = 0; i < 3; ++i) out[s][m][i] = sums[s * n_measures + m][i].finish(qrels.queries.size());
  return out;
}

}  // namespace irassay
