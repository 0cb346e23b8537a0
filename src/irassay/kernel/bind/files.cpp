// Scoring of files, as Python calls it.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bind/long_call.hpp"
#include "read/text.hpp"
#include "score/files.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace irassay {

void bind_files(nb::module_& m) {
  nb::class_<FileScorer>(m, "FileScorer", "Reads and scores run files, keeping only their scores.")
      .def(
          "__init__",
          [](FileScorer* self, std::shared_ptr<Qrels> qrels, std::vector<MeasureSpec> specs, size_t n_files, Ties ties,
             const std::string& queries, bool keeps_values) {
            new (self) FileScorer(std::move(qrels), std::move(specs), n_files, ties, policy_named(queries),
                                  keeps_values ? Keep::queries : Keep::summary);
          },
          "qrels"_a, "specs"_a, nb::kw_only(), "n_files"_a, "ties"_a, "queries"_a, "keeps_values"_a)
      .def(
          "read_path",
          [](FileScorer& self, size_t file, const std::string& path, RunColumns columns, OrderBy by) {
            self.check(file);
            const LongCall call(self.watch());
            TextBuffer& buffer = thread_buffer();
            buffer.read(path);
            return self.read(file, buffer.text(), columns, by);
          },
          "file"_a, "path"_a, "columns"_a, "by"_a)
      .def(
          "read",
          [](FileScorer& self, size_t file, const nb::bytes& data, RunColumns columns, OrderBy by) {
            self.check(file);
            const std::string_view bytes{data.c_str(), data.size()};
            const LongCall call(self.watch());
            TextBuffer& buffer = thread_buffer();
            buffer.copy(bytes);
            return self.read(file, buffer.text(), columns, by);
          },
          "file"_a, "data"_a, "columns"_a, "by"_a)
      .def("stop", [](FileScorer& self) { self.watch().stopped = true; },
           "Makes every thread that reads leave: each raises KeyboardInterrupt.")
      .def_prop_ro("stopped", [](FileScorer& self) { return self.watch().stopped.load(); })
      .def_prop_ro("extra_queries", &FileScorer::extra_queries, "By file: answered queries that have no labels.")
      .def_prop_ro("own_documents", &FileScorer::own_documents,
                   "By file: labelled queries whose own document is in the list, and those that are answered.")
      .def(
          "same_lists",
          [](const FileScorer& self, uint32_t depth) { return self.same_lists(depth == 0 ? kWholeList : depth); },
          "depth"_a, "For each file the first one whose lists are the same to `depth` (0: whole lists).")
      .def_prop_ro("scores", &FileScorer::scores, nb::rv_policy::reference_internal);
}

}  // namespace irassay
