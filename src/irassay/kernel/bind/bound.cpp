// What Python sees of the bounds over completions.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>

#include "bind/long_call.hpp"
#include "bound/bounder.hpp"
#include "bound/hole_effects.hpp"
#include "estimate/expected_scores.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace irassay {

namespace {

constexpr size_t kMostLevels = 128;     // gains of grades from 0
constexpr uint32_t kMostRanks = 100000;

// Queries first to last - 1, of so many.
void check_range(uint32_t first, uint32_t last, uint32_t n_queries) {
  if (first > last || last > n_queries) throw std::invalid_argument("no such queries");
}

// Work on such queries, by so many threads, that Ctrl-C ends.
template <typename Of, void (Of::*work)(uint32_t, uint32_t, uint32_t)>
void on_queries(Of& of, uint32_t first, uint32_t last, uint32_t threads) {
  check_range(first, last, of.n_queries());
  const LongCall call;
  (of.*work)(first, last, threads);
}

using OwnedMatrix = nb::ndarray<nb::numpy, double, nb::ndim<2>>;

// An array that Python owns.
OwnedMatrix matrix(std::vector<double> values, size_t rows, size_t columns) {
  auto* own = new std::vector<double>(std::move(values));
  nb::capsule owner(own, [](void* p) noexcept { delete static_cast<std::vector<double>*>(p); });
  return OwnedMatrix(own->data(), {rows, columns}, owner);
}

Task make_task(Form form, Weight weight, double parameter, uint32_t depth, bool capped, std::vector<double> gain,
               std::vector<double> levels, Ties ties, uint32_t unseen) {
  if (gain.size() != 128) throw std::invalid_argument("gains of the 128 grades from 0 to 127 are needed");
  for (double of_grade : gain)
    if (!(of_grade >= 0)) throw std::invalid_argument("a gain is a number of 0 or more");
  if (levels.empty() || levels[0] != 0.0) throw std::invalid_argument("the least gain of an unjudged document must be 0");
  if (levels.size() > kMostLevels) throw std::invalid_argument("more levels than grades");
  for (size_t l = 1; l < levels.size(); ++l)
    if (!(levels[l] > levels[l - 1])) throw std::invalid_argument("levels ascend");
  if (weight == Weight::insq && (depth == 0 || depth > kMostRanks)) throw std::invalid_argument("the measure walks every rank: a depth is needed");
  Task task;
  task.form = form;
  task.weight = weight;
  task.parameter = parameter;
  task.depth = depth == 0 ? kEveryRank : depth;
  task.capped = capped;
  task.gain = std::move(gain);
  task.levels = std::move(levels);
  task.ties = ties;
  task.unseen = unseen;
  return task;
}

}  // namespace

void bind_bound(nb::module_& m) {
  nb::enum_<Form>(m, "Form", "How a measure puts a list's gains together.")
      .value("linear", Form::linear)
      .value("share", Form::share)
      .value("ratio", Form::ratio)
      .value("first", Form::first)
      .value("average", Form::average)
      .value("rprec", Form::rprec);
  nb::enum_<Weight>(m, "Weight", "What a rank weighs.")
      .value("flat", Weight::flat)
      .value("log2", Weight::log2)
      .value("reciprocal", Weight::reciprocal)
      .value("geometric", Weight::geometric)
      .value("place", Weight::place)
      .value("insq", Weight::insq);
  nb::class_<Task>(m, "Task", "A measure as the bounds see it; depth 0 is the whole list.")
      .def("__init__",
           [](Task* self, Form form, Weight weight, double parameter, uint32_t depth, bool capped, std::vector<double> gain,
              std::vector<double> levels, Ties ties, uint32_t unseen) {
             new (self) Task(make_task(form, weight, parameter, depth, capped, std::move(gain), std::move(levels), ties, unseen));
           },
           "form"_a, "weight"_a, "parameter"_a, "depth"_a, "capped"_a, "gain"_a, "levels"_a, "ties"_a, "unseen"_a);

  nb::class_<Bounder>(m, "Bounder", "Bounds of all scores and differences over all completions.")
      .def(nb::init<std::shared_ptr<const Qrels>, std::shared_ptr<const Runs>, Task>(), "qrels"_a, "runs"_a, "task"_a,
           nb::call_guard<LongCall>())
      .def_prop_ro("n_queries", &Bounder::n_queries)
      .def_prop_ro_static("chunk", [](nb::handle) { return Bounder::kChunk; })
      .def("ask_for", &Bounder::ask_for, "systems"_a, "Differences to these systems only: before `run`.")
      .def("run",
           [](Bounder& b, uint32_t first, uint32_t last, uint32_t threads) {
             if (first % Bounder::kChunk != 0) throw std::invalid_argument("the first query is a multiple of the chunk");
             on_queries<Bounder, &Bounder::run>(b, first, last, threads);
           },
           "first"_a, "last"_a, "threads"_a,
           "Queries first to last - 1; first is a multiple of `chunk`.")
      .def("look_for", &Bounder::look_for, "a"_a, "b"_a, "target"_a)
      .def("seek", on_queries<Bounder, &Bounder::seek>, "first"_a, "last"_a, "threads"_a)
      .def("sought", &Bounder::sought)
      .def("lower", [](const Bounder& b) { return matrix(b.lower(), b.n_systems(), b.n_queries()); })
      .def("plain", [](const Bounder& b) { return matrix(b.plain(), b.n_systems(), b.n_queries()); })
      .def("upper", [](const Bounder& b) { return matrix(b.upper(), b.n_systems(), b.n_queries()); })
      .def("greatest", [](const Bounder& b) { return matrix(b.greatest(), b.n_systems(), b.n_systems()); },
           "Sum over queries of the greatest difference, row minus column.");

  nb::class_<HoleEffects>(m, "HoleEffects", "What single missing labels would do, one entry a document.")
      .def_ro("query", &HoleEffects::query)
      .def_ro("doc", &HoleEffects::doc)
      .def_ro("pairs", &HoleEffects::pairs)
      .def_ro("effect", &HoleEffects::effect)
      .def_ro("best_rank", &HoleEffects::best_rank)
      .def_ro("n_runs", &HoleEffects::n_runs);
  m.def(
      "hole_effects",
      [](const Qrels& qrels, const Runs& runs, const Join& join, const Task& task, std::vector<uint32_t> ahead,
         std::vector<uint32_t> behind, std::vector<uint32_t> leaders, std::vector<uint32_t> among, uint32_t first, uint32_t last) {
        join.check(qrels, runs);
        const LongCall call;
        const OpenPairs open{std::move(ahead), std::move(behind), std::move(leaders), std::move(among)};
        return hole_effects(qrels, runs, join, task, open, first, last);
      },
      "qrels"_a, "runs"_a, "join"_a, "task"_a, nb::kw_only(), "ahead"_a, "behind"_a, "leaders"_a, "among"_a, "first"_a, "last"_a);

  nb::class_<Expecter>(m, "Expecter", "Expected scores where unjudged documents are like the judged ones of their rank.")
      .def(nb::init<std::shared_ptr<const Qrels>, std::shared_ptr<const Runs>, Task, double, uint32_t, uint64_t>(), "qrels"_a,
           "runs"_a, "task"_a, "smoothing"_a, "n_draws"_a, "key"_a, nb::call_guard<LongCall>())
      .def_prop_ro_static("band_ends", [](nb::handle) { return std::vector<uint32_t>(kBandEnds.begin(), kBandEnds.end()); })
      .def_prop_ro("possible", &Expecter::possible)
      .def("count",
           [](Expecter& e, uint32_t first, uint32_t last) {
             check_range(first, last, e.n_queries());
             const LongCall call;
             e.count(first, last);
           },
           "first"_a, "last"_a)
      .def("run", on_queries<Expecter, &Expecter::run>, "first"_a, "last"_a, "threads"_a)
      .def("drawn_scores",
           [](const Expecter& e, uint32_t first, uint32_t last, uint32_t begin, uint32_t end, uint32_t threads) {
             if (first > last || last > e.n_queries() || begin > end) throw std::invalid_argument("no such queries or draws");
             auto scores = long_call([&] { return e.drawn_scores(first, last, begin, end, threads); });
             return matrix(std::move(scores), static_cast<size_t>(end - begin) * e.n_systems(), last - first);
           },
           "first"_a, "last"_a, "begin"_a, "end"_a, "threads"_a,
           "Scores of queries first to last - 1 in draws begin to end - 1: (draw and system, query). After `count` of all.")
      .def("rates",
           [](const Expecter& e, uint32_t query, size_t band) {
             if (query >= e.n_queries() || band >= kBands) throw std::invalid_argument("no such query or band");
             return e.rates(query, band);
           },
           "query"_a, "band"_a, "Probability of each level for an unjudged document.")
      .def("estimate", [](const Expecter& e) { return matrix(e.estimate(), e.n_systems(), e.n_queries()); });
}

}  // namespace irassay
