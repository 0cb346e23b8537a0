// The passages that score highest for a bag of terms, over all shards: BM25, or the likelihood of the query under the
// passage's language model, as Lucene 9.5 computes them (in float64 here).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
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

struct ScoredDoc {
  double score;
  uint32_t shard, doc;
};

// A term of a query and how often it stands there.
struct QueryTerm {
  std::string term;
  uint32_t count;
};

uint32_t lucene_length(uint32_t length);

class Searcher {
 public:
  Searcher(std::vector<std::shared_ptr<const Shard>> shards, Scoring scoring, Collection collection = {});

  // For each query the first `depth` passages, best first, equal scores by id, highest byte string first. The terms of a query
  // are in byte order, each once: their parts of a score are added in this order.
  std::vector<std::vector<ScoredDoc>> search(const std::vector<std::vector<QueryTerm>>& queries, uint32_t depth, uint32_t threads) const;

  const std::vector<std::shared_ptr<const Shard>>& shards() const { return shards_; }

 private:
  struct Places;
  class Lane;

  std::vector<std::shared_ptr<const Shard>> shards_;
  Scoring scoring_;
  Collection collection_;
  // [shard][pair]: what a posting with that pair gives. BM25: its share of the term's weight. ql: of the length alone.
  std::vector<std::vector<double>> of_pair_;
  std::vector<std::vector<uint64_t>> pair_starts_;  // [shard][block]
};

}  // namespace irassay
