// Each sum runs in rank order, as in score.cpp.
#include "score/less_common.hpp"

#include <array>
#include <cmath>

namespace irassay {

double f_measure(double n_rel_ret, double n_retrieved, double n_relevant, double beta) {
  if (n_rel_ret == 0) return 0;
  const double b2 = beta * beta;
  const double precision = n_rel_ret / n_retrieved, recall = n_rel_ret / n_relevant;
  return (b2 + 1.0) * precision * recall / (recall + b2 * precision);
}

double accuracy(const GradedList& list, const MeasureSpec& spec) {
  double relevant = 0, wrong = 0;  // pairs with the other document first
  for (const Hit* hit = list.begin; hit != list.end; ++hit)
    if (list.grade(*hit) >= spec.rel) wrong += hit->rank - relevant++;
  const double others = list.n_retrieved - relevant;
  if (relevant == 0) return 0;
  return others == 0 ? 1.0 : 1.0 - wrong / (relevant * others);
}

namespace {

// The gain of the best ranking to a rank, for ranks that grow.
class IdealGain {
 public:
  IdealGain(const int8_t* grades, const MeasureSpec& spec, uint32_t n) : spec_(spec) {
    for (uint32_t i = 0; i < n; ++i)
      if (grades[i] >= spec.rel) ++left_[static_cast<size_t>(grades[i])];
  }
  double to(uint32_t n_ranks) {
    while (n_ranks_ < n_ranks && next()) {
      const uint32_t n = std::min(left_[grade_], n_ranks - n_ranks_);
      sum_ += n * gain_of(static_cast<int>(grade_), spec_);
      left_[grade_] -= n;
      n_ranks_ += n;
    }
    return sum_;
  }

 private:
  // Moves to the grade with the largest gain that has documents left; false where there is none.
  bool next() {
    grade_ = left_.size();
    for (size_t grade = left_.size(); grade-- > 0;)
      if (left_[grade] > 0 && (grade_ == left_.size() || gain_of(static_cast<int>(grade), spec_) > gain_of(static_cast<int>(grade_), spec_)))
        grade_ = grade;
    return grade_ < left_.size();
  }

  const MeasureSpec& spec_;
  std::array<uint32_t, 128> left_{};  // [grade]
  size_t grade_ = 0;
  uint32_t n_ranks_ = 0;
  double sum_ = 0;
};

}  // namespace

double q_measure(const GradedList& list, const MeasureSpec& spec, const Constant& labels) {
  if (labels.relevant == 0) return 0;
  IdealGain ideal(list.grades, spec, labels.n_labels);
  double sum = 0, gain = 0;
  uint32_t n_rel_ret = 0;
  for (const Hit* hit = list.begin; hit != list.end; ++hit) {
    const int grade = list.grade(*hit);
    if (grade < spec.rel) continue;
    gain += gain_of(grade, spec);
    ++n_rel_ret;
    const double rank = hit->rank + 1.0;
    sum += (n_rel_ret + spec.parameter * gain) / (rank + spec.parameter * ideal.to(hit->rank + 1));
  }
  return sum / labels.relevant;
}

uint32_t depth_at_multiple(const MeasureSpec& spec, uint32_t n_relevant) {
  return static_cast<uint32_t>(spec.parameter * n_relevant + 0.9);
}

double precision_at_multiple(const GradedList& list, const MeasureSpec& spec, uint32_t n_relevant) {
  const uint32_t depth = depth_at_multiple(spec, n_relevant);
  if (depth == 0) return 0;
  double n_rel_ret = 0;
  for (const Hit* hit = list.begin; hit != list.end && hit->rank < depth; ++hit) n_rel_ret += list.grade(*hit) >= spec.rel;
  return n_rel_ret / depth;
}

double n_without_grade(const GradedList& list) {
  double n = list.n_retrieved;
  for (const Hit* hit = list.begin; hit != list.end; ++hit) n -= list.grade(*hit) >= 0;
  return n;
}

double n_judged_nonrelevant(const GradedList& list, int rel) {
  double n = 0;
  for (const Hit* hit = list.begin; hit != list.end; ++hit) n += list.grade(*hit) >= 0 && list.grade(*hit) < rel;
  return n;
}

double binary_g(const GradedList& list, int rel, uint32_t n_relevant) {
  if (n_relevant == 0) return 0;
  double sum = 0;
  uint32_t above = 0;  // relevant ones
  for (const Hit* hit = list.begin; hit != list.end; ++hit)
    if (list.grade(*hit) >= rel) sum += 1.0 / std::log2(2.0 + (hit->rank - above++));
  return sum / n_relevant;
}

}  // namespace irassay
