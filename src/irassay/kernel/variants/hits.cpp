// Finds hits once for all variants.
#include "variants/hits.hpp"

#include <algorithm>
#include <numeric>

namespace irassay {
namespace {

constexpr size_t kLongList = 16;  // hits; lists with more are seldom alike

bool same_hits(const QueryHits& of, uint32_t a, uint32_t b) {
  return std::equal(of.hits.begin() + of.start[a], of.hits.begin() + of.start[a + 1], of.hits.begin() + of.start[b],
                    of.hits.begin() + of.start[b + 1],
                    [](const RowHit& x, const RowHit& y) { return x.rank == y.rank && x.row == y.row; });
}

uint64_t hash_of(const QueryHits& of, uint32_t system) {
  uint64_t hash = 0x9E3779B97F4A7C15u;
  for (uint32_t i = of.start[system]; i < of.start[system + 1]; ++i)
    hash = (hash ^ (uint64_t{of.hits[i].rank} << 32 | of.hits[i].row)) * 0xFF51AFD7ED558CCDu, hash ^= hash >> 32;
  return hash;
}

// Puts systems with the same hits together: short lists are often alike, and are then scored once.
void group_systems(bool each_alone, QueryHits& of) {
  const auto n = static_cast<uint32_t>(of.n_retrieved.size());
  of.order.resize(n);
  of.group.assign(1, 0);
  if (each_alone) {
    std::iota(of.order.begin(), of.order.end(), 0u);
    for (uint32_t s = 1; s <= n; ++s) of.group.push_back(s);
    return;
  }
  size_t n_slots = 16;
  while (n_slots < 2 * size_t{n}) n_slots *= 2;
  std::vector<uint32_t> slot(n_slots, kNone), leaders, group_of(n);  // slot: a group; leaders: its first system
  for (uint32_t s = 0; s < n; ++s) {
    size_t at = hash_of(of, s) & (n_slots - 1);
    while (slot[at] != kNone && !same_hits(of, leaders[slot[at]], s)) at = (at + 1) & (n_slots - 1);
    if (slot[at] == kNone) {
      slot[at] = static_cast<uint32_t>(leaders.size());
      leaders.push_back(s);
      of.group.push_back(0);
    }
    group_of[s] = slot[at];
    ++of.group[slot[at] + 1];
  }
  std::partial_sum(of.group.begin(), of.group.end(), of.group.begin());
  std::vector<uint32_t> next(of.group.begin(), of.group.end() - 1);
  for (uint32_t s = 0; s < n; ++s) of.order[next[group_of[s]]++] = s;
}

}  // namespace

size_t stretch_end(const Runs& runs, const Join& join, size_t first) {
  uint64_t documents = 0;
  size_t query = first;
  while (query < join.query.size() && (query == first || documents <= kStretch)) {
    if (join.query[query] != kNone) documents += runs.rankings[join.query[query]].start.back();
    ++query;
  }
  return query;
}

void find_query_hits(const Stack& stack, const Runs& runs, const Join& join, size_t query, Ties ties, Needs needs,
                     QueryHits& out) {
  thread_local Hits of_runs;
  find_hits(runs, join, static_cast<uint32_t>(query), ties, of_runs);
  const size_t n_docs = stack.base->labels[query].grades.size(), n_variants = stack.n_variants;
  const int8_t* grades = stack.grades[query].data();
  std::vector<uint32_t> row(n_docs, kNone);
  out.rows.clear();
  for (uint32_t d = 0; d < n_docs; ++d) {
    const int8_t* of = grades + d * n_variants;
    int8_t highest = kUnjudged;
    for (size_t v = 0; v < n_variants; ++v) highest = std::max(highest, of[v]);
    if (highest <= 0) continue;
    row[d] = static_cast<uint32_t>(out.rows.size());
    out.rows.push_back(d);
  }
  out.hits.resize(of_runs.start.back() + 1);  // room for a hit that is written and then not counted
  out.start.assign(1, 0);
  size_t n = 0;
  for (size_t s = 0; s < runs.systems.size(); ++s) {
    for (uint32_t i = of_runs.start[s]; i < of_runs.start[s + 1]; ++i) {
      out.hits[n] = {of_runs.hits[i].rank, row[of_runs.hits[i].column]};
      n += out.hits[n].row != kNone;
    }
    out.start.push_back(static_cast<uint32_t>(n));
  }
  out.hits.resize(n);
  out.n_retrieved = of_runs.n_retrieved;
  const bool long_lists = out.hits.size() > kLongList * runs.systems.size();
  group_systems(needs.judged || needs.lengths || long_lists, out);
  if (needs.judged) out.judged = of_runs;
}

}  // namespace irassay
