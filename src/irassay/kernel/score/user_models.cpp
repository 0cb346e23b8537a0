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

// A grade as a gain from 0 to 1.
double share_of_scale(int grade, const MeasureSpec& spec) {
  return std::max(0.0, (std::min<double>(grade, spec.top) - spec.bottom) / (spec.top - spec.bottom));
}

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
      gain = share_of_scale(list.grade(*hit), spec);
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

namespace {

constexpr double kNegligible = 1e-18;  // of what was inspected: further ranks change no bit of the value

// Azzopardi et al. 2021, Equations 8 to 11: the chance of going on from a rank, counted from 1, where nothing was gained.
double goes_on(double rank, const MeasureSpec& spec) {
  switch (spec.op) {
    case Op::NERR9: return rank / (rank + 1.0);
    case Op::NERR10: return spec.parameter;
    case Op::NERR11: {
      const double on = (rank + 2 * spec.parameter - 1.0) / (rank + 2 * spec.parameter);
      return on * on;
    }
    default: return 1.0;
  }
}

}  // namespace

double satisfied_gain_rate(const GradedList& list, const MeasureSpec& spec) {
  double inspected = 0, gained = 0, reached = 1;
  const Hit* hit = list.begin;
  for (uint32_t rank = 0; rank < spec.depth && reached > kNegligible * inspected; ++rank) {
    double gain = 0;
    if (hit != list.end && hit->rank == rank) {
      gain = share_of_scale(list.grade(*hit), spec);
      ++hit;
    }
    inspected += reached;
    gained += reached * gain;
    reached *= goes_on(rank + 1.0, spec) * (1.0 - gain);
  }
  return gained / inspected;
}

// Zhang et al. 2017, with static limits: T is the benefit, the cutoff the cost.
double gain_rate_to_goal(const GradedList& list, const MeasureSpec& spec) {
  double gained = 0;
  for (const Hit* hit = list.begin; hit != list.end; ++hit) {
    gained += share_of_scale(list.grade(*hit), spec);
    if (gained >= spec.parameter) return gained / (hit->rank + 1.0);
  }
  return gained / spec.depth;
}

double scaled_dcg(const GradedList& list, const MeasureSpec& spec) {
  double sum = 0;
  for (const Hit* hit = list.begin; hit != list.end; ++hit) sum += share_of_scale(list.grade(*hit), spec) / discount(hit->rank);
  return sum;
}

double sum_of_discounts(uint32_t depth) {
  double sum = 0;
  for (uint32_t rank = 0; rank < depth; ++rank) sum += 1.0 / discount(rank);
  return sum;
}

}  // namespace irassay
