// Where the runs have each label, as Python calls it.
#include <nanobind/nanobind.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>
#include <utility>

#include "bind/arrays.hpp"
#include "bind/long_call.hpp"
#include "inspect/label_places.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace irassay {

void bind_label_places(nb::module_& m) {
  m.def(
      "label_places",
      [](const Qrels& qrels, const Runs& runs, const Join& join, std::vector<uint32_t> group, uint32_t depth, Ties ties) {
        join.check(qrels, runs);
        Places places = long_call([&] { return label_places(qrels, runs, join, group, depth, ties); });
        const size_t n = places.best.size(), m = places.unjudged.size(), n_queries = places.n_unjudged.size();
        return std::make_tuple(numpy_array(std::move(places.finder), {n}), numpy_array(std::move(places.best), {n}),
                               numpy_array(std::move(places.unjudged), {m}),
                               numpy_array(std::move(places.n_unjudged), {n_queries}));
      },
      "qrels"_a, "runs"_a, "join"_a, nb::kw_only(), "group"_a, "depth"_a, "ties"_a,
      "For each label, in the qrels' order: the one group that has it to the depth (-1: none, -2: several), and its best "
      "rank over all systems, from 1 (0: nobody returns it). Then the best ranks of retrieved documents without a label, "
      "query by query, and how many each query has.");
}

}  // namespace irassay
