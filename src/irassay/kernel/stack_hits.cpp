// Finds hits once for all variants.
#include "stack_hits.hpp"

#include <algorithm>

namespace irassay {

size_t stretch_end(const Runs& runs, const Join& join, size_t first) {
  uint64_t documents = 0;
  size_t query = first;
  while (query < join.query.size() && (query == first || documents <= kStretch)) {
    if (join.query[query] != kNone) documents += runs.rankings[join.query[query]].start.back();
    ++query;
  }
  return query;
}

void find_query_hits(const Stack& stack, const Runs& runs, const Join& join, size_t query, Ties ties, bool keep_judged,
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
  if (keep_judged) out.judged = std::move(found);
}

}  // namespace irassay
