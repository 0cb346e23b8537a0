// Exact greatest differences of R-precision over completions: the cut-off moves with the number of relevant documents.
#pragma once

#include "bound/completion.hpp"

namespace irassay {

// out[b] = greatest Rprec of a - Rprec of b. Task::weights holds ranks from 1 (Weight::place).
void rprec_row(const Task& task, const QueryHoles& query, uint32_t a, double* out);

double plain_rprec(const QueryHoles& query, uint32_t system);

}  // namespace irassay
