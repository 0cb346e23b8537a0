// The passages that score highest for a bag of terms, over all shards.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "retrieve/best.hpp"
#include "retrieve/parts.hpp"
#include "retrieve/placed_query.hpp"

namespace irassay {

class Searcher {
 public:
  Searcher(std::vector<std::shared_ptr<const Shard>> shards, const Scoring& scoring, const Collection& collection = {})
      : shards_(std::move(shards)), parts_(shards_, scoring, collection) {}
  Searcher(const Searcher&) = delete;

  // For each query the first `depth` passages, best first, equal scores by id, highest byte string first. The terms of a query
  // are in byte order, each once: their parts of a score are added in this order.
  std::vector<std::vector<ScoredDoc>> search(const std::vector<std::vector<QueryTerm>>& queries, uint32_t depth, uint32_t threads) const;

  const std::vector<std::shared_ptr<const Shard>>& shards() const { return shards_; }

 private:
  class Lane;

  std::vector<std::shared_ptr<const Shard>> shards_;
  Parts parts_;
};

}  // namespace irassay
