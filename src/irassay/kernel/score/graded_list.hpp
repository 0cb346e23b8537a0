// A list under one query's labels, cut at a depth: what every formula walks.
#pragma once

#include <algorithm>
#include <cstdint>

#include "collection/collection.hpp"

namespace irassay {

struct GradedList {
  const int8_t* grades;
  const Hit* begin;
  const Hit* end;
  uint32_t n_retrieved;

  int grade(const Hit& hit) const { return grades[hit.column]; }
};

inline GradedList cut(const int8_t* grades, const Answer& answer, uint32_t depth) {
  const Hit* end = answer.hits + answer.n_hits;
  if (depth < answer.n_retrieved)
    end = std::lower_bound(answer.hits, end, depth, [](const Hit& hit, uint32_t rank) { return hit.rank < rank; });
  return {grades, answer.hits, end, std::min(answer.n_retrieved, depth)};
}

}  // namespace irassay
