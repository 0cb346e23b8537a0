// Clarke, Vtyurina and Smucker 2021: the ideal ranking holds the documents of grade 1 or more, highest grade first, equal grades
// in the order of the list, those that it doesn't hold last.
#include "ideal_overlap.hpp"

#include <array>
#include <vector>

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

double compatibility(const GradedList& list, const MeasureSpec& spec, const Constant& labels) {
  if (labels.relevant == 0) return 0;
  std::array<uint32_t, 128> place = better(list.grades, labels.n_labels);
  thread_local std::vector<uint32_t> joins;  // [depth - 1]: documents that both rankings hold from this depth on
  joins.assign(spec.depth, 0);
  for (const Hit* hit = list.begin; hit != list.end; ++hit) {
    const int grade = list.grade(*hit);
    if (grade <= 0) continue;
    const uint32_t from = std::max(hit->rank, place[static_cast<size_t>(grade)]++);
    if (from < spec.depth) ++joins[from];
  }
  double shared = 0, most = 0, weights = 0, weight = 1;
  uint32_t n = 0;
  for (uint32_t i = 0; i < spec.depth; ++i) {
    n += joins[i];
    shared += weight * n / (i + 1.0);
    most += weight * std::min(labels.relevant, i + 1) / (i + 1.0);
    weights += weight;
    weight *= spec.parameter;
  }
  return spec.op == Op::Compat ? shared / most : shared / weights;
}

}  // namespace irassay
