// Measures of a user who decides at each rank whether to go on: ERR, INST, INSQ.
#pragma once

#include "score/graded_list.hpp"
#include "score/score.hpp"

namespace irassay {

double expected_reciprocal_rank(const GradedList& list, const MeasureSpec& spec);

// Op::INST or Op::INSQ: gain per document inspected, over spec.depth ranks.
double expected_gain_rate(const GradedList& list, const MeasureSpec& spec);

}  // namespace irassay
