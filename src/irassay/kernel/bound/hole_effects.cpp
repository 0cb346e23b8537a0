// Effects of single labels.
#include "bound/hole_effects.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "bound/rprec.hpp"
#include "machine/interrupt.hpp"

namespace irassay {

void check_systems(const std::vector<uint32_t>& systems, size_t n_systems) {
  for (uint32_t s : systems)
    if (s >= n_systems) throw std::invalid_argument("no such system");
}

void check_pairs(const std::vector<uint32_t>& a, const std::vector<uint32_t>& b, size_t n_systems) {
  if (a.size() != b.size()) throw std::invalid_argument("pairs need two systems each");
  check_systems(a, n_systems);
  check_systems(b, n_systems);
}

void QueryLabels::open(const Task& task, const Qrels& qrels, const Runs& runs, const Join& join, uint32_t q) {
  lay_out(task, qrels, runs, join, q, holes);
  sums.fill(task, holes);
  added.assign(holes.n_systems, 0.0);
  change.assign(holes.n_systems, 0.0);
  plain.resize(holes.n_systems);
  best_rank.assign(holes.n_docs, kNone);
  n_runs.assign(holes.n_docs, 0);
  for (uint32_t s = 0; s < holes.n_systems; ++s) {
    plain[s] = plain_score(task, holes, sums, s);
    for (uint32_t h = 0; h < holes.n_holes(s); ++h) {
      const Hole hole = holes.holes_of(s)[h];
      best_rank[hole.doc] = std::min(best_rank[hole.doc], hole.rank + 1);
      ++n_runs[hole.doc];
    }
  }
}

void QueryLabels::give(const Task& task, uint32_t doc) {
  const double* weight = holes.weight_of.data() + static_cast<size_t>(doc) * holes.n_columns;
  const double relevant = static_cast<double>(holes.gains.size());
  const std::vector<double>& inverse = sums.ideal.whole_inverse;
  for (uint32_t s = 0; s < holes.n_systems; ++s) {
    double more = weight[s] * task.top(), after = 0;
    switch (task.form) {
      case Form::linear: after = plain[s] + more; break;
      case Form::share:
      case Form::ratio: after = (holes.judged[s] + more) * inverse[std::min<size_t>(1, inverse.size() - 1)]; break;
      case Form::first:
        more = std::max(0.0, weight[s] - holes.judged[s]);
        after = plain[s] + more;
        break;
      case Form::average:
        more = sums.average.own_of[static_cast<size_t>(doc) * holes.n_columns + s];
        after = (sums.average.judged[s] + more) / (relevant + 1);
        break;
      case Form::rprec:
        more = weight[s] > 0 && weight[s] <= relevant + 1 ? 1.0 : 0.0;
        after = more;
        for (uint32_t g = 0; g < holes.n_gained(s); ++g) after += holes.gained_of(s)[g].rank < relevant + 1;
        after /= relevant + 1;
        break;
    }
    added[s] = more;
    change[s] = after - plain[s];
  }
}

namespace {

double largest_effect(const OpenPairs& open, const std::vector<double>& change) {
  double low = HUGE_VAL, high = -HUGE_VAL, effect = 0;
  for (uint32_t s : open.among) {
    low = std::min(low, change[s]);
    high = std::max(high, change[s]);
  }
  for (uint32_t s : open.leaders) effect = std::max({effect, high - change[s], change[s] - low});
  return effect;
}

void check(const OpenPairs& open, size_t n_systems) {
  check_pairs(open.ahead, open.behind, n_systems);
  check_systems(open.leaders, n_systems);
  check_systems(open.among, n_systems);
}

}  // namespace

HoleEffects hole_effects(const Qrels& qrels, const Runs& runs, const Join& join, Task task, const OpenPairs& open, uint32_t first,
                         uint32_t last) {
  check(open, runs.systems.size());
  task.weigh(runs);
  HoleEffects out;
  QueryLabels labels;
  for (uint32_t q = first; q < std::min<uint32_t>(last, qrels.queries.size()); ++q) {
    labels.open(task, qrels, runs, join, q);
    const QueryHoles& query = labels.holes;
    for (uint32_t doc = 0; doc < query.n_docs; ++doc) {
      if (doc % kDocsAPoll == 0) poll();
      labels.give(task, doc);
      uint32_t pairs = 0;
      bool moves = false;
      for (size_t p = 0; p < open.ahead.size(); ++p) {
        pairs += labels.added[open.behind[p]] > labels.added[open.ahead[p]];
        moves |= labels.added[open.behind[p]] != labels.added[open.ahead[p]];
      }
      if (!moves) continue;
      out.query.push_back(q);
      out.doc.emplace_back(runs.rankings[join.query[q]].docs.doc(query.doc_id[doc]));
      out.pairs.push_back(pairs);
      out.effect.push_back(largest_effect(open, labels.change));
      out.best_rank.push_back(labels.best_rank[doc]);
      out.n_runs.push_back(labels.n_runs[doc]);
    }
  }
  return out;
}

}  // namespace irassay
