// Finds hits once for all variants.
#include "stack_hits.hpp"

#include <algorithm>
#include <numeric>

namespace irassay {
namespace {

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
  std::iota(of.order.begin(), of.order.end(), 0u);
  of.group.assign(1, 0);
  if (each_alone) {
    for (uint32_t s = 1; s <= n; ++s) of.group.push_back(s);
    return;
  }
  std::vector<uint64_t> hash(n);
  for (uint32_t s = 0; s < n; ++s) hash[s] = hash_of(of, s);
  std::sort(of.order.begin(), of.order.end(),
            [&](uint32_t a, uint32_t b) { return hash[a] != hash[b] ? hash[a] < hash[b] : a < b; });
  for (uint32_t i = 1; i <= n; ++i)
    if (i == n || !same_hits(of, of.order[i - 1], of.order[i])) of.group.push_back(i);
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
  Hits found;
  find_hits(runs, join, static_cast<uint32_t>(query), ties, found);
  const size_t n_docs = stack.base->labels[query].grades.size(), n_variants = stack.n_variants;
  const int8_t* grades = stack.grades[query].data();
  std::vector<uint32_t> row(n_docs, kNone);
  out.rows.clear();
  for (uint32_t d = 0; d < n_docs; ++d) {
    const int8_t* of = grades + d * n_variants;
    if (*std::max_element(of, of + n_variants) <= 0) continue;
    row[d] = static_cast<uint32_t>(out.rows.size());
    out.rows.push_back(d);
  }
  out.hits.clear();
  out.start.assign(1, 0);
  for (size_t s = 0; s < runs.systems.size(); ++s) {
    for (uint32_t i = found.start[s]; i < found.start[s + 1]; ++i)
      if (row[found.hits[i].column] != kNone) out.hits.push_back({found.hits[i].rank, row[found.hits[i].column]});
    out.start.push_back(static_cast<uint32_t>(out.hits.size()));
  }
  out.n_retrieved = found.n_retrieved;
  group_systems(needs.judged || needs.lengths, out);
  if (needs.judged) out.judged = std::move(found);
}

}  // namespace irassay
