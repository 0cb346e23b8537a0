// Searches a block without the terms that many of its passages hold, by the bounds of MaxScore (Turtle and Flood 1995).
//
// The terms of few passages are added up first, in 32-bit floats. As soon as the others together can't lift a passage from here to
// the best, most passages are out, and the few that are left are scored exactly, by their bags. Where that would take longer than
// to add up every posting, it says so and leaves the block alone.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "retrieve/best.hpp"
#include "retrieve/placed_query.hpp"

namespace irassay {

class Skim {
 public:
  Skim(const std::vector<std::shared_ptr<const Shard>>& shards, const Parts& parts, const PlacedQuery& query)
      : shards_(shards), parts_(parts), query_(query), sums_(kBlockDocs) {}

  // A new query, and a list so deep; no passage of the list is below what it gives.
  double begin(uint32_t depth);
  // Offers all passages of the block that can be among the best; false: it has to be searched in full.
  bool search(uint32_t shard, uint32_t block, const std::vector<TermInBlock>& terms, Best& best);

 private:
  struct Bounded {
    TermInBlock in_block;
    double most;   // of a posting
    double price;  // postings for what one gives at the most
  };
  double floor(uint32_t depth);
  std::vector<uint32_t> rare_terms(uint32_t depth) const;
  bool order(uint32_t shard, uint32_t block, const std::vector<TermInBlock>& terms);
  bool choose(uint32_t shard, uint32_t block, uint32_t n_docs, double least);
  bool gather(uint32_t n_docs, float limit, uint64_t most);
  void clear(uint32_t n_docs);
  void score(uint32_t shard, uint64_t first, Best& best) const;
  bool is_small(uint32_t n_docs) const { return n_added_ < n_docs / kLook; }

  // Costs, in postings that are added: to score a passage by its bag, and, one for so many passages of a block, to look at all sums.
  static constexpr uint64_t kBag = 256, kLook = 16;
  static constexpr uint64_t kOfUse = 128;         // a term is tried without where it has a posting for so many passages
  static constexpr uint64_t kFirstCandidates = 8;  // in the place of those of the block before
  const std::vector<std::shared_ptr<const Shard>>& shards_;
  const Parts& parts_;
  const PlacedQuery& query_;
  size_t left_out_ = 0, most_left_out_ = 0;  // terms, in the block before, and as far as it was of use
  uint32_t pause_ = 0, next_pause_ = 0;  // blocks that are not tried
  std::vector<Bounded> terms_;  // those of few passages first
  std::vector<double> rest_;    // [term]: what it and those behind it give at the most
  size_t n_terms_ = 0;          // that were added
  uint64_t n_added_ = 0;        // postings
  uint64_t n_postings_ = 0, cost_ = 0;  // of the block
  std::vector<float> sums_;     // [passage of the block]
  std::vector<uint16_t> candidates_;
  uint64_t n_candidates_ = 0;  // of the block before
};

}  // namespace irassay
