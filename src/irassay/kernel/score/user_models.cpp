// The user models step by step, as their papers write them.
#include "score/user_models.hpp"

#include <cmath>

namespace irassay {

// Chapelle et al. 2009: a document of grade g satisfies with probability (2^g - 1) / 2^top.
double expected_reciprocal_rank(const GradedList& list, const MeasureSpec& spec) {
  const double scale = std::exp2(spec.top);
  double sum = 0, still_looking = 1;
  for (const Hit* hit = list.begin; hit != list.end; ++hit) {
    const int grade = list.grade(*hit);
    if (grade <= 0) continue;
    const double satisfied = (std::exp2(std::min<double>(grade, spec.top)) - 1.0) / scale;
    sum += still_looking * satisfied / (hit->rank + 1.0);
    still_looking *= 1.0 - satisfied;
  }
  return sum;
}

namespace {

constexpr double kAsymptotic = 24;  // from here on the series below is exact to the last bit

// Sum of 1 / (x + n)^2 over n from 0 on: the trigamma function, by its asymptotic series.
double inverse_squares(double x) {
  const double y = 1 / (x * x);
  return 1 / x + y / 2 +
         y / x * (1.0 / 6 - y * (1.0 / 30 - y * (1.0 / 42 - y * (1.0 / 30 - y * (5.0 / 66 - y * (691.0 / 2730))))));
}

}  // namespace

// Moffat et al. 2012 and 2015, in the C/W/L framework: the user goes on from rank i with probability
// ((i + a - 1) / (i + a))^2, where a is 2T for INSQ and, for INST, 2T less the gain so far.
double expected_gain_rate(const GradedList& list, const MeasureSpec& spec) {
  const bool adapts = spec.op == Op::INST;
  const double wanted = 2 * spec.parameter;
  double inspected = 0, gained = 0, reached = 1, so_far = 0;
  const Hit* hit = list.begin;
  for (uint32_t rank = 0; rank < spec.depth; ++rank) {
    // Nothing more is gained: the ranks that are left weigh reached * ((rank + a) / (later rank + a))^2, summed at once.
    const double left = rank + (adapts ? wanted - so_far : wanted);
    if (hit == list.end && left >= kAsymptotic) {
      inspected += reached * left * left * (inverse_squares(left) - inverse_squares(left + (spec.depth - rank)));
      break;
    }
    double gain = 0;
    if (hit != list.end && hit->rank == rank) {
      const double grade = std::min<double>(list.grade(*hit), spec.top);
      gain = std::max(0.0, (grade - spec.bottom) / (spec.top - spec.bottom));
      ++hit;
    }
    inspected += reached;
    gained += reached * gain;
    so_far += gain;
    const double still_wanted = adapts ? wanted - so_far : wanted;
    const double on = (rank + still_wanted) / (rank + 1.0 + still_wanted);
    reached *= on * on;
  }
  return gained / inspected;
}

}  // namespace irassay
