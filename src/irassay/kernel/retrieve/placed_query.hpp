// A query's terms, with their weights and their places in each shard.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "retrieve/parts.hpp"

namespace irassay {

// A term of a query and how often it stands there.
struct QueryTerm {
  std::string term;
  uint32_t count;
};

// Where the walk through a term's blocks stands in one shard.
struct TermPlace {
  uint64_t number = 0;                                // of the term in the shard
  const BlockEntry *entry = nullptr, *end = nullptr;  // both null where no passage holds it
  uint64_t posting = 0;
};

// A term that passages of a block hold, by its place in the query.
struct TermInBlock {
  uint32_t term;
  Stretch postings;
};

class PlacedQuery {
 public:
  PlacedQuery(const std::vector<std::shared_ptr<const Shard>>& shards, const Parts& parts) : shards_(shards), parts_(parts) {}

  // Terms in byte order, each once.
  void find(const std::vector<QueryTerm>& query);
  size_t n_terms() const { return terms_.size(); }
  const Weighed& term(uint32_t i) const { return terms_[i]; }
  // Postings of a term in all shards.
  uint64_t n_postings(uint32_t i) const { return n_postings_[i]; }
  // Where a walk through a shard's blocks begins, of each term.
  const TermPlace* places(uint32_t shard) const { return places_.data() + shard * n_terms(); }
  // The terms that stand in a block, in the query's order; moves their places on to the next.
  void enter(uint32_t shard, uint32_t block, std::vector<TermPlace>& places, std::vector<TermInBlock>& terms) const;
  // Makes ready for scores of its passages.
  void enter_shard(uint32_t shard);
  // The score of a passage by its bag: the same additions in the same order as of its postings, so the same bits.
  double score(uint64_t doc) const;

 private:
  const std::vector<std::shared_ptr<const Shard>>& shards_;
  const Parts& parts_;
  std::vector<Weighed> terms_;
  std::vector<uint64_t> n_postings_;
  std::vector<TermPlace> places_;  // [shard][term]
  static constexpr uint32_t kNoTerm = UINT32_MAX;
  struct Slot {
    uint32_t number, term;  // in the shard, in the query
  };
  uint32_t shard_ = 0;
  std::vector<Slot> slots_;  // of the terms that the shard has, each at the first free place from its number on
};

}  // namespace irassay
