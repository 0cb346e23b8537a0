// Depth-k pools: the documents that some list has among its first k, and which list has which at what rank.
#include "collection/pool.hpp"

#include <algorithm>

#include "machine/interrupt.hpp"

namespace irassay {

Pooled pool(const Runs& runs, uint32_t depth, Ties ties) {
  Pooled out;
  out.start.push_back(0);
  std::vector<uint32_t> ids;
  std::vector<uint32_t> place;  // [document of the query] -> index among the query's pooled
  std::vector<std::vector<std::pair<uint32_t, uint32_t>>> finders;  // [pooled of the query]: system, rank
  std::vector<uint32_t> docs;  // [pooled of the query] -> document of the query
  for (uint32_t q = 0; q < runs.queries.size(); ++q) {
    poll();
    const Rankings& rankings = runs.rankings[q];
    place.assign(rankings.docs.size(), kNone);
    docs.clear();
    for (uint32_t s = 0; s < rankings.n_systems(); ++s) {
      list_ids(rankings, s, ties, ids);
      const auto n = static_cast<uint32_t>(std::min<size_t>(ids.size(), depth));
      for (uint32_t rank = 0; rank < n; ++rank) {
        uint32_t& at = place[ids[rank]];
        if (at == kNone) {
          at = static_cast<uint32_t>(docs.size());
          docs.push_back(ids[rank]);
          if (finders.size() < docs.size()) finders.emplace_back();
          finders[at].clear();
        }
        finders[at].emplace_back(s, rank + 1);
      }
    }
    std::vector<uint32_t> order(docs.size());
    for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(),
              [&](uint32_t a, uint32_t b) { return rankings.docs.doc(docs[a]) < rankings.docs.doc(docs[b]); });
    for (uint32_t i : order) {
      out.query.push_back(q);
      out.doc.emplace_back(rankings.docs.doc(docs[i]));
      for (const auto& [system, rank] : finders[i]) {
        out.system.push_back(system);
        out.rank.push_back(rank);
      }
      out.start.push_back(static_cast<uint32_t>(out.system.size()));
    }
  }
  return out;
}

}  // namespace irassay
