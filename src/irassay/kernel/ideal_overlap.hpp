// Compatibility: rank-biased overlap of a list with the ideal ranking that is most like it.
#pragma once

#include "graded_list.hpp"
#include "score.hpp"

namespace irassay {

// Op::Compat, over the overlap that the ideal ranking has with itself, or Op::CompatRaw. `labels` are the query's.
double compatibility(const GradedList& list, const MeasureSpec& spec, const Constant& labels);

}  // namespace irassay
