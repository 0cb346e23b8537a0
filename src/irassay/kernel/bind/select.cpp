// What Python sees of label selections. Shapes are checked here; grades go into an array that Python gives.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>

#include "bind/arrays.hpp"
#include "bind/long_call.hpp"
#include "select/selection.hpp"

using namespace nanobind::literals;

namespace irassay {
namespace {

using Grades = nb::ndarray<int8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Most = nb::ndarray<const uint32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Chosen = nb::ndarray<const uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

GradeTable table(const Qrels& qrels, const Grades& out, size_t n_variants) {
  if (out.shape(0) != first_labels(qrels).back() || out.shape(1) != n_variants)
    throw std::invalid_argument("grades have another shape");
  return {out.data(), n_variants};
}

Shares shares(const Qrels& qrels, const Most& most) {
  if (most.shape(0) != qrels.labels.size()) throw std::invalid_argument("one row of shares a query is needed");
  return {most.data(), most.shape(1)};
}

void of_groups(const Qrels& qrels, const Runs& runs, const Join& join, std::vector<uint32_t> group, const Chosen& chosen,
               uint32_t depth, Ties ties, unsigned threads, const Grades& out) {
  join.check(qrels, runs);
  const auto n_groups = static_cast<uint32_t>(chosen.shape(1));
  if (group.size() != runs.systems.size()) throw std::invalid_argument("one group a system is needed");
  for (uint32_t g : group)
    if (g >= n_groups) throw std::invalid_argument("a group is out of range");
  const GradeTable to = table(qrels, out, chosen.shape(0));
  const LongCall call;
  keep_of_groups(qrels, runs, join, {std::move(group), n_groups, chosen.data()}, depth, ties, threads, to);
}

void noisy(const Qrels& qrels, std::vector<uint32_t> row, const std::vector<int>& grades, const Matrix& reached, uint64_t key,
           unsigned threads, const Grades& out) {
  if (grades.empty() || reached.shape(1) != grades.size()) throw std::invalid_argument("one column a new grade is needed");
  for (int grade : grades)
    if (grade < -127 || grade > 127) throw std::invalid_argument("a grade is from -127 to 127");
  if (row.size() != 256) throw std::invalid_argument("one row for each byte is needed");
  for (const Labels& labels : qrels.labels)
    for (int8_t grade : labels.grades)
      if (row[static_cast<size_t>(grade - kUnjudged)] >= reached.shape(0)) throw std::invalid_argument("a grade has no row");
  const Noise noise{std::move(row), {grades.begin(), grades.end()}, reached.data()};
  const GradeTable to = table(qrels, out, out.shape(1));
  const LongCall call;
  redraw_grades(qrels, noise, key, threads, to);
}

}  // namespace

void bind_select(nb::module_& m) {
  nb::enum_<Unretrieved>(m, "Unretrieved", "What becomes of relevant labels that a system doesn't retrieve.")
      .value("last", Unretrieved::last)
      .value("never", Unretrieved::never);
  m.def(
      "count_relevant",
      [](const Qrels& qrels, int rel) {
        std::vector<uint32_t> n = count_relevant(qrels, rel);
        const size_t n_queries = n.size();
        return numpy_array(std::move(n), {n_queries});
      },
      "qrels"_a, "rel"_a, "Labels of grade `rel` or more, by query.");
  m.def(
      "keep_at_random",
      [](const Qrels& qrels, int rel, const Most& most, uint32_t draws, uint64_t key, unsigned threads, const Grades& out) {
        const Shares of = shares(qrels, most);
        const GradeTable to = table(qrels, out, of.n * draws);
        const LongCall call;
        keep_at_random(qrels, rel, of, draws, key, threads, to);
      },
      "qrels"_a, nb::kw_only(), "rel"_a, "most"_a, "draws"_a, "key"_a, "threads"_a, "out"_a,
      "out[label][share * draws + draw]: the first most[query][share] of a random order of the relevant labels, and the "
      "labels that are not relevant; -128 elsewhere.");
  m.def(
      "keep_by_runs",
      [](const Qrels& qrels, const Runs& runs, const Join& join, int rel, const Most& most, Unretrieved unretrieved, Ties ties,
         unsigned threads, const Grades& out) {
        join.check(qrels, runs);
        const Shares of = shares(qrels, most);
        const GradeTable to = table(qrels, out, of.n * runs.systems.size());
        const LongCall call;
        return keep_by_runs(qrels, runs, join, rel, of, unretrieved, ties, threads, to);
      },
      "qrels"_a, "runs"_a, "join"_a, nb::kw_only(), "rel"_a, "most"_a, "unretrieved"_a, "ties"_a, "threads"_a, "out"_a,
      "The same in the order in which each system retrieves them, out[label][share * systems + system]. Returns for each "
      "variant how many labels it keeps that its system retrieves.");
  m.def(
      "keep_by_value",
      [](const Qrels& qrels, int rel, const Most& most, const Doubles& values, const Grades& out) {
        const Shares of = shares(qrels, most);
        const GradeTable to = table(qrels, out, of.n);
        if (values.shape(0) != out.shape(0)) throw std::invalid_argument("one value a label is needed");
        const LongCall call;
        keep_by_value(qrels, rel, of, values.data(), to);
      },
      "qrels"_a, nb::kw_only(), "rel"_a, "most"_a, "values"_a, "out"_a,
      "The same with the largest values first, NaN last, equal ones by document, highest id first; out[label][share].");
  m.def(
      "keep_to_depth",
      [](const Qrels& qrels, const Runs& runs, const Join& join, const std::vector<uint32_t>& depths, Ties ties,
         unsigned threads, const Grades& out) {
        join.check(qrels, runs);
        const GradeTable to = table(qrels, out, depths.size());
        const LongCall call;
        keep_to_depth(qrels, runs, join, depths, ties, threads, to);
      },
      "qrels"_a, "runs"_a, "join"_a, nb::kw_only(), "depths"_a, "ties"_a, "threads"_a, "out"_a,
      "out[label][variant]: labels of documents that some system has among its first depths[variant]; -128 elsewhere.");
  m.def("keep_of_groups", &of_groups, "qrels"_a, "runs"_a, "join"_a, nb::kw_only(), "group"_a, "chosen"_a, "depth"_a, "ties"_a,
        "threads"_a, "out"_a,
        "The same for documents that a system of a group chosen[variant][group] has among its first `depth`.");
  m.def("redraw_grades", &noisy, "qrels"_a, nb::kw_only(), "row"_a, "grades"_a, "reached"_a, "key"_a, "threads"_a, "out"_a,
        "out[label][draw]: every label drawn again; row[grade + 128] is its row of `reached`, the chances of the new grades "
        "added up.");
}

}  // namespace irassay
