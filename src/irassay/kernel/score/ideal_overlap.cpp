// Clarke, Vtyurina and Smucker 2021: the ideal ranking holds the documents of grade 1 or more, highest grade first, equal grades
// in the order of the list, those that it doesn't hold last.
#include "score/ideal_overlap.hpp"

#include <array>

namespace irassay {
namespace {

// For each grade, how many documents have a higher one.
std::array<uint32_t, 128> better(const int8_t* grades, uint32_t n) {
  std::array<uint32_t, 128> of{};
  for (uint32_t i = 0; i < n; ++i)
    if (grades[i] > 0) ++of[grades[i]];
  uint32_t above = 0;
  for (size_t grade = of.size(); grade-- > 0;) {
    const uint32_t here = of[grade];
    of[grade] = above;
    above += here;
  }
  return of;
}

}  // namespace

std::vector<double> overlap_weights(const MeasureSpec& spec) {
  std::vector<double> weights(spec.depth);
  double weight = 1;
  for (uint32_t i = 0; i < spec.depth; ++i, weight *= spec.parameter) weights[i] = weight / (i + 1.0);
  for (uint32_t i = spec.depth - 1; i-- > 0;) weights[i] += weights[i + 1];
  return weights;
}

double most_overlap(uint32_t n_relevant, const MeasureSpec& spec, const std::vector<double>& weights) {
  const uint32_t n = spec.op == Op::Compat ? std::min(n_relevant, spec.depth) : spec.depth;
  double sum = 0;
  for (uint32_t i = 0; i < n; ++i) sum += weights[i];
  return sum;
}

double compatibility(const GradedList& list, const MeasureSpec& spec, const Constant& labels, const double* weights) {
  if (labels.relevant == 0) return 0;
  std::array<uint32_t, 128> place = better(list.grades, labels.n_labels);
  double shared = 0;
  for (const Hit* hit = list.begin; hit != list.end; ++hit) {
    const int grade = list.grade(*hit);
    if (grade <= 0) continue;
    const uint32_t from = std::max(hit->rank, place[static_cast<size_t>(grade)]++);
    if (from < spec.depth) shared += weights[from];
  }
  return shared / labels.ideal;
}

}  // namespace irassay
