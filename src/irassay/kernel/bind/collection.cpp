// What Python sees of reading and of the nouns.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <numeric>

#include "bind/long_call.hpp"
#include "collection/collection.hpp"
#include "collection/derive.hpp"
#include "collection/saved_runs.hpp"
#include "read/qrels.hpp"
#include "read/runs.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace irassay {

namespace {

constexpr const char* kKindNames[kKinds] = {"columns",   "score",     "nan",           "grade", "range", "duplicate",
                                            "conflict",  "same-rank", "rank-or-score", "nul",   "utf8",  "point",
                                            "rank",      "tag",       "space",         "control", "scattered", "carriage"};

size_t index_of(const std::vector<std::string>& sorted, std::string_view name) {
  const auto at = std::lower_bound(sorted.begin(), sorted.end(), name);
  if (at == sorted.end() || *at != name) throw nb::key_error(std::string(name).c_str());
  return static_cast<size_t>(at - sorted.begin());
}

std::map<std::string, uint64_t> counts(const Reading& reading) {
  std::map<std::string, uint64_t> out;
  for (size_t kind = 0; kind < kKinds; ++kind)
    if (reading.count[kind] > 0) out[kKindNames[kind]] = reading.count[kind];
  return out;
}

nb::list problems(const Reading& reading) {
  nb::list out;
  for (const Problem& problem : reading.problems)
    out.append(nb::make_tuple(kKindNames[static_cast<size_t>(problem.kind)], problem.line, problem.number,
                              nb::bytes(problem.found.data(), problem.found.size()),
                              nb::bytes(problem.query.data(), problem.query.size())));
  return out;
}

std::string_view bytes_of(const nb::bytes& data) { return {data.c_str(), data.size()}; }

nb::tuple qrels_from_text(const nb::bytes& data, int columns) {
  Reading reading;
  std::shared_ptr<Qrels> qrels;
  const std::string_view bytes = bytes_of(data);
  {
    const LongCall call;
    TextBuffer text;
    text.copy(bytes);
    qrels = read_qrels(text.text(), columns, reading);
  }
  return nb::make_tuple(qrels, reading);
}

std::shared_ptr<Qrels> qrels_from_lists(const std::vector<std::string>& queries,
                                        const std::vector<std::vector<std::string>>& docs,
                                        const std::vector<std::vector<int>>& grades) {
  QrelsBuilder builder;
  for (size_t q = 0; q < queries.size(); ++q)
    for (size_t d = 0; d < docs.at(q).size(); ++d) {
      const int grade = grades.at(q).at(d);
      if (grade < -127 || grade > 127) throw std::invalid_argument("a grade is an integer from -127 to 127");
      uint64_t first = 0;
      builder.add(queries[q], docs[q][d], static_cast<int8_t>(grade), d + 1, first);
      if (first != 0)
        throw std::invalid_argument("document " + docs[q][d] + " twice in query " + queries[q]);
    }
  return builder.finish();
}

std::shared_ptr<Qrels> select_queries(const Qrels& qrels, std::vector<std::string> queries) {
  std::sort(queries.begin(), queries.end());
  queries.erase(std::unique(queries.begin(), queries.end()), queries.end());
  auto out = std::make_shared<Qrels>();
  for (std::string& name : queries) {
    out->labels.push_back(qrels.labels[index_of(qrels.queries, name)]);
    out->queries.push_back(std::move(name));
  }
  return out;
}

nb::dict grades_of(const Qrels& qrels, std::string_view query) {
  const Labels& labels = qrels.labels[index_of(qrels.queries, query)];
  nb::dict out;
  for (uint32_t d = 0; d < labels.docs.size(); ++d) {
    const std::string_view doc = labels.docs.doc(d);
    out[nb::str(doc.data(), doc.size())] = static_cast<int>(labels.grades[d]);
  }
  return out;
}

std::map<int, uint64_t> grade_counts(const Qrels& qrels) {
  std::map<int, uint64_t> out;
  for (const Labels& labels : qrels.labels)
    for (int8_t grade : labels.grades) ++out[grade];
  return out;
}

std::vector<uint32_t> labels_from(const Qrels& qrels, int least) {
  std::vector<uint32_t> out;
  out.reserve(qrels.labels.size());
  for (const Labels& labels : qrels.labels)
    out.push_back(static_cast<uint32_t>(
        std::count_if(labels.grades.begin(), labels.grades.end(), [&](int8_t grade) { return grade >= least; })));
  return out;
}

using ListInput = std::tuple<size_t, std::string, std::vector<std::string>, std::vector<double>>;

void add_list(RunsReader& reader, size_t file, const std::string& query, const std::vector<std::string>& docs,
              const std::vector<double>& scores) {
  if (docs.size() != scores.size()) throw std::invalid_argument("one score a document is needed");
  const Reading reading = reader.add_list(file, query, docs, scores);
  if (!reading.problems.empty())
    throw std::invalid_argument("document " + reading.problems[0].found + " twice in query " + query);
}

std::shared_ptr<Runs> runs_from_lists(std::vector<std::string> systems, const std::vector<ListInput>& lists,
                                      bool keep_scores) {
  RunsReader reader(systems.size(), keep_scores);
  for (const auto& [system, query, docs, scores] : lists) {
    if (system >= systems.size()) throw std::out_of_range("a list of a system that has no name");
    add_list(reader, system, query, docs, scores);
  }
  return reader.finish(std::move(systems));
}

nb::list ranking(const Runs& runs, std::string_view system, std::string_view query, Ties ties) {
  const auto at = std::find(runs.systems.begin(), runs.systems.end(), system);
  if (at == runs.systems.end()) throw nb::key_error(std::string(system).c_str());
  const Rankings& rankings = runs.rankings[index_of(runs.queries, query)];
  std::vector<uint32_t> ids;
  list_ids(rankings, static_cast<uint32_t>(at - runs.systems.begin()), ties, ids);
  nb::list out;
  for (uint32_t id : ids) {
    const std::string_view doc = rankings.docs.doc(id);
    out.append(nb::str(doc.data(), doc.size()));
  }
  return out;
}

std::vector<double> scores_of(const Runs& runs, std::string_view system, std::string_view query) {
  const auto at = std::find(runs.systems.begin(), runs.systems.end(), system);
  if (at == runs.systems.end()) throw nb::key_error(std::string(system).c_str());
  const Rankings& rankings = runs.rankings[index_of(runs.queries, query)];
  if (rankings.scores.empty()) throw std::invalid_argument("scores were not kept");
  const auto s = static_cast<uint32_t>(at - runs.systems.begin());
  return rankings.scores.list(s, rankings.length(s));
}

uint64_t n_documents(const Runs& runs) {
  uint64_t total = 0;
  for (const Rankings& rankings : runs.rankings) total += rankings.start.back();
  return total;
}

std::vector<uint32_t> lengths(const Runs& runs, std::string_view query) {
  const Rankings& rankings = runs.rankings[index_of(runs.queries, query)];
  std::vector<uint32_t> out(rankings.n_systems());
  for (uint32_t s = 0; s < out.size(); ++s) out[s] = rankings.length(s);
  return out;
}

std::vector<std::pair<std::string, uint32_t>> contradicted(const Runs& runs) {
  std::vector<std::pair<std::string, uint32_t>> out;
  for (size_t q = 0; q < runs.queries.size(); ++q)
    for (uint32_t system : runs.rankings[q].contradicted) out.emplace_back(runs.queries[q], system);
  return out;
}

}  // namespace

void bind_collection(nb::module_& m) {
  nb::enum_<Ties>(m, "Ties").value("float64", Ties::float64).value("float32", Ties::float32);
  nb::enum_<RunColumns>(m, "RunColumns")
      .value("trec", RunColumns::trec)
      .value("msmarco", RunColumns::msmarco)
      .value("scored", RunColumns::scored)
      .value("msmarco_or_scored", RunColumns::msmarco_or_scored);
  nb::enum_<OrderBy>(m, "OrderBy").value("score", OrderBy::score).value("rank", OrderBy::rank);

  nb::class_<Reading>(m, "Reading", "What was read from one file.")
      .def_ro("lines", &Reading::lines)
      .def_ro("used", &Reading::used)
      .def_ro("blank", &Reading::blank)
      .def_ro("comments", &Reading::comments)
      .def_ro("rejected", &Reading::rejected)
      .def_ro("byte_order_mark", &Reading::byte_order_mark)
      .def_prop_ro("tag", [](const Reading& r) { return nb::bytes(r.tag.data(), r.tag.size()); })
      .def_prop_ro("counts", &counts, "Kind -> number of lines, for the kinds that were met.")
      .def_prop_ro("problems", &problems, nb::sig("def problems(self) -> list[tuple[str, int, int, bytes, bytes]]"), "(kind, line, number, found, query): the first 20 of each kind.");

  nb::class_<Qrels>(m, "Qrels", "Labels of all queries.")
      .def_ro("queries", &Qrels::queries)
      .def_prop_ro("n_labels",
                   [](const Qrels& q) {
                     size_t n = 0;
                     for (const Labels& labels : q.labels) n += labels.grades.size();
                     return n;
                   })
      .def("n_judged", [](const Qrels& q, std::string_view query) {
        return q.labels[index_of(q.queries, query)].grades.size();
      })
      .def("grades", &grades_of, "query"_a, nb::sig("def grades(self, query: str) -> dict[str, int]"))
      .def("grade_counts", &grade_counts)
      .def("labels_from", &labels_from, "least"_a, "Labels of at least this grade, one number a query.")
      .def("select", &select_queries, "queries"_a);
  m.def("read_qrels", &qrels_from_text, "data"_a, "columns"_a, nb::sig("def read_qrels(data: bytes, columns: int) -> tuple[Qrels, Reading]"));
  m.def("qrels_from_lists", &qrels_from_lists, "queries"_a, "docs"_a, "grades"_a);

  nb::class_<Runs>(m, "Runs", "Rankings of all systems.")
      .def_ro("systems", &Runs::systems)
      .def_ro("queries", &Runs::queries)
      .def_prop_ro("n_documents", &n_documents)
      .def("ranking", &ranking, "system"_a, "query"_a, "ties"_a, nb::sig("def ranking(self, system: str, query: str, ties: Ties) -> list[str]"))
      .def("scores", &scores_of, "system"_a, "query"_a)
      .def("lengths", &lengths, "query"_a, "Documents each system retrieved for a query.")
      .def("save",
           [](const Runs& runs) {
             const std::string bytes = long_call([&] { return save_runs(runs); });
             return nb::bytes(bytes.data(), bytes.size());
           },
           "Everything that they hold, as bytes for `load_runs`.")
      .def("contradicted", &contradicted, "(query, system number) where the rank column contradicts the scores.");
  m.def("load_runs",
        [](const nb::bytes& data) {
          const std::string_view bytes = bytes_of(data);
          const LongCall call;
          return load_runs(bytes);
        },
        "data"_a, "Runs from the bytes of `save`; a ValueError where they are none.");
  m.def("runs_from_lists", &runs_from_lists, "systems"_a, "lists"_a, "keep_scores"_a = false,
        "Runs from (system number, query, documents, scores) tuples.");

  nb::class_<RunsReader>(m, "RunsReader", "Reads run files, one system each, from one or more threads.")
      .def(nb::init<size_t, bool>(), "n_files"_a, "keep_scores"_a = false)
      .def(
          "read_path",
          [](RunsReader& self, size_t file, const std::string& path, RunColumns columns, OrderBy by) {
            self.check(file);
            const LongCall call(self.watch());
            thread_buffer().read(path);
            return self.read(file, thread_buffer().text(), columns, by);
          },
          "file"_a, "path"_a, "columns"_a, "by"_a)
      .def(
          "read",
          [](RunsReader& self, size_t file, const nb::bytes& data, RunColumns columns, OrderBy by) {
            self.check(file);
            const std::string_view bytes = bytes_of(data);
            const LongCall call(self.watch());
            thread_buffer().copy(bytes);
            return self.read(file, thread_buffer().text(), columns, by);
          },
          "file"_a, "data"_a, "columns"_a, "by"_a)
      .def("add_list", &add_list, "file"_a, "query"_a, "docs"_a, "scores"_a,
           "Takes a list that is in memory as one of a file; the scores order it.")
      .def("stop", [](RunsReader& self) { self.watch().stopped = true; },
           "Makes every thread that reads leave: each raises KeyboardInterrupt.")
      .def_prop_ro("stopped", [](RunsReader& self) { return self.watch().stopped.load(); })
      .def("finish", &RunsReader::finish, "systems"_a, nb::call_guard<LongCall>());

  nb::class_<Join>(m, "Join", "Which query and which label belongs to which retrieved document.")
      .def_prop_ro("shared", [](const Join& j) {
        return std::count_if(j.query.begin(), j.query.end(), [](uint32_t q) { return q != kNone; });
      });
  m.def("residual", &residual, "runs"_a, "earlier"_a, nb::call_guard<LongCall>());
  m.def("runs_of_docs", &runs_of_docs, "runs"_a, "docs"_a, nb::call_guard<LongCall>());
  m.def("without_identical_ids", &without_identical_ids, "runs"_a, nb::call_guard<LongCall>());
  m.def("identical_ids",
        [](const Runs& runs) { return long_call([&] { return identical_ids(runs); }); },
        "runs"_a, "(query, system number) where a list has the document whose id is the query's.");
  m.def("first_docs", &first_docs, "runs"_a, "depth"_a, nb::call_guard<LongCall>());
  m.def("renamed", &renamed, "runs"_a, "systems"_a, nb::call_guard<LongCall>());
  nb::class_<Stack>(m, "Stack", "Variants of one label set.").def_ro("n_variants", &Stack::n_variants);
  m.def(
      "stack_from_grades",
      [](std::shared_ptr<Qrels> base, nb::ndarray<const int8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu> grades) {
        auto owner = std::make_shared<decltype(grades)>(grades);
        return make_stack(std::move(base), owner, grades.data(), grades.shape(0), grades.shape(1));
      },
      "base"_a, "grades"_a);
  m.def("join", &join, "qrels"_a, "runs"_a, nb::call_guard<LongCall>());
}

}  // namespace irassay
