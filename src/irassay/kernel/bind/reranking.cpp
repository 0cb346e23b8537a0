// Runs in another run's order, as Python calls it.
#include <nanobind/nanobind.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>
#include <utility>

#include "bind/arrays.hpp"
#include "bind/long_call.hpp"
#include "inspect/reranking.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace irassay {

void bind_reranking(nb::module_& m) {
  m.def(
      "reranked",
      [](const Qrels& qrels, const Runs& runs, const Join& join, std::vector<uint32_t> by, uint32_t depth, int rel, Ties ties,
         uint32_t threads) {
        join.check(qrels, runs);
        const size_t n_by = by.size(), n_systems = runs.systems.size();
        Reranking reranking = long_call([&] { return reranked(qrels, runs, join, {std::move(by), depth, rel, ties}, threads); });
        return std::make_tuple(numpy_array(std::move(reranking.top), {n_systems, Reranking::kKinds}),
                               numpy_array(std::move(reranking.changed), {n_by, n_systems, Reranking::kKinds}));
      },
      "qrels"_a, "runs"_a, "join"_a, nb::kw_only(), "by"_a, "depth"_a, "rel"_a, "ties"_a, "threads"_a,
      "[system][kind]: relevant, other judged and unjudged documents among its first `depth`, over all queries. "
      "[i][system][kind]: how many more there are where the system is put in the order of `by[i]`.");
}

}  // namespace irassay
