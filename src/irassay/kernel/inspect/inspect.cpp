// What is odd about labels and rankings that were read.
#include "inspect/inspect.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "bind/long_call.hpp"
#include "score/subtopics.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace irassay {

std::vector<Coverage> coverage(const Qrels& qrels, const Runs& runs, const Join& join, uint32_t depth) {
  std::vector<Coverage> out(runs.systems.size());
  std::vector<std::vector<uint32_t>> lengths(runs.systems.size());
  Hits hits;
  for (uint32_t q = 0; q < qrels.queries.size(); ++q) {
    poll();
    if (join.query[q] == kNone) continue;
    find_hits(runs, join, q, Ties::float64, hits);
    for (uint32_t s = 0; s < out.size(); ++s) {
      const Answer answer = hits.answer(s);
      if (answer.n_retrieved == 0) continue;
      Coverage& at = out[s];
      ++at.answered;
      at.retrieved += answer.n_retrieved;
      at.judged += answer.n_hits;
      at.top += std::min(answer.n_retrieved, depth);
      at.short_lists += answer.n_retrieved < depth;
      for (uint32_t h = 0; h < answer.n_hits && answer.hits[h].rank < depth; ++h) ++at.top_judged;
      lengths[s].push_back(answer.n_retrieved);
    }
  }
  for (uint32_t s = 0; s < out.size(); ++s) {
    if (lengths[s].empty()) continue;
    std::sort(lengths[s].begin(), lengths[s].end());
    out[s].shortest = lengths[s].front();
    out[s].median = lengths[s][lengths[s].size() / 2];
    out[s].longest = lengths[s].back();
  }
  return out;
}

std::pair<uint64_t, uint64_t> labels_retrieved(const Qrels& qrels, const Runs& runs, const Join& join, int rel) {
  uint64_t found = 0;
  uint64_t all = 0;
  std::vector<bool> met;
  for (size_t q = 0; q < qrels.queries.size(); ++q) {
    poll();
    if (join.query[q] == kNone) continue;
    const std::vector<int8_t>& grades = qrels.labels[q].grades;
    met.assign(grades.size(), false);
    for (uint32_t column : join.column[q])
      if (column != kNone) met[column] = true;
    for (size_t d = 0; d < grades.size(); ++d) {
      if (grades[d] < rel) continue;
      ++all;
      found += met[d];
    }
  }
  return {found, all};
}

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

std::vector<uint32_t> lists_in_id_order(const Runs& runs, const Join& join, uint32_t least) {
  std::vector<uint32_t> out(runs.systems.size(), 0);
  for (uint32_t query : join.query) {
    poll();
    if (query == kNone) continue;
    const Rankings& rankings = runs.rankings[query];
    for (uint32_t s = 0; s < out.size(); ++s) {
      const uint32_t begin = rankings.start[s];
      const uint32_t length = rankings.length(s);
      if (length < least) continue;
      const auto doc = [&](uint32_t i) { return rankings.docs.doc(rankings.id(begin + i)); };
      const bool rising = length > 1 && doc(0) < doc(1);
      bool sorted = true;
      for (uint32_t i = 1; sorted && i < length; ++i) sorted = (doc(i - 1) < doc(i)) == rising;
      out[s] += sorted;
    }
  }
  return out;
}

std::vector<uint32_t> same_lists(const Runs& runs, const Join* join, uint32_t depth, Ties ties,
                                 const std::vector<uint32_t>* counted) {
  std::vector<uint32_t> queries;
  if (join != nullptr && counted != nullptr) {
    for (uint32_t query : *counted)
      if (join->query.at(query) != kNone) queries.push_back(join->query[query]);
  } else if (join != nullptr) {
    for (uint32_t query : join->query)
      if (query != kNone) queries.push_back(query);
  } else {
    for (uint32_t query = 0; query < runs.queries.size(); ++query) queries.push_back(query);
  }
  const auto n_systems = static_cast<uint32_t>(runs.systems.size());
  std::vector<uint32_t> first(n_systems, 0);
  // Classes are refined query by query: exact, and each list is compared with one list of its class at most per class.
  std::vector<std::vector<uint32_t>> lists(n_systems);
  std::vector<bool> empty(n_systems, true);
  for (uint32_t query : queries) {
    poll();
    const Rankings& rankings = runs.rankings[query];
    for (uint32_t s = 0; s < n_systems; ++s) {
      list_ids(rankings, s, ties, lists[s]);
      if (lists[s].size() > depth) lists[s].resize(depth);
      if (!lists[s].empty()) empty[s] = false;
    }
    std::vector<std::vector<uint32_t>> leaders(n_systems);  // [old class] -> first systems of its new classes
    for (uint32_t s = 0; s < n_systems; ++s) {
      std::vector<uint32_t>& of_class = leaders[first[s]];
      const auto like = std::find_if(of_class.begin(), of_class.end(), [&](uint32_t t) { return lists[t] == lists[s]; });
      if (like == of_class.end()) {
        of_class.push_back(s);
        first[s] = s;
      } else {
        first[s] = *like;
      }
    }
  }
  for (uint32_t s = 0; s < n_systems; ++s)
    if (empty[s]) first[s] = s;
  return first;
}

void bind_inspect(nb::module_& m) {
  nb::class_<Coverage>(m, "Coverage", "One system's lists for the queries of the qrels.")
      .def_ro("answered", &Coverage::answered)
      .def_ro("retrieved", &Coverage::retrieved)
      .def_ro("judged", &Coverage::judged)
      .def_ro("top", &Coverage::top)
      .def_ro("top_judged", &Coverage::top_judged)
      .def_ro("shortest", &Coverage::shortest)
      .def_ro("median", &Coverage::median)
      .def_ro("longest", &Coverage::longest)
      .def_ro("short_lists", &Coverage::short_lists);
  nb::class_<TieCount>(m, "TieCount", "Equal scores in one system's lists.")
      .def_ro("tied", &TieCount::tied)
      .def_ro("top_tied", &TieCount::top_tied)
      .def_ro("lists", &TieCount::lists)
      .def_ro("flat", &TieCount::flat)
      .def_ro("merged", &TieCount::merged);
  m.def("coverage", &coverage, "qrels"_a, "runs"_a, "join"_a, "depth"_a, nb::call_guard<LongCall>());
  m.def("labels_retrieved", &labels_retrieved, "qrels"_a, "runs"_a, "join"_a, "rel"_a, nb::call_guard<LongCall>(),
        "Labels of grade rel or more that some run retrieved, and all of them.");
  m.def("count_ties", &count_ties, "runs"_a, "join"_a, "depth"_a, "ties"_a, nb::call_guard<LongCall>());
  m.def(
      "tie_swings",
      [](const Qrels& qrels, const Runs& runs, const Join& join, const std::vector<MeasureSpec>& specs, Ties ties,
         const Subtopics* subtopics) {
        const LongCall call;
        return tie_swings(runs, join, qrels, Scorer(qrels, specs, subtopics), ties, subtopics);
      },
      "qrels"_a, "runs"_a, "join"_a, "specs"_a, "ties"_a, "subtopics"_a.none() = nb::none(),
      "[system][measure]: least, present and greatest summary over the orders of documents with equal scores.");
  m.def("lists_in_id_order", &lists_in_id_order, "runs"_a, "join"_a, "least"_a,
        nb::call_guard<LongCall>());
  m.def(
      "same_lists",
      [](const Runs& runs, const Join* join, uint32_t depth, Ties ties, const std::optional<std::vector<uint32_t>>& counted) {
        const LongCall call;
        return same_lists(runs, join, depth, ties, counted ? &*counted : nullptr);
      },
      "runs"_a, "join"_a.none(), "depth"_a, "ties"_a, "counted"_a.none() = nb::none(),
      "For each system the first with the same documents in the same order to a depth; on the `counted` queries of the "
      "labels only, if given.");
}

}  // namespace irassay
