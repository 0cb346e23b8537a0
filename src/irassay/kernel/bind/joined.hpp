// Functions of labels, runs and their join, bound as they are: a join of others is refused before work starts.
#pragma once

#include <utility>

#include "bind/long_call.hpp"
#include "collection/collection.hpp"

namespace irassay {

template <class Result, class... Rest>
auto joined(Result (*function)(const Qrels&, const Runs&, const Join&, Rest...)) {
  return [function](const Qrels& qrels, const Runs& runs, const Join& join, Rest... rest) {
    join.check(qrels, runs);
    const LongCall call;
    return function(qrels, runs, join, std::forward<Rest>(rest)...);
  };
}

template <class Result, class... Rest>
auto joined(Result (*function)(const Runs&, const Join&, Rest...)) {
  return [function](const Runs& runs, const Join& join, Rest... rest) {
    join.check(runs);
    const LongCall call;
    return function(runs, join, std::forward<Rest>(rest)...);
  };
}

}  // namespace irassay
