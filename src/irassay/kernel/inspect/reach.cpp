// How far the labels reach into the runs: documents with and without a label by rank, and relevant ones that only one
// group of systems found. Counts only; shares and words are made elsewhere.
#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <stdexcept>

#include "bind/long_call.hpp"
#include "collection/collection.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace irassay {
namespace {

constexpr uint32_t kNobody = 0xFFFFFFFFu;
constexpr uint32_t kSeveral = 0xFFFFFFFEu;

struct Reach {
  std::vector<std::vector<uint64_t>> retrieved;  // [system][band of ranks]
  std::vector<std::vector<uint64_t>> judged;     // [system][band]
  uint64_t unjudged = 0;                         // distinct (query, document) to the depth
  std::vector<uint64_t> alone;                   // [group]: relevant documents to the depth that no other group has there
  std::vector<uint64_t> alone_high;              // of them at or above the higher grade
};

struct Question {
  std::vector<uint32_t> ends;   // band b holds ranks ends[b - 1] .. ends[b], from 0, half open
  uint32_t depth;
  std::vector<uint32_t> group;  // [system]
  uint32_t n_groups;
  int rel;
  int high;
  Ties ties;
};

void count_bands(const Hits& hits, const Question& ask, Reach& out) {
  for (size_t s = 0; s < ask.group.size(); ++s) {
    const Answer answer = hits.answer(static_cast<uint32_t>(s));
    uint32_t begin = 0;
    for (size_t b = 0; b < ask.ends.size() && begin < answer.n_retrieved; ++b) {
      out.retrieved[s][b] += std::min(ask.ends[b], answer.n_retrieved) - begin;
      begin = ask.ends[b];
    }
    size_t band = 0;
    for (uint32_t h = 0; h < answer.n_hits; ++h) {
      while (band < ask.ends.size() && answer.hits[h].rank >= ask.ends[band]) ++band;
      if (band == ask.ends.size()) break;
      ++out.judged[s][band];
    }
  }
}

void count_alone(const Hits& hits, const Labels& labels, const Question& ask, std::vector<uint32_t>& finder, Reach& out) {
  finder.assign(labels.grades.size(), kNobody);
  for (size_t s = 0; s < ask.group.size(); ++s) {
    const Answer answer = hits.answer(static_cast<uint32_t>(s));
    for (uint32_t h = 0; h < answer.n_hits && answer.hits[h].rank < ask.depth; ++h) {
      uint32_t& who = finder[answer.hits[h].column];
      who = who == kNobody || who == ask.group[s] ? ask.group[s] : kSeveral;
    }
  }
  for (size_t d = 0; d < finder.size(); ++d) {
    if (finder[d] >= kSeveral || labels.grades[d] < ask.rel) continue;
    ++out.alone[finder[d]];
    out.alone_high[finder[d]] += labels.grades[d] >= ask.high;
  }
}

Reach reach(const Qrels& qrels, const Runs& runs, const Join& join, const Question& ask) {
  const size_t n_systems = runs.systems.size();
  if (ask.group.size() != n_systems) throw std::invalid_argument("one group a system is needed");
  for (uint32_t g : ask.group)
    if (g >= ask.n_groups) throw std::invalid_argument("a group is out of range");
  Reach out;
  out.retrieved.assign(n_systems, std::vector<uint64_t>(ask.ends.size(), 0));
  out.judged = out.retrieved;
  out.alone.assign(ask.n_groups, 0);
  out.alone_high.assign(ask.n_groups, 0);
  Hits hits;
  std::vector<uint32_t> ids;
  std::vector<uint32_t> finder;
  std::vector<bool> met;
  for (uint32_t q = 0; q < qrels.queries.size(); ++q) {
    poll();
    if (join.query[q] == kNone) continue;
    find_hits(runs, join, q, ask.ties, hits);
    count_bands(hits, ask, out);
    count_alone(hits, qrels.labels[q], ask, finder, out);
    const Rankings& rankings = runs.rankings[join.query[q]];
    met.assign(rankings.docs.size(), false);
    for (uint32_t s = 0; s < n_systems; ++s) {
      list_ids(rankings, s, ask.ties, ids);
      const size_t n = std::min<size_t>(ids.size(), ask.depth);
      for (size_t i = 0; i < n; ++i) {
        if (join.column[q][ids[i]] != kNone || met[ids[i]]) continue;
        met[ids[i]] = true;
        ++out.unjudged;
      }
    }
  }
  return out;
}

}  // namespace

void bind_reach(nb::module_& m) {
  nb::class_<Reach>(m, "Reach", "How far the labels reach into the runs.")
      .def_ro("retrieved", &Reach::retrieved, "[system][band]: documents in that band of ranks")
      .def_ro("judged", &Reach::judged, "[system][band]: of them with a label")
      .def_ro("unjudged", &Reach::unjudged, "distinct (query, document) pairs to the depth without a label")
      .def_ro("alone", &Reach::alone, "[group]: relevant documents to the depth that no other group has there")
      .def_ro("alone_high", &Reach::alone_high, "[group]: of them at or above the higher grade");
  m.def(
      "reach",
      [](const Qrels& qrels, const Runs& runs, const Join& join, std::vector<uint32_t> ends, uint32_t depth,
         std::vector<uint32_t> group, uint32_t n_groups, int rel, int high, Ties ties) {
        const LongCall call;
        return reach(qrels, runs, join, {std::move(ends), depth, std::move(group), n_groups, rel, high, ties});
      },
      "qrels"_a, "runs"_a, "join"_a, nb::kw_only(), "ends"_a, "depth"_a, "group"_a, "n_groups"_a, "rel"_a, "high"_a,
      "ties"_a);
}

}  // namespace irassay
