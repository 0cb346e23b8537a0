// Scoring of files, as Python calls it.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "score_files.hpp"
#include "text.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace irassay {

namespace {

using Scored = FileScorer::Scored;
template <class T>
using View = nb::ndarray<nb::memview, T, nb::ndim<1>>;

TextBuffer& buffer() {
  thread_local TextBuffer text;
  return text;
}

}  // namespace

void bind_files(nb::module_& m) {
  nb::class_<Scored>(m, "ScoredFile", "Scores of one run file.")
      .def_prop_ro(
          "values", [](Scored& s) { return View<double>(s.values.data(), {s.values.size()}, nb::find(s)); },
          "[measure * n_queries + query]")
      .def_prop_ro(
          "n_retrieved",
          [](Scored& s) { return View<uint32_t>(s.n_retrieved.data(), {s.n_retrieved.size()}, nb::find(s)); },
          "[query]: documents retrieved, 0 where the run does not answer.")
      .def_ro("extra_queries", &Scored::extra_queries)
      .def_ro("reading", &Scored::reading);
  nb::class_<FileScorer>(m, "FileScorer", "Reads and scores run files, keeping only their scores.")
      .def(nb::init<std::shared_ptr<Qrels>, std::vector<MeasureSpec>, Ties>(), "qrels"_a, "specs"_a, "ties"_a)
      .def(
          "read_path",
          [](const FileScorer& self, const std::string& path, RunColumns columns, OrderBy by) {
            nb::gil_scoped_release release;
            buffer().read(path);
            return self.read(buffer().text(), columns, by);
          },
          "path"_a, "columns"_a, "by"_a)
      .def(
          "read",
          [](const FileScorer& self, const nb::bytes& data, RunColumns columns, OrderBy by) {
            const std::string_view bytes{data.c_str(), data.size()};
            nb::gil_scoped_release release;
            buffer().copy(bytes);
            return self.read(buffer().text(), columns, by);
          },
          "data"_a, "columns"_a, "by"_a);
}

}  // namespace irassay
