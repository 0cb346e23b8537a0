// Effects of single labels on pairs.
#include "bound/pair_effects.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "bound/hole_effects.hpp"
#include "machine/interrupt.hpp"

namespace irassay {

namespace {

constexpr double kNothing = 1e-15;   // a change no larger is rounding

}  // namespace

PairEffects pair_effects(const Qrels& qrels, const Runs& runs, const Join& join, Task task, const std::vector<uint32_t>& a,
                         const std::vector<uint32_t>& b, uint32_t first, uint32_t last) {
  check_pairs(a, b, runs.systems.size());
  task.weigh(runs);
  // Where scores are shares of a total, a label that changes nothing alone may matter beside others.
  const bool shared_total = task.form != Form::linear && task.form != Form::first;
  PairEffects out;
  QueryLabels labels;
  for (uint32_t q = first; q < std::min<uint32_t>(last, qrels.queries.size()); ++q) {
    labels.open(task, qrels, runs, join, q);
    const QueryHoles& query = labels.holes;
    for (uint32_t doc = 0; doc < query.n_docs; ++doc) {
      if (doc % kDocsAPoll == 0) poll();
      labels.give(task, doc);
      const double* weight = query.weight_of.data() + static_cast<size_t>(doc) * query.n_columns;
      double effect = 0, lead = 0, fall = 0;
      bool ranked = false;
      for (size_t p = 0; p < a.size(); ++p) {
        const double change = labels.change[a[p]] - labels.change[b[p]];
        effect = std::max(effect, std::abs(change));
        (change > 0 ? lead : fall) += std::abs(change);
        ranked |= weight[a[p]] > 0 || weight[b[p]] > 0;
      }
      if (effect <= kNothing && !(ranked && shared_total)) continue;
      out.query.push_back(q);
      out.doc.emplace_back(runs.rankings[join.query[q]].docs.doc(query.doc_id[doc]));
      out.effect.push_back(effect);
      out.lead.push_back(lead);
      out.fall.push_back(fall);
      out.best_rank.push_back(labels.best_rank[doc]);
      out.n_runs.push_back(labels.n_runs[doc]);
    }
  }
  return out;
}

}  // namespace irassay
