// Where the runs have each label: which group of systems alone has it to a depth, and its best rank. Facts of each label
// only; what is dropped or counted because of them is decided elsewhere.
#include <nanobind/nanobind.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "bind/arrays.hpp"
#include "bind/long_call.hpp"
#include "collection/collection.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace irassay {
namespace {

constexpr int32_t kNobody = -1;
constexpr int32_t kSeveral = -2;

struct Places {
  std::vector<int32_t> finder;  // [label]: the one group that has it to the depth, or kNobody, or kSeveral
  std::vector<int32_t> best;    // [label]: its best rank over all systems, from 1; 0 where nobody returns it
  std::vector<int32_t> unjudged;      // best ranks of documents without a label, query by query
  std::vector<int32_t> n_unjudged;    // [query]
};

void note_best(int32_t& best, int32_t rank) {
  if (best == 0 || rank < best) best = rank;
}

// The best rank of each document that has no label, in the order of the documents' ids.
void unjudged_ranks(const Rankings& rankings, const std::vector<uint32_t>& column, Ties ties, std::vector<int32_t>& best,
                    std::vector<uint32_t>& ids, Places& out) {
  best.assign(rankings.docs.size(), 0);
  for (uint32_t s = 0; s < rankings.n_systems(); ++s) {
    list_ids(rankings, s, ties, ids);
    for (size_t i = 0; i < ids.size(); ++i) note_best(best[ids[i]], static_cast<int32_t>(i) + 1);
  }
  const size_t before = out.unjudged.size();
  for (size_t d = 0; d < best.size(); ++d)
    if (best[d] != 0 && column[d] == kNone) out.unjudged.push_back(best[d]);
  out.n_unjudged.back() = static_cast<int32_t>(out.unjudged.size() - before);
}

Places label_places(const Qrels& qrels, const Runs& runs, const Join& join, const std::vector<uint32_t>& group,
                    uint32_t depth, Ties ties) {
  if (group.size() != runs.systems.size()) throw std::invalid_argument("one group a system is needed");
  for (uint32_t g : group)
    if (g > static_cast<uint32_t>(std::numeric_limits<int32_t>::max())) throw std::invalid_argument("a group is out of range");
  Places out;
  Hits hits;
  std::vector<int32_t> best;
  std::vector<uint32_t> ids;
  size_t first = 0;
  for (uint32_t q = 0; q < qrels.queries.size(); ++q) {
    poll();
    const size_t n = qrels.labels[q].grades.size();
    out.finder.resize(first + n, kNobody);
    out.best.resize(first + n, 0);
    out.n_unjudged.push_back(0);
    if (join.query[q] != kNone) {
      unjudged_ranks(runs.rankings[join.query[q]], join.column[q], ties, best, ids, out);
      find_hits(runs, join, q, ties, hits);
      for (size_t s = 0; s < group.size(); ++s) {
        const Answer answer = hits.answer(static_cast<uint32_t>(s));
        const int32_t who = static_cast<int32_t>(group[s]);
        for (uint32_t h = 0; h < answer.n_hits; ++h) {
          const size_t label = first + answer.hits[h].column;
          const int32_t rank = static_cast<int32_t>(answer.hits[h].rank) + 1;
          note_best(out.best[label], rank);
          if (answer.hits[h].rank >= depth) continue;
          int32_t& finder = out.finder[label];
          finder = finder == kNobody || finder == who ? who : kSeveral;
        }
      }
    }
    first += n;
  }
  return out;
}

}  // namespace

void bind_label_places(nb::module_& m) {
  m.def(
      "label_places",
      [](const Qrels& qrels, const Runs& runs, const Join& join, std::vector<uint32_t> group, uint32_t depth, Ties ties) {
        Places found;
        {
          const LongCall call;
          found = label_places(qrels, runs, join, group, depth, ties);
        }
        const size_t n = found.best.size(), m = found.unjudged.size(), n_queries = found.n_unjudged.size();
        return std::make_tuple(numpy_array(std::move(found.finder), {n}), numpy_array(std::move(found.best), {n}),
                               numpy_array(std::move(found.unjudged), {m}),
                               numpy_array(std::move(found.n_unjudged), {n_queries}));
      },
      "qrels"_a, "runs"_a, "join"_a, nb::kw_only(), "group"_a, "depth"_a, "ties"_a,
      "For each label, in the qrels' order: the one group that has it to the depth (-1: none, -2: several), and its best "
      "rank over all systems, from 1 (0: nobody returns it). Then the best ranks of retrieved documents without a label, "
      "query by query, and how many each query has.");
}

}  // namespace irassay
