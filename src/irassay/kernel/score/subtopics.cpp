// A document gains, for each subtopic that it covers, (1 - alpha)^(documents above it that cover the subtopic). Ties in the greedy
// ideal ranking go to the highest document id, as in ndeval.
#include "score/subtopics.hpp"

#include <cmath>

#include "score/less_common.hpp"

namespace irassay {
namespace {

// What a subtopic is still worth to the next document that covers it.
class Novelty {
 public:
  Novelty(const SubtopicLabels& labels, const MeasureSpec& spec)
      : labels_(labels), rel_(spec.rel), left_(spec.op == Op::StRecall ? 0.5 : 1.0 - spec.parameter), worth_(labels.n_subtopics, 1.0) {}

  double gain(uint32_t column) const {
    double sum = 0;
    for (uint32_t i = labels_.start[column]; i < labels_.start[column + 1]; ++i)
      if (labels_.grade[i] >= rel_) sum += worth_[labels_.subtopic[i]];
    return sum;
  }
  double take(uint32_t column) {
    const double sum = gain(column);
    for (uint32_t i = labels_.start[column]; i < labels_.start[column + 1]; ++i)
      if (labels_.grade[i] >= rel_) worth_[labels_.subtopic[i]] *= left_;
    return sum;
  }
  uint32_t n_covered() const {
    uint32_t n = 0;
    for (double worth : worth_) n += worth < 1.0;
    return n;
  }

 private:
  const SubtopicLabels& labels_;
  int rel_;
  double left_;
  std::vector<double> worth_;
};

bool by_logarithm(Op op) { return op == Op::alphaDCG || op == Op::alphaNDCG; }

double discounted(double gain, uint32_t rank, Op op) {
  return by_logarithm(op) ? gain / discount(rank) : gain / (rank + 1.0);
}

uint32_t n_answered(const SubtopicLabels& labels, int rel) {
  std::vector<bool> met(labels.n_subtopics, false);
  uint32_t n = 0;
  for (size_t i = 0; i < labels.subtopic.size(); ++i)
    if (labels.grade[i] >= rel && !met[labels.subtopic[i]]) {
      met[labels.subtopic[i]] = true;
      ++n;
    }
  return n;
}

// The ranking that always takes the document with the largest gain next: the best one is out of reach (set cover).
double greedy(const SubtopicLabels& labels, const MeasureSpec& spec) {
  Novelty novelty(labels, spec);
  std::vector<uint32_t> left = labels.descending;
  double sum = 0;
  for (uint32_t rank = 0; rank < spec.depth && !left.empty(); ++rank) {
    size_t best = 0;
    double most = 0;
    for (size_t i = 0; i < left.size(); ++i) {
      const double gain = novelty.gain(left[i]);
      if (gain > most) {
        most = gain;
        best = i;
      }
    }
    if (most <= 0) break;
    sum += discounted(novelty.take(left[best]), rank, spec.op);
    left.erase(left.begin() + static_cast<ptrdiff_t>(best));
  }
  return sum;
}

// Every document covers every subtopic.
double conceivable(uint32_t n_subtopics, const MeasureSpec& spec) {
  double sum = 0, gain = n_subtopics;
  for (uint32_t rank = 0; rank < spec.depth; ++rank) {
    const double before = sum;
    sum += discounted(gain, rank, spec.op);
    if (sum == before) break;
    gain *= 1.0 - spec.parameter;
  }
  return sum;
}

}  // namespace

bool needs_subtopics(Op op) {
  switch (op) {
    case Op::alphaDCG:
    case Op::alphaNDCG:
    case Op::ErrIA:
    case Op::NErrIA:
    case Op::StRecall:
    case Op::PrecisionIA:
    case Op::PrecisionGroups:
    case Op::ApIA:
    case Op::ApGroups:
    case Op::RprecMultIA:
    case Op::RprecMultGroups: return true;
    default: return false;
  }
}

double subtopic_ideal(const SubtopicLabels& labels, const MeasureSpec& spec) {
  switch (spec.op) {
    case Op::alphaNDCG:
    case Op::NErrIA: return greedy(labels, spec);
    case Op::alphaDCG:
    case Op::ErrIA: return conceivable(n_answered(labels, spec.rel), spec);
    case Op::PrecisionGroups:
    case Op::ApGroups:
    case Op::RprecMultGroups: return labels.n_subtopics;
    default: return n_answered(labels, spec.rel);
  }
}

double subtopic_value(const GradedList& list, const MeasureSpec& spec, const Constant& constant) {
  if (constant.subtopics == nullptr || constant.ideal <= 0) return 0;
  Novelty novelty(*constant.subtopics, spec);
  double sum = 0;
  for (const Hit* hit = list.begin; hit != list.end; ++hit) {
    if (spec.op == Op::PrecisionIA || spec.op == Op::PrecisionGroups) {
      for (uint32_t i = constant.subtopics->start[hit->column]; i < constant.subtopics->start[hit->column + 1]; ++i)
        sum += constant.subtopics->grade[i] >= spec.rel;
    } else {
      const double gain = novelty.take(hit->column);
      if (spec.op != Op::StRecall && gain > 0) sum += discounted(gain, hit->rank, spec.op);
    }
  }
  if (spec.op == Op::PrecisionIA || spec.op == Op::PrecisionGroups) return sum / spec.depth / constant.ideal;
  if (spec.op == Op::StRecall) sum = novelty.n_covered();
  return sum / constant.ideal;
}

double mean_over_subtopics(const GradedList& list, const MeasureSpec& spec, const Constant& constant) {
  if (constant.subtopics == nullptr || constant.ideal <= 0) return 0;
  const SubtopicLabels& labels = *constant.subtopics;
  const bool is_ap = spec.op == Op::ApIA || spec.op == Op::ApGroups;
  std::vector<uint32_t> relevant(labels.n_subtopics, 0), above(labels.n_subtopics, 0);
  for (size_t i = 0; i < labels.subtopic.size(); ++i) relevant[labels.subtopic[i]] += labels.grade[i] >= spec.rel;
  std::vector<double> value(labels.n_subtopics, 0.0);
  for (const Hit* hit = list.begin; hit != list.end; ++hit)
    for (uint32_t i = labels.start[hit->column]; i < labels.start[hit->column + 1]; ++i) {
      const uint32_t s = labels.subtopic[i];
      if (labels.grade[i] < spec.rel) continue;
      if (is_ap)
        value[s] += ++above[s] / (hit->rank + 1.0);
      else if (hit->rank < depth_at_multiple(spec, relevant[s]))
        value[s] += 1;
    }
  double sum = 0;
  for (uint32_t s = 0; s < labels.n_subtopics; ++s) {
    const uint32_t over = is_ap ? relevant[s] : depth_at_multiple(spec, relevant[s]);
    if (over > 0) sum += value[s] / over;
  }
  return sum / constant.ideal;
}

}  // namespace irassay
