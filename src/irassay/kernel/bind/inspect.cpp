// What Python sees of lists and of ties, as the preflight counts them.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "bind/joined.hpp"
#include "bind/long_call.hpp"
#include "inspect/lists.hpp"
#include "inspect/ties.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace irassay {

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
  m.def("coverage", joined(&coverage), "qrels"_a, "runs"_a, "join"_a, "depth"_a);
  m.def("labels_retrieved", joined(&labels_retrieved), "qrels"_a, "runs"_a, "join"_a, "rel"_a,
        "Labels of grade rel or more that some run retrieved, and all of them.");
  m.def("longest_list", joined(&longest_list), "runs"_a, "join"_a, "Documents of the longest list for a labelled query.");
  m.def("count_ties", joined(&count_ties), "runs"_a, "join"_a, "depth"_a, "ties"_a);
  m.def(
      "tie_swings",
      [](const Qrels& qrels, const Runs& runs, const Join& join, const std::vector<MeasureSpec>& specs, Ties ties,
         const Subtopics* subtopics) {
        join.check(qrels, runs);
        if (subtopics != nullptr) subtopics->check(qrels);
        const LongCall call;
        return tie_swings(runs, join, qrels, Scorer(qrels, specs, subtopics), ties, subtopics);
      },
      "qrels"_a, "runs"_a, "join"_a, "specs"_a, "ties"_a, "subtopics"_a.none() = nb::none(),
      "[system][measure]: least, present and greatest summary over the orders of documents with equal scores.");
  m.def("lists_in_id_order", joined(&lists_in_id_order), "runs"_a, "join"_a, "least"_a);
  m.def(
      "same_lists",
      [](const Runs& runs, const Join* join, uint32_t depth, Ties ties, const std::optional<std::vector<uint32_t>>& counted) {
        if (join != nullptr) join->check(runs);
        const LongCall call;
        return same_lists(runs, join, depth, ties, counted ? &*counted : nullptr);
      },
      "runs"_a, "join"_a.none(), "depth"_a, "ties"_a, "counted"_a.none() = nb::none(),
      "For each system the first with the same documents in the same order to a depth; on the `counted` queries of the "
      "labels only, if given.");
}

}  // namespace irassay
