// Ranks from each query's hits; subsets of groups as bits.
#include "inspect/relevant_ranks.hpp"

#include <stdexcept>

#include "machine/interrupt.hpp"

namespace irassay {
namespace {

// Rows of flags as bits, each row in whole words.
template <class Flag>
std::vector<uint64_t> packed(size_t rows, size_t columns, Flag flag) {
  const size_t words = (columns + 63) / 64;
  std::vector<uint64_t> out(rows * words, 0);
  for (size_t r = 0; r < rows; ++r)
    for (size_t c = 0; c < columns; ++c)
      if (flag(r, c)) out[r * words + c / 64] |= uint64_t{1} << (c % 64);
  return out;
}

}  // namespace

RelevantRanks relevant_ranks(const Qrels& qrels, const Runs& runs, const Join& join, const RanksQuestion& ask) {
  if (ask.group.size() != runs.systems.size()) throw std::invalid_argument("one group a system is needed");
  for (uint32_t g : ask.group)
    if (g >= ask.n_groups) throw std::invalid_argument("a group is out of range");
  RelevantRanks out;
  Hits hits;
  std::vector<uint32_t> place;  // [label of the query] -> row; kNone where it is not relevant
  for (uint32_t q = 0; q < qrels.queries.size(); ++q) {
    poll();
    const auto& grades = qrels.labels[q].grades;
    place.assign(grades.size(), kNone);
    for (size_t d = 0; d < grades.size(); ++d) {
      if (grades[d] < ask.rel) continue;
      place[d] = static_cast<uint32_t>(out.query.size());
      out.query.push_back(static_cast<int32_t>(q));
    }
    out.ranks.resize(out.query.size() * ask.n_groups, 0);
    if (join.query[q] == kNone) continue;
    find_hits(runs, join, q, ask.ties, hits);
    for (size_t s = 0; s < ask.group.size(); ++s) {
      const Answer answer = hits.answer(static_cast<uint32_t>(s));
      for (uint32_t h = 0; h < answer.n_hits && answer.hits[h].rank < ask.depth; ++h) {
        const uint32_t row = place[answer.hits[h].column];
        if (row == kNone) continue;
        int32_t& best = out.ranks[static_cast<size_t>(row) * ask.n_groups + ask.group[s]];
        const auto rank = static_cast<int32_t>(answer.hits[h].rank) + 1;
        if (best == 0 || rank < best) best = rank;
      }
    }
  }
  return out;
}

std::vector<int64_t> subset_finders(const Table<int32_t>& ranks, const int32_t* query, int depth, const Table<uint8_t>& picked,
                                    const Table<uint32_t>& times) {
  const size_t n_docs = ranks.rows, n_groups = ranks.columns, n_draws = picked.rows, words = (n_groups + 63) / 64;
  const auto have = packed(n_docs, n_groups, [&](size_t d, size_t g) {
    const int32_t rank = ranks.cells[d * n_groups + g];
    return rank > 0 && rank <= depth;
  });
  const auto in = packed(n_draws, n_groups, [&](size_t b, size_t g) { return picked.cells[b * n_groups + g] != 0; });
  std::vector<int64_t> out(n_draws * (n_groups + 1), 0);
  for (size_t b = 0; b < n_draws; ++b) {
    poll();
    const uint32_t* counts = times.cells + b * times.columns;
    int64_t* row = out.data() + b * (n_groups + 1);
    for (size_t d = 0; d < n_docs; ++d) {
      int n_finders = 0;
      for (size_t w = 0; w < words; ++w) n_finders += __builtin_popcountll(have[d * words + w] & in[b * words + w]);
      row[n_finders] += counts[query[d]];
    }
  }
  return out;
}

}  // namespace irassay
