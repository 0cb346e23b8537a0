// Compatibility: rank-biased overlap of a list with the ideal ranking that is most like it.
#pragma once

#include <vector>

#include "score/graded_list.hpp"
#include "score/score.hpp"

namespace irassay {

// [depth - 1]: what a document that both rankings hold from this depth on adds to the overlap, down to spec.depth.
std::vector<double> overlap_weights(const MeasureSpec& spec);

// The overlap of the ideal ranking of n_relevant documents with itself; for Op::CompatRaw the largest that there can be.
double most_overlap(uint32_t n_relevant, const MeasureSpec& spec, const std::vector<double>& weights);

// Over what most_overlap gave, labels.ideal. `weights` are overlap_weights'.
double compatibility(const GradedList& list, const MeasureSpec& spec, const Constant& labels, const double* weights);

}  // namespace irassay
