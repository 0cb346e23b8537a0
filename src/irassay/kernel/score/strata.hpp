// Measures estimated from a stratified sample of a pool. Labels by stratum are laid out as labels by subtopic are: one entry a
// document, whose subtopic is its stratum. A negative grade is a document of the pool that was not judged.
#pragma once

#include "score/graded_list.hpp"
#include "score/score.hpp"
#include "score/subtopics.hpp"

namespace irassay {

bool needs_strata(Op op);

// What a measure's value is divided by: the estimated number of relevant documents, or the estimated best DCG.
double strata_ideal(const SubtopicLabels& labels, const MeasureSpec& spec);

double strata_value(const GradedList& list, const MeasureSpec& spec, const Constant& constant);

}  // namespace irassay
