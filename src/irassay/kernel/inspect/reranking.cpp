// Runs put in another run's order: what that changes among their first documents. A document that the other run has goes to
// its rank there, the rest keep theirs; of two that meet, one that was brought up stands first and one that was brought down
// last. Counts only; what they say of a score is made elsewhere.
#include <nanobind/nanobind.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "bind/arrays.hpp"
#include "bind/long_call.hpp"
#include "collection/collection.hpp"
#include "machine/in_threads.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace irassay {
namespace {

constexpr uint8_t kRelevant = 0, kNotRelevant = 1, kNoLabel = 2, kKinds = 3;
using Counts = std::array<int64_t, kKinds>;

struct Question {
  std::vector<uint32_t> by;  // systems whose order others are put in
  uint32_t depth;
  int rel;
  Ties ties;
};

// Sums over queries.
struct Found {
  std::vector<int64_t> top;      // [system][kind]: documents of that kind among the first
  std::vector<int64_t> changed;  // [by][system][kind]: how many more of them there are in the other's order
  Found(size_t n_by, size_t n_systems) : top(n_systems * kKinds, 0), changed(n_by * n_systems * kKinds, 0) {}
};

// One query's lists, with the rank of each document in each.
class Lists {
 public:
  void read(const Rankings& rankings, const std::vector<uint32_t>& column, const std::vector<int8_t>& grades, const Question& ask) {
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

void count(const Lists& lists, const Question& ask, uint32_t n_systems, Found& out) {
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

Found reranked(const Qrels& qrels, const Runs& runs, const Join& join, const Question& ask, uint32_t threads) {
  const auto n_systems = static_cast<uint32_t>(runs.systems.size());
  for (uint32_t s : ask.by)
    if (s >= n_systems) throw std::invalid_argument("no such system");
  const auto n_queries = static_cast<uint32_t>(qrels.queries.size());
  std::vector<Found> parts(n_threads(n_queries, threads), Found(ask.by.size(), n_systems));
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

}  // namespace

void bind_reranked(nb::module_& m) {
  m.def(
      "reranked",
      [](const Qrels& qrels, const Runs& runs, const Join& join, std::vector<uint32_t> by, uint32_t depth, int rel, Ties ties,
         uint32_t threads) {
        const size_t n_by = by.size(), n_systems = runs.systems.size();
        Found found(0, 0);
        {
          const LongCall call;
          found = reranked(qrels, runs, join, {std::move(by), depth, rel, ties}, threads);
        }
        return std::make_tuple(numpy_array(std::move(found.top), {n_systems, kKinds}),
                               numpy_array(std::move(found.changed), {n_by, n_systems, kKinds}));
      },
      "qrels"_a, "runs"_a, "join"_a, nb::kw_only(), "by"_a, "depth"_a, "rel"_a, "ties"_a, "threads"_a,
      "[system][kind]: relevant, other judged and unjudged documents among its first `depth`, over all queries. "
      "[i][system][kind]: how many more there are where the system is put in the order of `by[i]`.");
}

}  // namespace irassay
