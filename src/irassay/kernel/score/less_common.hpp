// Measures of ranks and counts beyond those of score.cpp: shares of pairs, Q, multiples of R, trec_eval's rarer ones.
#pragma once

#include "score/graded_list.hpp"
#include "score/score.hpp"

namespace irassay {

// Weighted harmonic mean of precision and recall, as van Rijsbergen's beta weighs them.
double f_measure(double n_rel_ret, double n_retrieved, double n_relevant, double beta);

// Share of the pairs of a relevant and another retrieved document that have the relevant one first.
double accuracy(const GradedList& list, const MeasureSpec& spec);

// Sakai's Q: mean over the relevant documents of the blended ratio at their ranks.
double q_measure(const GradedList& list, const MeasureSpec& spec, const Constant& labels);

// spec.parameter times R, rounded as trec_eval rounds it, and precision there.
uint32_t depth_at_multiple(const MeasureSpec& spec, uint32_t n_relevant);
double precision_at_multiple(const GradedList& list, const MeasureSpec& spec, uint32_t n_relevant);

double n_without_grade(const GradedList& list);  // a negative grade is none

double n_judged_nonrelevant(const GradedList& list, int rel);

// Mean over the relevant documents of 1 / log2(2 + non-relevant ones above).
double binary_g(const GradedList& list, int rel, uint32_t n_relevant);

}  // namespace irassay
