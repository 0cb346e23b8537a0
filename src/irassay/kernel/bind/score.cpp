// Measures' specifications and scores, as Python calls them.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <stdexcept>
#include <string>
#include <tuple>

#include "bind/long_call.hpp"
#include "score/evaluate.hpp"
#include "score/score.hpp"
#include "score/subtopics.hpp"
#include "variants/scores.hpp"

namespace nb = nanobind;

namespace irassay {
namespace {

// These look at ranks that hold nothing, and at those below the list.
constexpr uint32_t kMostRanksScored = 100000;
bool walks_ranks(Op op) {
  return op == Op::INST || op == Op::INSQ || op == Op::Compat || op == Op::CompatRaw || op == Op::SDCG || op == Op::NERR8 ||
         op == Op::NERR9 || op == Op::NERR10 || op == Op::NERR11;
}

Aggregate aggregate_named(const std::string& name) {
  if (name == "mean") return Aggregate::mean;
  if (name == "sum") return Aggregate::sum;
  if (name == "geometric") return Aggregate::geometric;
  throw std::invalid_argument("the kernel has no aggregate \"" + name + "\"");
}

MeasureSpec make_spec(const std::string& op, uint32_t depth, int rel, double parameter, double top, double bottom,
                      bool exponential, const std::vector<double>& gains, const std::string& aggregate, bool judged_only,
                      bool recall_as_9) {
  const int code = op_named(op);
  if (code == kUnknownOp) throw std::invalid_argument("the kernel has no operation \"" + op + "\"");
  MeasureSpec spec;
  spec.op = static_cast<Op>(code);
  spec.depth = depth == 0 ? kWholeList : depth;
  spec.rel = rel;
  spec.parameter = parameter;
  spec.top = top;
  spec.bottom = bottom;
  if (!gains.empty() && gains.size() != 128) throw std::invalid_argument("gains must be none or 128, one a grade from 0");
  spec.gains = gains;
  spec.gain = !gains.empty() ? Gain::tabled : exponential ? Gain::exponential : Gain::linear;
  if (walks_ranks(spec.op) && spec.depth > kMostRanksScored) throw std::invalid_argument("the measure walks every rank: a depth is needed");
  spec.aggregate = aggregate_named(aggregate);
  spec.judged_only = judged_only;
  spec.recall_as_9 = recall_as_9;
  return spec;
}

// Arrays of results have a side for the measures: without one, sizes in blocks of it mean nothing.
void need_measures(const std::vector<MeasureSpec>& specs) {
  if (specs.empty()) throw std::invalid_argument("at least one measure is needed");
}

// One list, given as the grade of each document from rank 1 on (None: not among the labels), under grades of all labels.
std::vector<double> score_list(const std::vector<int>& labels, const std::vector<int>& columns,
                               const std::vector<MeasureSpec>& specs) {
  for (int grade : labels)
    if (grade < kUnjudged || grade > 127) throw std::invalid_argument("a label is from -128 to 127");
  std::vector<int8_t> grades(labels.begin(), labels.end());
  std::vector<Hit> hits;
  for (size_t rank = 0; rank < columns.size(); ++rank) {
    if (columns[rank] < 0) continue;
    if (static_cast<size_t>(columns[rank]) >= grades.size()) throw std::out_of_range("a column beyond the labels");
    hits.push_back({static_cast<uint32_t>(rank), static_cast<uint32_t>(columns[rank])});
  }
  const Formulas formulas(specs);
  std::vector<Constant> constants(specs.size());
  formulas.constants(grades.data(), grades.size(), constants.data());
  std::vector<double> out(specs.size());
  formulas.score(grades.data(), constants.data(),
                 {hits.data(), static_cast<uint32_t>(hits.size()), static_cast<uint32_t>(columns.size())}, out.data());
  return out;
}

// A label by subtopic: the document's column, the subtopic's number, the grade.
using Entry = std::tuple<uint32_t, uint32_t, int>;

SubtopicLabels subtopic_labels(const Vocabulary& docs, std::vector<Entry> entries) {
  std::sort(entries.begin(), entries.end());
  SubtopicLabels out;
  out.start.assign(docs.size() + 1, 0);
  for (const auto& [column, subtopic, grade] : entries) {
    if (column >= docs.size()) throw std::out_of_range("a column beyond the labels");
    if (grade < -127 || grade > 127) throw std::invalid_argument("grade is " + std::to_string(grade) + ", expected -127 to 127");
    ++out.start[column + 1];
    out.n_subtopics = std::max(out.n_subtopics, subtopic + 1);
    out.subtopic.push_back(subtopic);
    out.grade.push_back(static_cast<int8_t>(grade));
  }
  if (out.n_subtopics > entries.size()) throw std::out_of_range("a subtopic's number beyond their count");
  out.n_entries.assign(out.n_subtopics, 0);
  out.n_judged.assign(out.n_subtopics, 0);
  for (size_t i = 0; i < out.subtopic.size(); ++i) {
    ++out.n_entries[out.subtopic[i]];
    out.n_judged[out.subtopic[i]] += out.grade[i] >= 0;
  }
  std::partial_sum(out.start.begin(), out.start.end(), out.start.begin());
  out.descending.resize(docs.size());
  std::iota(out.descending.begin(), out.descending.end(), 0u);
  std::sort(out.descending.begin(), out.descending.end(), [&](uint32_t a, uint32_t b) { return docs.doc(a) > docs.doc(b); });
  return out;
}

Subtopics make_subtopics(const Qrels& qrels, std::vector<std::vector<Entry>> entries) {
  if (entries.size() != qrels.queries.size()) throw std::invalid_argument("expected entries for each query of the labels");
  Subtopics out;
  out.of_qrels = qrels.serial.number();
  for (size_t q = 0; q < entries.size(); ++q)
    out.labels.push_back(subtopic_labels(qrels.labels[q].docs, std::move(entries[q])));
  return out;
}

// Arrays cross as memoryviews: nobody needs NumPy to read them.
template <class T>
using View = nb::ndarray<nb::memview, T, nb::c_contig>;

}  // namespace

void bind_score(nb::module_& m) {
  m.def(
      "operations", [] { return std::vector<std::string>(std::begin(kOperations), std::end(kOperations)); },
      "What the kernel computes of one list, by name.");
  nb::class_<MeasureSpec>(m, "MeasureSpec", "One measure with its parameters. depth 0: the whole list.")
      .def("__init__",
           [](MeasureSpec* self, const std::string& op, uint32_t depth, int rel, double parameter, double top, double bottom,
              bool exponential, const std::vector<double>& gains, const std::string& aggregate, bool judged_only,
              bool recall_as_9) {
             new (self) MeasureSpec(
                 make_spec(op, depth, rel, parameter, top, bottom, exponential, gains, aggregate, judged_only, recall_as_9));
           },
           nb::arg("op"), nb::kw_only(), nb::arg("depth") = 0, nb::arg("rel") = 1, nb::arg("parameter") = 0.0,
           nb::arg("top") = 1.0, nb::arg("bottom") = 0.0, nb::arg("exponential") = false,
           nb::arg("gains") = std::vector<double>(), nb::arg("aggregate") = "mean",
           nb::arg("judged_only") = false, nb::arg("recall_as_9") = false);
  nb::class_<Subtopics>(m, "Subtopics", "Labels by subtopic, or by stratum, of a label set.")
      .def("__init__",
           [](Subtopics* self, const Qrels& qrels, std::vector<std::vector<Entry>> entries) {
             new (self) Subtopics(make_subtopics(qrels, std::move(entries)));
           },
           nb::arg("qrels"), nb::arg("entries"),
           "entries: for each query of the labels (column, subtopic's or stratum's number from 0, grade).");
  m.def("score_list", &score_list, nb::arg("labels"), nb::arg("columns"), nb::arg("specs"),
        "Values of one list: columns[i] is the place among `labels` of the document at rank i + 1, -1 for none. A label of -128 "
        "is no label.");

  nb::class_<Evaluation>(m, "Evaluation", "Scores of one label set.")
      .def_ro("queries", &Evaluation::queries, "Which of the labels' queries were looked at.")
      .def_prop_ro("values",
                   [](Evaluation& e) {
                     return View<double>(e.values.data(), {e.n_measures, 1, e.n_systems, e.queries.size()}, nb::find(e));
                   },
                   "(measure, 1, system, query); NaN where a query doesn't count for a system.")
      .def_prop_ro("summary",
                   [](Evaluation& e) {
                     return View<double>(e.summary.data(), {e.n_measures, 1, e.n_systems}, nb::find(e));
                   },
                   "(measure, 1, system).")
      .def_prop_ro("answered",
                   [](Evaluation& e) {
                     return View<uint8_t>(e.answered.data(), {e.n_systems, e.queries.size()}, nb::find(e));
                   },
                   "(system, query): 1 where the run has the query.");
  m.def("evaluate",
        [](const Qrels& qrels, const Runs& runs, const Join& join, const std::vector<MeasureSpec>& specs, Ties ties,
           const std::string& queries, unsigned threads, const Subtopics* subtopics) {
          need_measures(specs);
          join.check(qrels, runs);
          if (subtopics != nullptr) subtopics->check(qrels);
          const QueryPolicy policy = policy_named(queries);
          const LongCall call;
          return evaluate(qrels, runs, join, specs, ties, policy, threads, subtopics);
        },
        nb::arg("qrels"), nb::arg("runs"), nb::arg("join"), nb::arg("specs"), nb::kw_only(), nb::arg("ties"), nb::arg("queries"),
        nb::arg("threads"), nb::arg("subtopics") = nb::none());

  nb::class_<StackEvaluation>(m, "StackEvaluation", "Scores under the variants of a label set.")
      .def_prop_ro("values",
                   [](StackEvaluation& e) -> std::optional<View<double>> {
                     if (e.values.empty()) return std::nullopt;
                     return View<double>(e.values.data(), {e.n_measures, e.n_variants, e.n_systems, e.n_queries}, nb::find(e));
                   },
                   "(measure, variant, system, query); NaN where a query doesn't count. None where they were not kept.")
      .def_prop_ro("summary",
                   [](StackEvaluation& e) {
                     return View<double>(e.summary.data(), {e.n_measures, e.n_variants, e.n_systems}, nb::find(e));
                   },
                   "(measure, variant, system).")
      .def_prop_ro("answered",
                   [](StackEvaluation& e) {
                     return View<uint8_t>(e.answered.data(), {e.n_systems, e.n_queries}, nb::find(e));
                   },
                   "(system, query): 1 where the run has the query.");
  m.def("evaluate_stack",
        [](const Stack& stack, const Runs& runs, const Join& join, const std::vector<MeasureSpec>& specs, Ties ties,
           const std::string& queries, unsigned threads, bool keep_values) {
          need_measures(specs);
          join.check(*stack.base, runs);
          const QueryPolicy policy = policy_named(queries);
          const LongCall call;
          return evaluate_stack(stack, runs, join, specs, ties, policy, threads, keep_values);
        },
        nb::arg("stack"), nb::arg("runs"), nb::arg("join"), nb::arg("specs"), nb::kw_only(), nb::arg("ties"),
        nb::arg("queries"), nb::arg("threads"), nb::arg("keep_values"));
}

}  // namespace irassay
