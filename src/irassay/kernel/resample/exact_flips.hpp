// Exact tails of sign flips, or nearly so: no signs are drawn.
#pragma once

#include <cstdint>

namespace irassay {

// The two-sided tail of a sum of randomly signed magnitudes, between `low` and `high`.
struct Tail {
  double low;
  double high;
};
// Magnitudes rounded to `step`, then convolved; the rounding is allowed for in `low` and `high`. With magnitudes that are
// whole multiples of `step` both are the p-value itself.
Tail tail_by_lattice(const double* magnitude, uint32_t n, double threshold, double step);
// Every sign vector, counted by meeting in the middle. At most kMeetAtMost magnitudes above 0.
constexpr uint32_t kMeetAtMost = 54;
double tail_by_meeting(const double* magnitude, uint32_t n, double threshold);
// By inverting the characteristic function of the sum plus normal noise of standard deviation `noise`; the noise is
// allowed for in `low` and `high`.
Tail tail_by_inversion(const double* magnitude, uint32_t n, double threshold, double noise);

}  // namespace irassay
