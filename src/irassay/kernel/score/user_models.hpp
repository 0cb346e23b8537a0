// Measures of a user who decides at each rank whether to go on: ERR, INST, INSQ, NERR, BPM, SDCG.
#pragma once

#include "score/graded_list.hpp"
#include "score/score.hpp"

namespace irassay {

double expected_reciprocal_rank(const GradedList& list, const MeasureSpec& spec);

// Op::INST or Op::INSQ: gain per document inspected, over spec.depth ranks.
double expected_gain_rate(const GradedList& list, const MeasureSpec& spec);

// Op::NERR8 to NERR11: the same where any gain may be enough.
double satisfied_gain_rate(const GradedList& list, const MeasureSpec& spec);

// Gain per document down to the rank where the gain wanted is reached, at most spec.depth.
double gain_rate_to_goal(const GradedList& list, const MeasureSpec& spec);

// Sum of gain from 0 to 1 over log2(rank + 1); what divides it is sum_of_discounts.
double scaled_dcg(const GradedList& list, const MeasureSpec& spec);
double sum_of_discounts(uint32_t depth);

}  // namespace irassay
