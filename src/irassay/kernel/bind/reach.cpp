// What Python sees of how far labels reach.
#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include "bind/long_call.hpp"
#include "inspect/reach.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace irassay {

void bind_reach(nb::module_& m) {
  nb::class_<Reach>(m, "Reach", "How far the labels reach into the runs.")
      .def_ro("retrieved", &Reach::retrieved, "[system][band]: documents in that band of ranks")
      .def_ro("judged", &Reach::judged, "[system][band]: of them with a label")
      .def_ro("unjudged", &Reach::unjudged, "distinct (query, document) pairs to the depth without a label")
      .def_ro("alone", &Reach::alone, "[group]: relevant documents to the depth that no other group has there")
      .def_ro("alone_high", &Reach::alone_high, "[group]: of them at or above the higher grade");
  m.def(
      "reach",
      [](const Qrels& qrels, const Runs& runs, const Join& join, std::vector<uint32_t> ends, uint32_t depth,
         std::vector<uint32_t> group, uint32_t n_groups, int rel, int high, Ties ties) {
        join.check(qrels, runs);
        const LongCall call;
        return reach(qrels, runs, join, {std::move(ends), depth, std::move(group), n_groups, rel, high, ties});
      },
      "qrels"_a, "runs"_a, "join"_a, nb::kw_only(), "ends"_a, "depth"_a, "group"_a, "n_groups"_a, "rel"_a, "high"_a,
      "ties"_a);
}

}  // namespace irassay
