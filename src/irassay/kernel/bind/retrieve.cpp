// What Python sees of analysis, of building shards and of searching them.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <stdexcept>

#include "analyse/analyser.hpp"
#include "bind/long_call.hpp"
#include "retrieve/fuse.hpp"
#include "retrieve/search.hpp"
#include "retrieve/shard_builder.hpp"
#include "retrieve/twins.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace irassay {

namespace {

Stem stem_of(const std::string& name) {
  if (name == "none") return Stem::none;
  if (name == "porter") return Stem::porter;
  if (name == "english") return Stem::english;
  throw std::invalid_argument("stem is none, porter or english");
}

std::vector<std::string> terms(const Analyser& analyser, std::string_view text) {
  std::vector<std::string> out;
  analyser.each_term(text, [&](const std::string& term) { out.push_back(term); });
  return out;
}

using Bag = std::vector<std::pair<std::string, uint32_t>>;

void add_texts(ShardBuilder& builder, const std::vector<std::string_view>& ids, const std::vector<std::string_view>& texts, uint32_t threads) {
  if (ids.size() != texts.size()) throw std::invalid_argument("as many ids as texts");
  const LongCall call;
  builder.add_texts(ids, texts, threads);
}

uint64_t checked(const Shard& shard, uint64_t doc) {
  if (doc >= shard.n_docs()) throw std::out_of_range("no passage of that number in the shard");
  return doc;
}

Bag bag_of(const Shard& shard, uint64_t doc) {
  Bag out;
  for (const TermCount& one : shard.bag(checked(shard, doc))) out.emplace_back(shard.term(one.term), one.count);
  return out;
}

Scoring scoring_of(const std::string& model, double k1, double b, double mu, const std::string& lengths) {
  if (model != "bm25" && model != "ql") throw std::invalid_argument("model is bm25 or ql");
  if (lengths != "lucene" && lengths != "exact") throw std::invalid_argument("lengths is lucene or exact");
  if (!(k1 >= 0) || !(b >= 0 && b <= 1) || !(mu > 0)) throw std::invalid_argument("k1 from 0 on, b from 0 to 1, mu above 0");
  return {model == "ql" ? Model::ql : Model::bm25, k1, b, mu, lengths == "exact" ? Lengths::exact : Lengths::lucene};
}

// The lists of queries: ids and scores, best first.
std::vector<std::pair<std::vector<std::string_view>, std::vector<double>>> search(const Searcher& searcher, const std::vector<Bag>& queries,
                                                                                    uint32_t depth, uint32_t threads) {
  std::vector<std::vector<QueryTerm>> terms;
  for (const Bag& bag : queries) {
    terms.emplace_back();
    for (const auto& [term, count] : bag) {
      if (!terms.back().empty() && terms.back().back().term >= term) throw std::invalid_argument("terms in byte order, each once");
      terms.back().push_back({term, count});
    }
  }
  const auto lists = long_call([&] { return searcher.search(terms, depth, threads); });
  std::vector<std::pair<std::vector<std::string_view>, std::vector<double>>> out(lists.size());
  for (size_t i = 0; i < lists.size(); ++i)
    for (const ScoredDoc& one : lists[i]) {
      out[i].first.push_back(searcher.shards()[one.shard]->id(one.doc));
      out[i].second.push_back(one.score);
    }
  return out;
}

std::shared_ptr<Runs> fuse_runs(const Runs& runs, const std::string& name, const std::string& method, double phi, double rrf_k, std::vector<double> weights,
                                const std::string& normalise, uint32_t depth, uint32_t threads) {
  static const std::vector<std::string> methods{"rbc", "rrf", "combsum", "combmnz", "weighted"}, ways{"minmax", "zscore", "none"};
  const auto of = std::find(methods.begin(), methods.end(), method), way = std::find(ways.begin(), ways.end(), normalise);
  if (of == methods.end() || way == ways.end()) throw std::invalid_argument("no such method or normalisation");
  if (!(phi > 0 && phi < 1) || !(rrf_k >= 0)) throw std::invalid_argument("phi above 0 and below 1, rrf_k from 0 on");
  const Fusion fusion{static_cast<FusionMethod>(of - methods.begin()), phi, rrf_k, std::move(weights), static_cast<Normalise>(way - ways.begin())};
  return long_call([&] { return fuse(runs, fusion, name, depth, threads); });
}

std::shared_ptr<Runs> fuse_by_plan(const std::vector<std::shared_ptr<const Runs>>& runs,
                                   const std::vector<std::pair<std::string, std::vector<std::pair<uint32_t, std::string>>>>& plan, const std::string& name,
                                   double phi, uint32_t depth, uint32_t threads) {
  if (!(phi > 0 && phi < 1)) throw std::invalid_argument("phi above 0 and below 1");
  std::vector<FusedFrom> from;
  for (const auto& [query, lists] : plan) from.push_back({query, lists});
  return long_call([&] { return fuse_lists(runs, from, phi, name, depth, threads); });
}

}  // namespace

void bind_retrieve(nb::module_& m) {
  nb::class_<Analyser>(m, "Analyser", "From texts to terms.")
      .def("__init__", [](Analyser* self, const std::string& stem, const std::vector<std::string>& stop_words) { new (self) Analyser(stem_of(stem), stop_words); },
           "stem"_a, "stop_words"_a)
      .def("terms", &terms, "text"_a, "The terms of a text, in its order.");
  nb::class_<ShardBuilder>(m, "ShardBuilder", "Passages that become one shard of an index.")
      .def(nb::init<Analyser>(), "analyser"_a)
      .def("add_texts", &add_texts, "ids"_a, "texts"_a, nb::kw_only(), "threads"_a, "Passages by their texts.")
      .def("add_bag", &ShardBuilder::add_bag, "id"_a, "bag"_a, "length"_a, "A passage by its terms and their counts, each term once.")
      .def_prop_ro("n_docs", &ShardBuilder::n_docs)
      .def_prop_ro("memory", &ShardBuilder::memory, "Bytes until it is written, roughly.")
      .def("write", &ShardBuilder::write, "path"_a, nb::call_guard<LongCall>(), "Write the file, which must not be there.");
  nb::class_<Shard>(m, "Shard", "A shard of an index, mapped into memory.")
      .def(nb::init<const std::string&>(), "path"_a)
      .def_prop_ro("n_docs", &Shard::n_docs)
      .def_prop_ro("n_terms", &Shard::n_terms)
      .def_prop_ro("n_tokens", &Shard::n_tokens)
      .def_prop_ro("n_with_terms", &Shard::n_with_terms, "Passages that have a term.")
      .def("id", [](const Shard& shard, uint64_t doc) { return shard.id(checked(shard, doc)); }, "doc"_a)
      .def("find_docs", &Shard::find_docs, "ids"_a, "The numbers of passages by their ids; n_docs where one is not here.")
      .def("length", [](const Shard& shard, uint64_t doc) { return shard.length(checked(shard, doc)); }, "doc"_a)
      .def("bag", &bag_of, "doc"_a, "The terms of a passage in byte order, with their counts.");
  m.def("twin_id", [](const std::vector<std::shared_ptr<const Shard>>& shards, uint64_t memory) { return long_call([&] { return twin_id(shards, memory); }); },
        "shards"_a, nb::kw_only(), "memory"_a, "An id that two passages have; empty where there is none.");
  nb::class_<Searcher>(m, "Searcher", "Searches shards as one collection.")
      .def("__init__",
           [](Searcher* self, std::vector<std::shared_ptr<const Shard>> shards, const std::string& model, double k1, double b, double mu, const std::string& lengths,
              double n_docs, double n_tokens, double average) {
             if (!(n_docs >= 0) || !(n_tokens >= 0) || !(average >= 0)) throw std::invalid_argument("n_docs, n_tokens and average from 0 on");
             new (self) Searcher(std::move(shards), scoring_of(model, k1, b, mu, lengths), {n_docs, n_tokens, average});
           },
           "shards"_a, nb::kw_only(), "model"_a, "k1"_a, "b"_a, "mu"_a, "lengths"_a, "n_docs"_a = 0.0, "n_tokens"_a = 0.0, "average"_a = 0.0,
           "With the collection's numbers of passages and tokens, and the average length; 0: summed over the shards.")
      .def("search", &search, "queries"_a, nb::kw_only(), "depth"_a, "threads"_a, "Ids and scores of each query's list, best first.");
  m.def("fuse", &fuse_runs, "runs"_a, nb::kw_only(), "name"_a, "method"_a, "phi"_a, "rrf_k"_a, "weights"_a, "normalise"_a, "depth"_a, "threads"_a,
        "One system from all: of each query the documents of its lists.");
  m.def("fuse_lists", &fuse_by_plan, "runs"_a, "plan"_a, nb::kw_only(), "name"_a, "phi"_a, "depth"_a, "threads"_a,
        "One system by rbc: for each (query, lists) of the plan the lists (number of runs, query there).");
}

}  // namespace irassay
