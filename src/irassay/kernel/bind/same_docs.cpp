// What Python sees of documents that are taken as one.
#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "bind/long_call.hpp"
#include "collection/same_docs.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace irassay {

void bind_same_docs(nb::module_& m) {
  m.def(
      "merge_docs",
      [](const Runs& runs, const std::vector<std::string>& queries, std::vector<std::vector<std::string>> docs) {
        if (queries.size() != docs.size()) throw std::invalid_argument("one list of documents a query is needed");
        const LongCall call;
        std::vector<SameDocs> groups;
        for (size_t i = 0; i < queries.size(); ++i) groups.push_back({queries[i], std::move(docs[i])});
        return merge_docs(runs, groups);
      },
      "runs"_a, "queries"_a, "docs"_a, "Documents of a query that are the same as one, under the name of the first.");
  m.def(
      "retrieved",
      [](const Runs& runs, const std::string& query) {
        nb::list out;
        const auto at = std::lower_bound(runs.queries.begin(), runs.queries.end(), query);
        if (at == runs.queries.end() || *at != query) return out;
        const Vocabulary& docs = runs.rankings[static_cast<size_t>(at - runs.queries.begin())].docs;
        for (uint32_t d = 0; d < docs.size(); ++d) out.append(nb::str(docs.doc(d).data(), docs.doc(d).size()));
        return out;
      },
      "runs"_a, "query"_a, nb::sig("def retrieved(runs: Runs, query: str) -> list[str]"),
      "Documents that some system returns for a query.");
}

}  // namespace irassay
