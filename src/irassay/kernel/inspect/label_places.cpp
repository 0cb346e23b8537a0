// Goes through the lists once for each query's labels.
#include "inspect/label_places.hpp"

#include <limits>
#include <stdexcept>

#include "machine/interrupt.hpp"

namespace irassay {
namespace {

constexpr int32_t kNobody = -1;
constexpr int32_t kSeveral = -2;

void note_best(int32_t& best, int32_t rank) {
  if (best == 0 || rank < best) best = rank;
}

// The best rank of each document that has no label, in the order of the documents' ids.
void unjudged_ranks(const Rankings& rankings, const std::vector<uint32_t>& column, Ties ties, std::vector<int32_t>& best,
                    std::vector<uint32_t>& ids, Places& out) {
  best.assign(rankings.docs.size(), 0);
  for (uint32_t s = 0; s < rankings.n_systems(); ++s) {
    list_ids(rankings, s, ties, ids);
    for (size_t i = 0; i < ids.size(); ++i) note_best(best[ids[i]], static_cast<int32_t>(i) + 1);
  }
  const size_t before = out.unjudged.size();
  for (size_t d = 0; d < best.size(); ++d)
    if (best[d] != 0 && column[d] == kNone) out.unjudged.push_back(best[d]);
  out.n_unjudged.back() = static_cast<int32_t>(out.unjudged.size() - before);
}

}  // namespace

Places label_places(const Qrels& qrels, const Runs& runs, const Join& join, const std::vector<uint32_t>& group,
                    uint32_t depth, Ties ties) {
  if (group.size() != runs.systems.size()) throw std::invalid_argument("one group a system is needed");
  for (uint32_t g : group)
    if (g > static_cast<uint32_t>(std::numeric_limits<int32_t>::max())) throw std::invalid_argument("a group is out of range");
  Places out;
  Hits hits;
  std::vector<int32_t> best;
  std::vector<uint32_t> ids;
  size_t first = 0;
  for (uint32_t q = 0; q < qrels.queries.size(); ++q) {
    poll();
    const size_t n = qrels.labels[q].grades.size();
    out.finder.resize(first + n, kNobody);
    out.best.resize(first + n, 0);
    out.n_unjudged.push_back(0);
    if (join.query[q] != kNone) {
      unjudged_ranks(runs.rankings[join.query[q]], join.column[q], ties, best, ids, out);
      find_hits(runs, join, q, ties, hits);
      for (size_t s = 0; s < group.size(); ++s) {
        const Answer answer = hits.answer(static_cast<uint32_t>(s));
        const int32_t who = static_cast<int32_t>(group[s]);
        for (uint32_t h = 0; h < answer.n_hits; ++h) {
          const size_t label = first + answer.hits[h].column;
          const int32_t rank = static_cast<int32_t>(answer.hits[h].rank) + 1;
          note_best(out.best[label], rank);
          if (answer.hits[h].rank >= depth) continue;
          int32_t& finder = out.finder[label];
          finder = finder == kNobody || finder == who ? who : kSeveral;
        }
      }
    }
    first += n;
  }
  return out;
}

}  // namespace irassay
