// Ranks of relevant documents, as Python calls them. Shapes are checked here.
#include <nanobind/nanobind.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <tuple>
#include <type_traits>
#include <utility>

#include "bind/arrays.hpp"
#include "bind/long_call.hpp"
#include "inspect/relevant_ranks.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace irassay {

namespace {

using RankTable = nb::ndarray<const int32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using QueryOf = nb::ndarray<const int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Picked = nb::ndarray<const uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Times = nb::ndarray<const uint32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

template <class Array>
auto rows_of(const Array& array) {
  return Table<std::remove_const_t<typename Array::Scalar>>{array.data(), array.shape(0), array.shape(1)};
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
        join.check(qrels, runs);
        RelevantRanks docs =
            long_call([&] { return relevant_ranks(qrels, runs, join, {std::move(group), n_groups, rel, depth, ties}); });
        const size_t n = docs.query.size();
        return std::make_tuple(memory_view(std::move(docs.query), {n}), memory_view(std::move(docs.ranks), {n, n_groups}));
      },
      "qrels"_a, "runs"_a, "join"_a, nb::kw_only(), "group"_a, "n_groups"_a, "rel"_a, "depth"_a, "ties"_a,
      "For each document of grade `rel` or more, in the qrels' order: its query's index, and its rank in each group of "
      "systems, the best of theirs, from 1 (0: none has it to the depth).");
  m.def(
      "subset_finders",
      [](const RankTable& ranks, const QueryOf& query, int depth, const Picked& picked, const Times& times) {
        check(ranks, query, picked, times);
        auto counts =
            long_call([&] { return subset_finders(rows_of(ranks), query.data(), depth, rows_of(picked), rows_of(times)); });
        return numpy_array(std::move(counts), {picked.shape(0), ranks.shape(1) + 1});
      },
      "ranks"_a, "query"_a, nb::kw_only(), "depth"_a, "picked"_a, "times"_a,
      "[draw][k]: how many documents exactly k of the picked groups have among their first `depth`, each as many times as "
      "`times` says of its query.");
}

}  // namespace irassay
