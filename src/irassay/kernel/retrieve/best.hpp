// The first `depth` passages of those that were offered, equal scores by id, highest byte string first.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "retrieve/shard.hpp"

namespace irassay {

struct ScoredDoc {
  double score;
  uint32_t shard, doc;
};

// Scores are 0 or more, so that their bits compare as whole numbers do; a passage without a term has this, below all.
constexpr double kAbsent = -0.0;

inline int64_t bits(double score) {
  int64_t out;
  std::memcpy(&out, &score, sizeof out);
  return out;
}

// Some more than `depth` are kept: the worst are dropped now and then, all at once.
class Best {
 public:
  // `floor`: no passage below it is among the first.
  Best(const std::vector<std::shared_ptr<const Shard>>& shards, uint32_t depth, double floor) : shards_(shards), depth_(depth), least_(floor) {}
  // As bits of a score: what is below it is not among the best.
  int64_t least() const { return bits(least_); }
  double least_score() const { return least_; }
  void offer(const ScoredDoc& one) {
    best_.push_back(one);
    if (best_.size() >= size_t{4} * depth_ + 64) drop_worst();
  }
  // Makes least() what it is by all offers so far.
  void drop_worst() {
    if (best_.size() < depth_ || best_.size() == n_checked_) return;
    const auto last = best_.begin() + (depth_ - 1);
    std::nth_element(best_.begin(), last, best_.end(), order());
    least_ = last->score;
    best_.resize(depth_);
    n_checked_ = depth_;
  }
  std::vector<ScoredDoc> sorted() {
    drop_worst();
    std::sort(best_.begin(), best_.end(), order());
    return std::move(best_);
  }

 private:
  struct Order {
    const Best& best;
    bool operator()(const ScoredDoc& a, const ScoredDoc& b) const {
      if (a.score != b.score) return a.score > b.score;
      return best.shards_[a.shard]->id(a.doc) > best.shards_[b.shard]->id(b.doc);
    }
  };
  Order order() const { return {*this}; }

  const std::vector<std::shared_ptr<const Shard>>& shards_;
  uint32_t depth_;
  double least_;
  size_t n_checked_ = 0;
  std::vector<ScoredDoc> best_;
};

}  // namespace irassay
