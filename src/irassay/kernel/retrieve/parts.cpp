#include "retrieve/parts.hpp"

#include <algorithm>
#include <limits>

namespace irassay {

uint32_t lucene_length(uint32_t length) {
  constexpr uint32_t kExact = 24;  // the code of a length: 24 + the four highest bits of what is above, and their place
  if (length < kExact) return length;
  const uint32_t above = length - kExact;
  const int n_bits = above == 0 ? 0 : 32 - __builtin_clz(above);
  if (n_bits < 4) return length;
  const int shift = n_bits - 4;
  return kExact + (above >> shift << shift);
}

Parts::Parts(const std::vector<std::shared_ptr<const Shard>>& shards, const Scoring& scoring, const Collection& collection)
    : shards_(shards), scoring_(scoring), collection_(collection) {
  double n_docs = 0, n_tokens = 0;
  for (const auto& shard : shards_) {
    n_docs += static_cast<double>(shard->n_with_terms());
    n_tokens += static_cast<double>(shard->n_tokens());
  }
  if (collection_.n_docs == 0) collection_.n_docs = n_docs;
  if (collection_.n_tokens == 0) collection_.n_tokens = n_tokens;
  if (collection_.average == 0 && n_docs > 0) collection_.average = n_tokens / n_docs;
  for (const auto& shard : shards_) {
    std::vector<double>& values = of_pair_.emplace_back();
    std::vector<Block>& blocks = blocks_.emplace_back();
    for (uint32_t block = 0; block < shard->n_blocks(); ++block) {
      Block& of = blocks.emplace_back(Block{values.size(), -std::numeric_limits<double>::infinity(), 0});
      const auto [begin, end] = shard->pairs(block);
      for (const CountAndLength* pair = begin; pair != end; ++pair) {
        values.push_back(of_pair(pair->count, of_length(pair->length)));
        of.most_of_pair = std::max(of.most_of_pair, values.back());
        of.most_counted = std::max(of.most_counted, pair->count);
      }
    }
  }
}

void Parts::weigh(uint32_t count, double with_term, double total, Weighed& term) const {
  term.count = count;
  if (scoring_.model == Model::bm25) {
    term.weight = count * std::log(1 + (collection_.n_docs - with_term + 0.5) / (with_term + 0.5));
  } else {
    term.weight = scoring_.mu * (total + 1) / (collection_.n_tokens + 1);
    for (uint32_t c = 0; c < kSmallCounts; ++c) term.of_count[c] = std::log1p(c / term.weight);
  }
}

double Parts::most(uint32_t shard, uint32_t block, const Weighed& term) const {
  const Block& of = blocks_[shard][block];
  return part(term, of.most_counted, of.most_of_pair);
}

double Parts::of_length(uint32_t n) const {
  const double length = scoring_.lengths == Lengths::lucene ? lucene_length(n) : n;
  if (scoring_.model == Model::ql) return std::log(scoring_.mu / (length + scoring_.mu));
  return scoring_.k1 * (1 - scoring_.b + scoring_.b * length / collection_.average);
}

}  // namespace irassay
