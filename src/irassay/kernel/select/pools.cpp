// Labels as pools have them: to a depth, or of some groups of systems alone.
#include <algorithm>
#include <cstring>

#include "machine/in_threads.hpp"
#include "select/selection.hpp"

namespace irassay {
namespace {

// Calls take(label, system, rank) for every label of a query that a system retrieves, ranks from 0.
template <class Take>
void each_hit(const Runs& runs, const Join& join, uint32_t query, Ties ties, Take take) {
  if (join.query[query] == kNone) return;
  Hits hits;
  find_hits(runs, join, query, ties, hits);
  for (uint32_t s = 0; s < runs.systems.size(); ++s) {
    const Answer answer = hits.answer(s);
    for (uint32_t h = 0; h < answer.n_hits; ++h) take(answer.hits[h].column, s, answer.hits[h].rank);
  }
}

}  // namespace

void keep_to_depth(const Qrels& qrels, const Runs& runs, const Join& join, const std::vector<uint32_t>& depths, Ties ties,
                   unsigned threads, GradeTable out) {
  const std::vector<size_t> first = first_labels(qrels);
  in_threads(static_cast<uint32_t>(qrels.labels.size()), threads, [&](uint32_t q) {
    const std::vector<int8_t>& grades = qrels.labels[q].grades;
    std::vector<uint32_t> best(grades.size(), kNone);
    each_hit(runs, join, q, ties, [&](uint32_t label, uint32_t, uint32_t rank) { best[label] = std::min(best[label], rank); });
    for (size_t d = 0; d < grades.size(); ++d) {
      int8_t* row = out.grades + (first[q] + d) * out.n_variants;
      for (size_t v = 0; v < out.n_variants; ++v) row[v] = best[d] < depths[v] ? grades[d] : kUnjudged;
    }
  });
}

void keep_of_groups(const Qrels& qrels, const Runs& runs, const Join& join, const GroupChoice& choice, uint32_t depth, Ties ties,
                    unsigned threads, GradeTable out) {
  const std::vector<size_t> first = first_labels(qrels);
  std::vector<uint8_t> chosen(size_t{choice.n_groups} * out.n_variants);  // [group][variant]
  for (size_t v = 0; v < out.n_variants; ++v)
    for (uint32_t g = 0; g < choice.n_groups; ++g)
      chosen[g * out.n_variants + v] = choice.chosen[v * choice.n_groups + g] ? 1 : 0;
  in_threads(static_cast<uint32_t>(qrels.labels.size()), threads, [&](uint32_t q) {
    const std::vector<int8_t>& grades = qrels.labels[q].grades;
    std::vector<uint8_t> has(grades.size() * choice.n_groups, 0);
    each_hit(runs, join, q, ties, [&](uint32_t label, uint32_t system, uint32_t rank) {
      if (rank < depth) has[size_t{label} * choice.n_groups + choice.group[system]] = 1;
    });
    std::vector<uint8_t> some(out.n_variants);
    for (size_t d = 0; d < grades.size(); ++d) {
      std::fill(some.begin(), some.end(), uint8_t{0});
      for (uint32_t g = 0; g < choice.n_groups; ++g) {
        if (!has[d * choice.n_groups + g]) continue;
        const uint8_t* of = chosen.data() + g * out.n_variants;
        for (size_t v = 0; v < out.n_variants; ++v) some[v] |= of[v];
      }
      int8_t* row = out.grades + (first[q] + d) * out.n_variants;
      for (size_t v = 0; v < out.n_variants; ++v) row[v] = some[v] ? grades[d] : kUnjudged;
    }
  });
}

}  // namespace irassay
