// What Python sees of pools.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bind/long_call.hpp"
#include "collection/pool.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace irassay {

void bind_pool(nb::module_& m) {
  nb::class_<Pooled>(m, "Pooled", "Documents of a pool, by query and then by id in byte order.")
      .def_ro("query", &Pooled::query, "[document]: index into the runs' queries")
      .def_ro("doc", &Pooled::doc)
      .def_ro("start", &Pooled::start, "[document + 1]: its finders are start[i] .. start[i + 1]")
      .def_ro("system", &Pooled::system, "[finder]: index into the runs' systems, ascending within a document")
      .def_ro("rank", &Pooled::rank, "[finder]: from 1");
  m.def("pool", &pool, "runs"_a, nb::kw_only(), "depth"_a, "ties"_a, nb::call_guard<LongCall>(),
        "The union of the first `depth` documents of every list.");
}

}  // namespace irassay
