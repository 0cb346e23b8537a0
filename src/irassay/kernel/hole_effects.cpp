// Effects of single labels.
#include "hole_effects.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "bound_rprec.hpp"
#include "interrupt.hpp"

namespace irassay {

namespace {

constexpr uint32_t kPollEvery = 64;  // documents

}  // namespace

void one_label(const Task& task, const QueryHoles& query, const Sums& sums, const std::vector<double>& plain, uint32_t doc,
               OneLabel& out) {
  const double* weight = query.weight_of.data() + static_cast<size_t>(doc) * query.n_columns;
  const double relevant = static_cast<double>(query.gains.size());
  const std::vector<double>& inverse = sums.ideal.whole_inverse;
  for (uint32_t s = 0; s < query.n_systems; ++s) {
    double added = weight[s] * task.top(), after = 0;
    switch (task.form) {
      case Form::linear: after = plain[s] + added; break;
      case Form::share:
      case Form::ratio: after = (query.judged[s] + added) * inverse[std::min<size_t>(1, inverse.size() - 1)]; break;
      case Form::first:
        added = std::max(0.0, weight[s] - query.judged[s]);
        after = plain[s] + added;
        break;
      case Form::average:
        added = sums.average.own_of[static_cast<size_t>(doc) * query.n_columns + s];
        after = (sums.average.judged[s] + added) / (relevant + 1);
        break;
      case Form::rprec:
        added = weight[s] > 0 && weight[s] <= relevant + 1 ? 1.0 : 0.0;
        after = added;
        for (uint32_t g = 0; g < query.n_gained(s); ++g) after += query.gained_of(s)[g].rank < relevant + 1;
        after /= relevant + 1;
        break;
    }
    out.added[s] = added;
    out.change[s] = after - plain[s];
  }
}

namespace {

double largest_effect(const EffectsAsked& asked, const std::vector<double>& change) {
  double low = HUGE_VAL, high = -HUGE_VAL, effect = 0;
  for (uint32_t s : asked.among) {
    low = std::min(low, change[s]);
    high = std::max(high, change[s]);
  }
  for (uint32_t s : asked.leaders) effect = std::max({effect, high - change[s], change[s] - low});
  return effect;
}

void check(const EffectsAsked& asked, size_t n_systems) {
  if (asked.ahead.size() != asked.behind.size()) throw std::invalid_argument("pairs need two systems each");
  for (const auto* list : {&asked.ahead, &asked.behind, &asked.leaders, &asked.among})
    for (uint32_t s : *list)
      if (s >= n_systems) throw std::invalid_argument("no such system");
}

}  // namespace

HoleEffects hole_effects(const Qrels& qrels, const Runs& runs, const Join& join, const Task& given, const EffectsAsked& asked,
                         uint32_t first, uint32_t last) {
  check(asked, runs.systems.size());
  Task task = given;
  uint32_t longest = 0;
  for (const Rankings& rankings : runs.rankings)
    for (uint32_t s = 0; s < runs.systems.size(); ++s) longest = std::max(longest, rankings.length(s));
  task.weigh(longest);
  HoleEffects out;
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
    best.assign(query.n_docs, kNone);
    n_runs.assign(query.n_docs, 0);
    for (uint32_t s = 0; s < query.n_systems; ++s) {
      plain[s] = plain_score(task, query, sums, s);
      for (uint32_t h = 0; h < query.n_holes(s); ++h) {
        const Hole hole = query.holes_of(s)[h];
        best[hole.doc] = std::min(best[hole.doc], hole.rank + 1);
        ++n_runs[hole.doc];
      }
    }
    for (uint32_t doc = 0; doc < query.n_docs; ++doc) {
      if (doc % kPollEvery == 0) poll();
      one_label(task, query, sums, plain, doc, label);
      uint32_t pairs = 0;
      bool moves = false;
      for (size_t p = 0; p < asked.ahead.size(); ++p) {
        pairs += label.added[asked.behind[p]] > label.added[asked.ahead[p]];
        moves |= label.added[asked.behind[p]] != label.added[asked.ahead[p]];
      }
      if (!moves) continue;
      out.query.push_back(q);
      out.doc.emplace_back(runs.rankings[join.query[q]].docs.doc(query.doc_id[doc]));
      out.pairs.push_back(pairs);
      out.effect.push_back(largest_effect(asked, label.change));
      out.best_rank.push_back(best[doc]);
      out.n_runs.push_back(n_runs[doc]);
    }
  }
  return out;
}

}  // namespace irassay
