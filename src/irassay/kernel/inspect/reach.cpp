// Counts by band of ranks and by group of systems, query by query.
#include "inspect/reach.hpp"

#include <algorithm>
#include <stdexcept>

#include "machine/interrupt.hpp"

namespace irassay {
namespace {

constexpr uint32_t kNoGroup = 0xFFFFFFFFu;
constexpr uint32_t kSeveralGroups = 0xFFFFFFFEu;

void count_bands(const Hits& hits, const ReachQuestion& ask, Reach& out) {
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

void count_alone(const Hits& hits, const Labels& labels, const ReachQuestion& ask, std::vector<uint32_t>& finder, Reach& out) {
  finder.assign(labels.grades.size(), kNoGroup);
  for (size_t s = 0; s < ask.group.size(); ++s) {
    const Answer answer = hits.answer(static_cast<uint32_t>(s));
    for (uint32_t h = 0; h < answer.n_hits && answer.hits[h].rank < ask.depth; ++h) {
      uint32_t& who = finder[answer.hits[h].column];
      who = who == kNoGroup || who == ask.group[s] ? ask.group[s] : kSeveralGroups;
    }
  }
  for (size_t d = 0; d < finder.size(); ++d) {
    if (finder[d] >= kSeveralGroups || labels.grades[d] < ask.rel) continue;
    ++out.alone[finder[d]];
    out.alone_high[finder[d]] += labels.grades[d] >= ask.high;
  }
}

}  // namespace

Reach reach(const Qrels& qrels, const Runs& runs, const Join& join, const ReachQuestion& ask) {
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

}  // namespace irassay
