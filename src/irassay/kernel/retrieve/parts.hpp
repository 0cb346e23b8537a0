// What a posting gives to the score of its passage: BM25, or the likelihood of the query under the passage's language model, as
// Lucene 9.5 computes them (in float64 here).
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "retrieve/shard.hpp"

namespace irassay {

enum class Model { bm25, ql };
// Lengths as Lucene keeps them, in one byte, exact up to 40; or as they are.
enum class Lengths { lucene, exact };

struct Scoring {
  Model model = Model::bm25;
  double k1 = 0.9, b = 0.4, mu = 1000;
  Lengths lengths = Lengths::lucene;
};

// What a model knows of the collection; 0: summed over the shards.
struct Collection {
  double n_docs = 0;    // with a term
  double n_tokens = 0;
  double average = 0;   // length
};

uint32_t lucene_length(uint32_t length);

constexpr uint32_t kSmallCounts = 64;

// A term of a query, as the model weighs it.
struct Weighed {
  uint32_t count = 0;          // in the query
  double weight = 0;           // BM25: idf, as often as the query has the term. ql: mu times the term's share of the collection
  double of_count[kSmallCounts];  // ql: log(1 + c / weight) for small counts c
};

// Postings of one term in one block.
struct Stretch {
  const uint16_t *docs, *codes;
  uint32_t n;
};

class Parts {
 public:
  Parts(const std::vector<std::shared_ptr<const Shard>>& shards, const Scoring& scoring, const Collection& collection);

  // `count` of the query, the number of passages with the term, and how often it stands in all of them.
  void weigh(uint32_t count, double with_term, double total, Weighed& term) const;
  // sums[passage of the block] += the part of each posting.
  template <class Sum>
  void add(uint32_t shard, uint32_t block, const Weighed& term, const Stretch& postings, Sum* sums) const;
  // No posting of the block gives more. Not below 0; NaN where the model has no number.
  double most(uint32_t shard, uint32_t block, const Weighed& term) const;
  // The part of one posting.
  double part(const Weighed& term, uint32_t count, double of_pair) const {
    if (scoring_.model == Model::bm25) return term.weight * of_pair;
    const double likelihood = of_count(term, count) + of_pair;
    return likelihood > 0 ? term.count * likelihood : 0.0;
  }
  // What the length of a passage does: BM25: what is added to counts below the line. ql: its logarithm.
  double of_length(uint32_t length) const;
  // BM25: a posting's share of the term's weight. ql: what its length does.
  double of_pair(uint32_t count, double of_length) const { return scoring_.model == Model::bm25 ? count / (count + of_length) : of_length; }

 private:
  struct Block {
    uint64_t start;         // of its pairs
    double most_of_pair;
    uint32_t most_counted;
  };
  static double of_count(const Weighed& term, uint32_t count) { return count < kSmallCounts ? term.of_count[count] : std::log1p(count / term.weight); }

  const std::vector<std::shared_ptr<const Shard>>& shards_;
  Scoring scoring_;
  Collection collection_;
  std::vector<std::vector<double>> of_pair_;   // [shard][pair]
  std::vector<std::vector<Block>> blocks_;  // [shard][block]
};

template <class Sum>
void Parts::add(uint32_t shard, uint32_t block, const Weighed& term, const Stretch& postings, Sum* sums) const {
  const double* of_pair = of_pair_[shard].data() + blocks_[shard][block].start;
  const uint16_t *docs = postings.docs, *codes = postings.codes;
  const uint32_t n = postings.n;
  if (scoring_.model == Model::bm25) {
    const double weight = term.weight;
    for (uint32_t i = 0; i < n; ++i) sums[docs[i]] += static_cast<Sum>(weight * of_pair[codes[i]]);
  } else {
    const CountAndLength* pairs = shards_[shard]->pairs(block).first;
    for (uint32_t i = 0; i < n; ++i) sums[docs[i]] += static_cast<Sum>(part(term, pairs[codes[i]].count, of_pair[codes[i]]));
  }
}

}  // namespace irassay
