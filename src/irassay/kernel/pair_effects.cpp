// Effects of single labels on pairs.
#include "pair_effects.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "hole_effects.hpp"
#include "interrupt.hpp"

namespace irassay {

namespace {

constexpr uint32_t kPollEvery = 64;  // documents
constexpr double kNothing = 1e-15;   // a change no larger is rounding

// Best rank of each document and how many systems have it.
void find_places(const QueryHoles& query, std::vector<uint32_t>& best, std::vector<uint32_t>& n_runs) {
  best.assign(query.n_docs, kNone);
  n_runs.assign(query.n_docs, 0);
  for (uint32_t s = 0; s < query.n_systems; ++s)
    for (uint32_t h = 0; h < query.n_holes(s); ++h) {
      const Hole hole = query.holes_of(s)[h];
      best[hole.doc] = std::min(best[hole.doc], hole.rank + 1);
      ++n_runs[hole.doc];
    }
}

}  // namespace

PairEffects pair_effects(const Qrels& qrels, const Runs& runs, const Join& join, const Task& given, const std::vector<uint32_t>& a,
                         const std::vector<uint32_t>& b, uint32_t first, uint32_t last) {
  if (a.size() != b.size()) throw std::invalid_argument("pairs need two systems each");
  for (const auto* list : {&a, &b})
    for (uint32_t s : *list)
      if (s >= runs.systems.size()) throw std::invalid_argument("no such system");
  Task task = given;
  uint32_t longest = 0;
  for (const Rankings& rankings : runs.rankings)
    for (uint32_t s = 0; s < runs.systems.size(); ++s) longest = std::max(longest, rankings.length(s));
  task.weigh(longest);
  // Where scores are shares of a total, a label that changes nothing alone may matter beside others.
  const bool shared_total = task.form != Form::linear && task.form != Form::first;
  PairEffects out;
  QueryHoles query;
  Sums sums;
  OneLabel label;
  std::vector<uint32_t> best, n_runs;
  std::vector<double> plain(runs.systems.size());
  for (uint32_t q = first; q < std::min<uint32_t>(last, qrels.queries.size()); ++q) {
    lay_out(task, qrels, runs, join, q, query);
    sums.fill(task, query);
    label.added.assign(query.n_systems, 0.0);
    label.change.assign(query.n_systems, 0.0);
    find_places(query, best, n_runs);
    for (uint32_t s = 0; s < query.n_systems; ++s) plain[s] = plain_score(task, query, sums, s);
    for (uint32_t doc = 0; doc < query.n_docs; ++doc) {
      if (doc % kPollEvery == 0) poll();
      one_label(task, query, sums, plain, doc, label);
      const double* weight = query.weight_of.data() + static_cast<size_t>(doc) * query.n_columns;
      double effect = 0;
      bool ranked = false;
      for (size_t p = 0; p < a.size(); ++p) {
        effect = std::max(effect, std::abs(label.change[a[p]] - label.change[b[p]]));
        ranked |= weight[a[p]] > 0 || weight[b[p]] > 0;
      }
      if (effect <= kNothing && !(ranked && shared_total)) continue;
      out.query.push_back(q);
      out.doc.emplace_back(runs.rankings[join.query[q]].docs.doc(query.doc_id[doc]));
      out.effect.push_back(effect);
      out.best_rank.push_back(best[doc]);
      out.n_runs.push_back(n_runs[doc]);
    }
  }
  return out;
}

}  // namespace irassay
