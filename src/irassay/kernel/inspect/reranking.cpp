// Counts documents by kind before and after, without putting any list in another order.
#include "inspect/reranking.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "machine/in_threads.hpp"

namespace irassay {
namespace {

constexpr uint8_t kRelevant = 0, kNotRelevant = 1, kNoLabel = 2;
constexpr uint8_t kKinds = Reranking::kKinds;
using Counts = std::array<int64_t, kKinds>;

// One query's lists, with the rank of each document in each.
class Lists {
 public:
  void read(const Rankings& rankings, const std::vector<uint32_t>& column, const std::vector<int8_t>& grades,
            const RerankingQuestion& ask) {
    const uint32_t n_docs = rankings.docs.size();
    ids_.resize(rankings.n_systems());
    ranks_.assign(ids_.size() * n_docs, kNone);
    for (uint32_t s = 0; s < ids_.size(); ++s) {
      list_ids(rankings, s, ask.ties, ids_[s]);
      for (uint32_t r = 0; r < ids_[s].size(); ++r) ranks_[ids_[s][r] * ids_.size() + s] = r;
    }
    kind_.resize(n_docs);
    for (uint32_t d = 0; d < n_docs; ++d)
      kind_[d] = column[d] == kNone ? kNoLabel : grades[column[d]] >= ask.rel ? kRelevant : kNotRelevant;
  }

  Counts top(uint32_t s, uint32_t depth) const {
    Counts out{};
    for (uint32_t r = 0; r < depth && r < ids_[s].size(); ++r) ++out[kind_[ids_[s][r]]];
    return out;
  }

  // The same of system s in the order of `by`. At most two documents meet at a rank: that of `by`, if s has it, and that of s,
  // if `by` lacks it.
  Counts top_in_order_of(uint32_t by, uint32_t s, uint32_t depth) const {
    const std::vector<uint32_t>&theirs = ids_[by], &own = ids_[s];
    uint32_t left = static_cast<uint32_t>(std::min<size_t>(depth, own.size()));
    Counts out{};
    for (uint32_t r = 0; left > 0; ++r) {
      const uint32_t moved = r < theirs.size() && rank(theirs[r], s) != kNone ? theirs[r] : kNone;
      const uint32_t stays = r < own.size() && rank(own[r], by) == kNone ? own[r] : kNone;
      const bool brought_down = moved != kNone && rank(moved, s) < r;
      for (const uint32_t doc : {brought_down ? stays : moved, brought_down ? moved : stays}) {
        if (doc == kNone || left == 0) continue;
        ++out[kind_[doc]];
        --left;
      }
    }
    return out;
  }

 private:
  uint32_t rank(uint32_t doc, uint32_t s) const { return ranks_[doc * ids_.size() + s]; }

  std::vector<std::vector<uint32_t>> ids_;  // [system], best first
  std::vector<uint32_t> ranks_;             // [document][system], from 0; kNone where the system lacks it
  std::vector<uint8_t> kind_;               // [document]
};

void count(const Lists& lists, const RerankingQuestion& ask, uint32_t n_systems, Reranking& out) {
  for (uint32_t s = 0; s < n_systems; ++s) {
    const Counts before = lists.top(s, ask.depth);
    for (uint8_t k = 0; k < kKinds; ++k) out.top[s * kKinds + k] += before[k];
    for (size_t i = 0; i < ask.by.size(); ++i) {
      const Counts after = lists.top_in_order_of(ask.by[i], s, ask.depth);
      int64_t* changed = out.changed.data() + (i * n_systems + s) * kKinds;
      for (uint8_t k = 0; k < kKinds; ++k) changed[k] += after[k] - before[k];
    }
    poll();
  }
}

}  // namespace

Reranking reranked(const Qrels& qrels, const Runs& runs, const Join& join, const RerankingQuestion& ask, uint32_t threads) {
  const auto n_systems = static_cast<uint32_t>(runs.systems.size());
  for (uint32_t s : ask.by)
    if (s >= n_systems) throw std::invalid_argument("no such system");
  const auto n_queries = static_cast<uint32_t>(qrels.queries.size());
  std::vector<Reranking> parts(n_threads(n_queries, threads), Reranking(ask.by.size(), n_systems));
  std::vector<Lists> lists(parts.size());
  in_threads(n_queries, threads, [&](uint32_t q, uint32_t thread) {
    if (join.query[q] == kNone) return;
    lists[thread].read(runs.rankings[join.query[q]], join.column[q], qrels.labels[q].grades, ask);
    count(lists[thread], ask, n_systems, parts[thread]);
  });
  for (size_t t = 1; t < parts.size(); ++t) {
    for (size_t i = 0; i < parts[0].top.size(); ++i) parts[0].top[i] += parts[t].top[i];
    for (size_t i = 0; i < parts[0].changed.size(); ++i) parts[0].changed[i] += parts[t].changed[i];
  }
  return std::move(parts[0]);
}

}  // namespace irassay
