// What Python sees of single labels: what each would move, and how many settle a pair.
#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bind/joined.hpp"
#include "bind/long_call.hpp"
#include "bound/label_floors.hpp"
#include "bound/pair_effects.hpp"
#include "estimate/settler.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace irassay {

void bind_missing_labels(nb::module_& m) {
  nb::class_<PairEffects>(m, "PairEffects", "Documents without a label whose label would move a pair's difference.")
      .def_ro("query", &PairEffects::query)
      .def_ro("doc", &PairEffects::doc)
      .def_ro("effect", &PairEffects::effect, "largest change of a pair's difference on this query, by the top grade alone")
      .def_ro("lead", &PairEffects::lead, "sum over pairs of what the top grade adds to the first system's lead")
      .def_ro("fall", &PairEffects::fall, "sum over pairs of what it takes from that lead")
      .def_ro("best_rank", &PairEffects::best_rank, "from 1, over all systems")
      .def_ro("n_runs", &PairEffects::n_runs, "that have it above the depth");
  m.def("pair_effects", joined(&pair_effects), "qrels"_a, "runs"_a, "join"_a, "task"_a, nb::kw_only(), "a"_a, "b"_a, "first"_a, "last"_a);
  m.def("label_floors", joined(&label_floors), "qrels"_a, "runs"_a, "join"_a, "task"_a, nb::kw_only(), "a"_a, "b"_a, "tolerance"_a,
        "[pair]: no fewer labels settle it. Sums of gains and shares of a total only.");
  nb::class_<Settled>(m, "Settled", "What each draw takes to settle pairs.")
      .def_ro("labels", &Settled::labels, "given when all pairs are settled; one more than there are documents where they aren't")
      .def_ro("pairs", &Settled::pairs, "settled once all documents have a label");
  nb::class_<Settler>(m, "Settler", "How many labels, given in an order, settle pairs in draws from the estimate.")
      .def("__init__",
           [](Settler* self, std::shared_ptr<const Qrels> qrels, std::shared_ptr<const Runs> runs, const Task& task,
              const Expecter& expecter, std::vector<uint32_t> query, std::vector<std::string> doc, std::vector<uint32_t> a,
              std::vector<uint32_t> b, uint32_t n_draws, double tolerance) {
             const LongCall call;
             new (self) Settler(std::move(qrels), std::move(runs), task, expecter, {std::move(query), std::move(doc)}, std::move(a),
                                std::move(b), n_draws, tolerance);
           },
           "qrels"_a, "runs"_a, "task"_a, "expecter"_a, nb::kw_only(), "query"_a, "doc"_a, "a"_a, "b"_a, "n_draws"_a, "tolerance"_a)
      .def("settle", &Settler::settle, "threads"_a, nb::call_guard<LongCall>(),
           "What each draw takes.")
      .def("drawn", &Settler::drawn, "[draw * documents + document]: the level of the document's label.");
}

}  // namespace irassay
