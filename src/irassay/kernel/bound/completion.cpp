// Lays out one query for the bounds.
#include "bound/completion.hpp"

#include <algorithm>
#include <cmath>

namespace irassay {

// The chance that INSQ's user reaches a rank, from 0.
double Task::insq(uint32_t rank) const {
  const double share = 2 * parameter / (2 * parameter + rank);
  return share * share;
}

void Task::weigh(const Runs& runs) {
  uint32_t longest = 0;
  for (const Rankings& rankings : runs.rankings)
    for (uint32_t s = 0; s < runs.systems.size(); ++s) longest = std::max(longest, rankings.length(s));
  weights.resize(std::min(longest, depth));
  double reached = 0;  // INSQ's weights are shares of the ranks that its user reaches
  if (weight == Weight::insq)
    for (uint32_t rank = 0; rank < depth; ++rank) reached += insq(rank);
  for (uint32_t rank = 0; rank < weights.size(); ++rank) {
    const double place = static_cast<double>(rank);
    switch (weight) {
      case Weight::flat: weights[rank] = parameter; break;
      case Weight::log2: weights[rank] = 1.0 / std::log2(place + 2.0); break;
      case Weight::reciprocal: weights[rank] = 1.0 / (place + 1.0); break;
      case Weight::place: weights[rank] = place + 1.0; break;
      case Weight::geometric: weights[rank] = (1.0 - parameter) * std::pow(parameter, place); break;
      case Weight::insq: weights[rank] = insq(rank) / reached; break;
    }
  }
}

namespace {

struct Scratch {
  std::vector<uint32_t> ids;
  std::vector<uint32_t> doc_of;    // [id of the run's document] -> row, or kNone
  std::vector<uint8_t> met;        // [id] 1: an unjudged document of the universe
};

// Adds the documents of the lists that nobody judged, at any rank.
void count_universe(const Labels& labels, const Rankings& rankings, const std::vector<uint32_t>& column, Scratch& scratch,
                    QueryHoles& out) {
  scratch.met.assign(rankings.docs.size(), 0);
  for (uint32_t position = 0; position < rankings.start.back(); ++position) scratch.met[rankings.id(position)] = 1;
  for (uint32_t id = 0; id < rankings.docs.size(); ++id)
    out.n_universe += scratch.met[id] && (column[id] == kNone || labels.grades[column[id]] == kUnjudged);
}

void walk_list(const Task& task, const Labels& labels, const std::vector<uint32_t>& column, Scratch& scratch, QueryHoles& out) {
  const uint32_t seen = static_cast<uint32_t>(std::min<size_t>(scratch.ids.size(), task.depth));
  double sum = 0;
  bool first = true;
  for (uint32_t rank = 0; rank < seen; ++rank) {
    const uint32_t id = scratch.ids[rank];
    const uint32_t at = column[id];
    const int8_t grade = at == kNone ? kUnjudged : labels.grades[at];
    if (grade == kUnjudged) {
      if (scratch.doc_of[id] == kNone) {
        scratch.doc_of[id] = out.n_docs++;
        out.doc_id.push_back(id);
      }
      out.holes.push_back({rank, scratch.doc_of[id]});
      continue;
    }
    const double gain = task.gain_of(grade);
    if (gain <= 0) continue;
    out.gained.push_back({rank, gain});
    if (task.form != Form::first) {
      sum += task.weights[rank] * gain;
    } else if (first) {
      sum = task.weights[rank];
    }
    first = false;
  }
  out.judged.push_back(sum);
}

void list_gains(const Task& task, const Labels& labels, QueryHoles& out) {
  out.gains.clear();
  for (int8_t grade : labels.grades)
    if (const double gain = grade == kUnjudged ? 0.0 : task.gain_of(grade); gain > 0) out.gains.push_back(gain);
  std::sort(out.gains.begin(), out.gains.end(), [](double a, double b) { return a > b; });
}

void spread_weights(const Task& task, QueryHoles& out) {
  out.weight_of.assign(static_cast<size_t>(out.n_docs) * out.n_columns, 0.0);
  for (uint32_t s = 0; s < out.n_systems; ++s)
    for (uint32_t h = 0; h < out.n_holes(s); ++h) {
      const Hole hole = out.holes_of(s)[h];
      out.weight_of[static_cast<size_t>(hole.doc) * out.n_columns + s] = task.weights[hole.rank];
    }
}

}  // namespace

void lay_out(const Task& task, const Qrels& qrels, const Runs& runs, const Join& join, uint32_t query, QueryHoles& out) {
  thread_local Scratch scratch;
  const Labels& labels = qrels.labels[query];
  out.n_systems = static_cast<uint32_t>(runs.systems.size());
  out.n_columns = (out.n_systems + kLanes) / kLanes * kLanes;
  out.n_docs = 0;
  out.n_universe = task.unseen;
  out.doc_id.clear();
  out.holes.clear();
  out.gained.clear();
  out.judged.clear();
  out.hole_start.assign(1, 0);
  out.gained_start.assign(1, 0);
  out.length.assign(out.n_systems + 1, 0);
  list_gains(task, labels, out);
  const bool answered = join.query[query] != kNone;
  const Rankings* rankings = answered ? &runs.rankings[join.query[query]] : nullptr;
  if (answered) {
    scratch.doc_of.assign(rankings->docs.size(), kNone);
    count_universe(labels, *rankings, join.column[query], scratch, out);
  }
  for (uint32_t s = 0; s < out.n_systems; ++s) {
    scratch.ids.clear();
    if (answered) list_ids(*rankings, s, task.ties, scratch.ids);
    out.length[s] = static_cast<uint32_t>(scratch.ids.size());
    walk_list(task, labels, answered ? join.column[query] : scratch.doc_of, scratch, out);
    out.hole_start.push_back(static_cast<uint32_t>(out.holes.size()));
    out.gained_start.push_back(static_cast<uint32_t>(out.gained.size()));
  }
  out.hole_start.push_back(static_cast<uint32_t>(out.holes.size()));
  out.gained_start.push_back(static_cast<uint32_t>(out.gained.size()));
  out.judged.resize(out.n_columns, 0.0);
  out.asked.assign(out.n_columns / kLanes, 1);
  spread_weights(task, out);
}

}  // namespace irassay
