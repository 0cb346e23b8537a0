// The rank of each relevant document in each group of systems: what any pool of some of them to some depth would find.
// And how many of a picked subset of them have each.
// Facts only; shares and expectations are made elsewhere.
#include <nanobind/nanobind.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

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

struct RelevantRanks {
  std::vector<int32_t> query;  // [relevant]
  std::vector<int32_t> ranks;  // [relevant][group]: the best of its systems', from 1; 0 where none has it to the depth
};

struct Question {
  std::vector<uint32_t> group;  // [system]
  uint32_t n_groups;
  int rel;
  uint32_t depth;
  Ties ties;
};

RelevantRanks relevant_ranks(const Qrels& qrels, const Runs& runs, const Join& join, const Question& ask) {
  if (ask.group.size() != runs.systems.size()) throw std::invalid_argument("one group a system is needed");
  for (uint32_t g : ask.group)
    if (g >= ask.n_groups) throw std::invalid_argument("a group is out of range");
  RelevantRanks out;
  Hits hits;
  std::vector<uint32_t> place;  // [label of the query] -> row; kNone where it is not relevant
  for (uint32_t q = 0; q < qrels.queries.size(); ++q) {
    poll();
    const auto& grades = qrels.labels[q].grades;
    place.assign(grades.size(), kNone);
    for (size_t d = 0; d < grades.size(); ++d) {
      if (grades[d] < ask.rel) continue;
      place[d] = static_cast<uint32_t>(out.query.size());
      out.query.push_back(static_cast<int32_t>(q));
    }
    out.ranks.resize(out.query.size() * ask.n_groups, 0);
    if (join.query[q] == kNone) continue;
    find_hits(runs, join, q, ask.ties, hits);
    for (size_t s = 0; s < ask.group.size(); ++s) {
      const Answer answer = hits.answer(static_cast<uint32_t>(s));
      for (uint32_t h = 0; h < answer.n_hits && answer.hits[h].rank < ask.depth; ++h) {
        const uint32_t row = place[answer.hits[h].column];
        if (row == kNone) continue;
        int32_t& best = out.ranks[static_cast<size_t>(row) * ask.n_groups + ask.group[s]];
        const auto rank = static_cast<int32_t>(answer.hits[h].rank) + 1;
        if (best == 0 || rank < best) best = rank;
      }
    }
  }
  return out;
}

using RankTable = nb::ndarray<const int32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using QueryOf = nb::ndarray<const int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Picked = nb::ndarray<const uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Times = nb::ndarray<const uint32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// Rows of flags as bits, each row in whole words.
template <class Flag>
std::vector<uint64_t> packed(size_t rows, size_t columns, Flag flag) {
  const size_t words = (columns + 63) / 64;
  std::vector<uint64_t> out(rows * words, 0);
  for (size_t r = 0; r < rows; ++r)
    for (size_t c = 0; c < columns; ++c)
      if (flag(r, c)) out[r * words + c / 64] |= uint64_t{1} << (c % 64);
  return out;
}

// How many documents exactly k of the picked groups have to the depth, each as many times as its query counts.
std::vector<int64_t> subset_finders(const RankTable& ranks, const QueryOf& query, int depth, const Picked& picked,
                                    const Times& times) {
  const size_t n_docs = ranks.shape(0), n_groups = ranks.shape(1), n_draws = picked.shape(0), words = (n_groups + 63) / 64;
  const auto have = packed(n_docs, n_groups, [&](size_t d, size_t g) {
    const int32_t rank = ranks.data()[d * n_groups + g];
    return rank > 0 && rank <= depth;
  });
  const auto in = packed(n_draws, n_groups, [&](size_t b, size_t g) { return picked.data()[b * n_groups + g] != 0; });
  std::vector<int64_t> out(n_draws * (n_groups + 1), 0);
  for (size_t b = 0; b < n_draws; ++b) {
    poll();
    const uint32_t* counts = times.data() + b * times.shape(1);
    int64_t* row = out.data() + b * (n_groups + 1);
    for (size_t d = 0; d < n_docs; ++d) {
      int found = 0;
      for (size_t w = 0; w < words; ++w) found += __builtin_popcountll(have[d * words + w] & in[b * words + w]);
      row[found] += counts[query.data()[d]];
    }
  }
  return out;
}

void check(const RankTable& ranks, const QueryOf& query, const Picked& picked, const Times& times) {
  if (query.shape(0) != ranks.shape(0)) throw std::invalid_argument("one query a document is needed");
  if (picked.shape(1) != ranks.shape(1)) throw std::invalid_argument("picked has another number of groups than ranks");
  if (times.shape(0) != picked.shape(0)) throw std::invalid_argument("times has another number of draws than picked");
  for (size_t d = 0; d < query.shape(0); ++d)
    if (query.data()[d] < 0 || static_cast<size_t>(query.data()[d]) >= times.shape(1))
      throw std::invalid_argument("a query is out of range");
}

}  // namespace

void bind_relevant_ranks(nb::module_& m) {
  m.def(
      "relevant_ranks",
      [](const Qrels& qrels, const Runs& runs, const Join& join, std::vector<uint32_t> group, uint32_t n_groups, int rel,
         uint32_t depth, Ties ties) {
        RelevantRanks found;
        {
          const LongCall call;
          found = relevant_ranks(qrels, runs, join, {std::move(group), n_groups, rel, depth, ties});
        }
        const size_t n = found.query.size();
        return std::make_tuple(numpy_array(std::move(found.query), {n}), numpy_array(std::move(found.ranks), {n, n_groups}));
      },
      "qrels"_a, "runs"_a, "join"_a, nb::kw_only(), "group"_a, "n_groups"_a, "rel"_a, "depth"_a, "ties"_a,
      "For each document of grade `rel` or more, in the qrels' order: its query's index, and its rank in each group of "
      "systems, the best of theirs, from 1 (0: none has it to the depth).");
  m.def(
      "subset_finders",
      [](const RankTable& ranks, const QueryOf& query, int depth, const Picked& picked, const Times& times) {
        check(ranks, query, picked, times);
        std::vector<int64_t> found;
        {
          const LongCall call;
          found = subset_finders(ranks, query, depth, picked, times);
        }
        return numpy_array(std::move(found), {picked.shape(0), ranks.shape(1) + 1});
      },
      "ranks"_a, "query"_a, nb::kw_only(), "depth"_a, "picked"_a, "times"_a,
      "[draw][k]: how many documents exactly k of the picked groups have among their first `depth`, each as many times as "
      "`times` says of its query.");
}

}  // namespace irassay
