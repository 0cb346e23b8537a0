// How many labels a pair takes at least, whatever they say. For sums of weighted gains and for shares of a total.
#pragma once

#include <vector>

#include "bound/completion.hpp"

namespace irassay {

// For each pair a[i], b[i]: no fewer labels put one system ahead under every completion of what is then still missing, or make the
// two equal under every one; 0 where the labels there are do. tolerance: sums over queries no further apart are equal.
// Only for Form::linear, where so many labels can do it, and Form::share, where it may take more.
std::vector<uint32_t> label_floors(const Qrels& qrels, const Runs& runs, const Join& join, Task task,
                                   const std::vector<uint32_t>& a, const std::vector<uint32_t>& b, double tolerance);

}  // namespace irassay
