// Runs put in another run's order: what that changes among their first documents. A document that the other run has goes to
// its rank there, the rest keep theirs; of two that meet, one that was brought up stands first and one that was brought down
// last. Counts only; what they say of a score is made elsewhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "collection/collection.hpp"

namespace irassay {

struct RerankingQuestion {
  std::vector<uint32_t> by;  // systems whose order others are put in
  uint32_t depth;
  int rel;
  Ties ties;
};

// Sums over queries.
struct Reranking {
  static constexpr uint8_t kKinds = 3;  // of documents: relevant, judged otherwise, without a label
  std::vector<int64_t> top;      // [system][kind]: documents of that kind among the first
  std::vector<int64_t> changed;  // [by][system][kind]: how many more of them there are in the other's order
  Reranking(size_t n_by, size_t n_systems) : top(n_systems * kKinds, 0), changed(n_by * n_systems * kKinds, 0) {}
};

Reranking reranked(const Qrels& qrels, const Runs& runs, const Join& join, const RerankingQuestion& ask, uint32_t threads);

}  // namespace irassay
