#include "retrieve/search.hpp"

#include "machine/in_threads.hpp"
#include "machine/lanes.hpp"
#include "retrieve/skim.hpp"

namespace irassay {

// What one thread needs.
class Searcher::Lane {
 public:
  explicit Lane(const Searcher& searcher)
      : shards_(searcher.shards_), parts_(searcher.parts_), query_(shards_, parts_), skim_(shards_, parts_, query_), scores_(kBlockDocs, kAbsent) {}

  std::vector<ScoredDoc> search(const std::vector<QueryTerm>& terms, uint32_t depth) {
    query_.find(terms);
    Best best(shards_, depth, skim_.begin(depth));
    for (uint32_t shard = 0; shard < shards_.size(); ++shard) {
      query_.enter_shard(shard);
      places_.assign(query_.places(shard), query_.places(shard) + query_.n_terms());
      for (uint32_t block = 0; block < shards_[shard]->n_blocks(); ++block) {
        query_.enter(shard, block, places_, terms_);
        if (!terms_.empty() && !skim_.search(shard, block, terms_, best)) search_all(shard, block, best);
      }
      poll();
    }
    return best.sorted();
  }

 private:
  // Adds up every posting of the block.
  void search_all(uint32_t shard, uint32_t block, Best& best) {
    const Shard& of = *shards_[shard];
    const uint64_t first = of.block_start(block);
    const auto n = static_cast<uint32_t>(of.block_start(block + 1) - first);
    uint64_t n_postings = 0;
    for (const TermInBlock& one : terms_) {
      parts_.add(shard, block, query_.term(one.term), one.postings, scores_.data());
      n_postings += one.postings.n;
    }
    if (n_postings >= n / 16) return collect(shard, first, n, best);
    for (const TermInBlock& one : terms_)
      for (uint32_t i = 0; i < one.postings.n; ++i) {
        double& score = scores_[one.postings.docs[i]];
        if (bits(score) >= best.least()) best.offer({score, shard, static_cast<uint32_t>(first + one.postings.docs[i])});
        score = kAbsent;
      }
  }

  // Offers what is good enough, and clears the block.
  void collect(uint32_t shard, uint64_t first, uint32_t n, Best& best) {
    double* scores = scores_.data();
    for (uint32_t i = 0; i < n; i += kStep) {  // what is behind the block's end is kAbsent
      const int64_t least = best.least();
      const Mask limit{least, least, least, least};
      Mask good{};
      for (uint32_t j = 0; j < kStep; j += 4) {
        Mask of;
        std::memcpy(&of, scores + i + j, sizeof of);
        good |= of >= limit;
        store(scores + i + j, spread(kAbsent));
        std::memcpy(seen_ + j, &of, sizeof of);
      }
      if (!any(good)) continue;
      for (uint32_t j = 0; j < kStep; ++j)
        if (bits(seen_[j]) >= best.least()) best.offer({seen_[j], shard, static_cast<uint32_t>(first + i + j)});
    }
  }

  static constexpr uint32_t kStep = 16;
  const std::vector<std::shared_ptr<const Shard>>& shards_;
  const Parts& parts_;
  PlacedQuery query_;
  Skim skim_;
  std::vector<double> scores_;  // [passage of the block]
  std::vector<TermPlace> places_;
  std::vector<TermInBlock> terms_;
  double seen_[kStep];
};

std::vector<std::vector<ScoredDoc>> Searcher::search(const std::vector<std::vector<QueryTerm>>& queries, uint32_t depth, uint32_t threads) const {
  const auto n = static_cast<uint32_t>(queries.size());
  std::vector<std::vector<ScoredDoc>> lists(n);
  std::vector<std::unique_ptr<Lane>> lanes(n_threads(n, threads));
  in_threads(n, threads, [&](uint32_t i, uint32_t thread) {
    if (!lanes[thread]) lanes[thread] = std::make_unique<Lane>(*this);
    if (depth > 0) lists[i] = lanes[thread]->search(queries[i], depth);
  });
  return lists;
}

}  // namespace irassay
