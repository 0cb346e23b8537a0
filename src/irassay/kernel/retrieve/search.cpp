#include "retrieve/search.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "machine/in_threads.hpp"
#include "machine/lanes.hpp"

namespace irassay {

namespace {

// Scores are 0 or more, so that their bits compare as whole numbers do; a passage without a term has this, below all.
constexpr double kAbsent = -0.0;

int64_t bits(double score) {
  int64_t out;
  std::memcpy(&out, &score, sizeof out);
  return out;
}

// The first `depth` passages so far, and some that were taken since: the worst are dropped now and then, all at once.
class Best {
 public:
  Best(const std::vector<std::shared_ptr<const Shard>>& shards, uint32_t depth) : shards_(shards), depth_(depth) {}
  // As bits of a score: what is below it is not among the best.
  int64_t least() const { return least_; }
  void offer(const ScoredDoc& one) {
    best_.push_back(one);
    if (best_.size() >= size_t{4} * depth_ + 64) drop_worst();
  }
  std::vector<ScoredDoc> sorted() {
    drop_worst();
    std::sort(best_.begin(), best_.end(), order());
    return std::move(best_);
  }

 private:
  void drop_worst() {
    if (best_.size() <= depth_) return;
    const auto last = best_.begin() + (depth_ - 1);
    std::nth_element(best_.begin(), last, best_.end(), order());
    least_ = bits(last->score);
    best_.resize(depth_);
  }
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
  int64_t least_ = 0;
  std::vector<ScoredDoc> best_;
};

}  // namespace

uint32_t lucene_length(uint32_t length) {
  constexpr uint32_t kExact = 24;  // the code of a length: 24 + the four highest bits of what is above, and their place
  if (length < kExact) return length;
  const uint32_t above = length - kExact;
  const int n_bits = above == 0 ? 0 : 32 - __builtin_clz(above);
  if (n_bits < 4) return length;
  const int shift = n_bits - 4;
  return kExact + (above >> shift << shift);
}

// A term of the query in one shard.
struct Searcher::Places {
  uint64_t term = 0;
  const BlockEntry *entry = nullptr, *end = nullptr;
  uint64_t posting = 0;
};

// What one thread needs.
class Searcher::Lane {
 public:
  explicit Lane(const Searcher& searcher) : s_(searcher), scores_(kBlockDocs, kAbsent) {}

  std::vector<ScoredDoc> search(const std::vector<QueryTerm>& query, uint32_t depth) {
    find(query);
    Best best(s_.shards_, depth);
    for (uint32_t shard = 0; shard < s_.shards_.size(); ++shard) {
      Places* places = places_.data() + shard * query.size();
      for (uint32_t block = 0; block < s_.shards_[shard]->n_blocks(); ++block) search_block(shard, block, query, places, best);
      poll();
    }
    return best.sorted();
  }

 private:
  void find(const std::vector<QueryTerm>& query) {
    const size_t n = query.size();
    places_.assign(s_.shards_.size() * n, {});
    weights_.assign(n, 0);
    for (size_t i = 0; i < n; ++i) {
      double with_term = 0, total = 0;
      for (size_t shard = 0; shard < s_.shards_.size(); ++shard) {
        const Shard& of = *s_.shards_[shard];
        const uint64_t term = of.find(query[i].term);
        if (term == of.n_terms()) continue;
        const auto [begin, end] = of.entries(term);
        places_[shard * n + i] = {term, begin, end, of.postings(term)};
        with_term += static_cast<double>(of.n_postings(term));
        total += static_cast<double>(of.total(term));
      }
      if (s_.scoring_.model == Model::bm25) {
        weights_[i] = query[i].count * std::log(1 + (s_.collection_.n_docs - with_term + 0.5) / (with_term + 0.5));
      } else {
        weights_[i] = s_.scoring_.mu * (total + 1) / (s_.collection_.n_tokens + 1);
      }
    }
  }

  void search_block(uint32_t shard, uint32_t block, const std::vector<QueryTerm>& query, Places* places, Best& best) {
    const Shard& of = *s_.shards_[shard];
    const auto n = static_cast<uint32_t>(of.block_start(block + 1) - of.block_start(block));
    const double* of_pair = s_.of_pair_[shard].data() + s_.pair_starts_[shard][block];
    uint64_t n_postings = 0;
    for (size_t i = 0; i < query.size(); ++i)
      if (places[i].entry != places[i].end && places[i].entry->block == block) n_postings += places[i].entry->n;
    if (n_postings == 0) return;
    const bool few = n_postings < n / 16;
    touched_.clear();
    for (size_t i = 0; i < query.size(); ++i) {
      Places& place = places[i];
      if (place.entry == place.end || place.entry->block != block) continue;
      const uint16_t *docs = of.docs() + place.posting, *codes = of.codes() + place.posting;
      if (s_.scoring_.model == Model::bm25) {
        add_bm25(docs, codes, place.entry->n, of_pair, weights_[i]);
      } else {
        add_ql(docs, codes, place.entry->n, of_pair, of.pairs(block).first, weights_[i], query[i].count);
      }
      if (few) touched_.insert(touched_.end(), docs, docs + place.entry->n);
      place.posting += place.entry->n;
      ++place.entry;
    }
    const auto first = static_cast<uint32_t>(of.block_start(block));
    if (few) {
      for (const uint16_t doc : touched_) {
        if (bits(scores_[doc]) >= best.least()) best.offer({scores_[doc], shard, first + doc});
        scores_[doc] = kAbsent;
      }
    } else {
      collect(shard, first, n, best);
    }
  }

  void add_bm25(const uint16_t* docs, const uint16_t* codes, uint32_t n, const double* of_pair, double weight) {
    double* scores = scores_.data();
    for (uint32_t i = 0; i < n; ++i) scores[docs[i]] += weight * of_pair[codes[i]];
  }

  void add_ql(const uint16_t* docs, const uint16_t* codes, uint32_t n, const double* of_pair, const CountAndLength* pairs, double weight, uint32_t count) {
    // log(1 + c / (mu p)) for small counts c.
    double of_count[kCounts];
    for (uint32_t c = 0; c < kCounts; ++c) of_count[c] = std::log1p(c / weight);
    for (uint32_t i = 0; i < n; ++i) {
      const uint32_t c = pairs[codes[i]].count;
      const double part = (c < kCounts ? of_count[c] : std::log1p(c / weight)) + of_pair[codes[i]];
      scores_[docs[i]] += part > 0 ? count * part : 0.0;
    }
  }

  // Offers what is good enough, and clears the block.
  void collect(uint32_t shard, uint32_t first, uint32_t n, Best& best) {
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
        if (bits(seen_[j]) >= best.least()) best.offer({seen_[j], shard, first + i + j});
    }
  }

  static constexpr uint32_t kCounts = 64, kStep = 16;
  const Searcher& s_;
  std::vector<double> scores_;  // [passage of the block]
  std::vector<Places> places_;  // [shard][term]
  std::vector<double> weights_;  // [term]
  std::vector<uint16_t> touched_;
  double seen_[kStep];
};

Searcher::Searcher(std::vector<std::shared_ptr<const Shard>> shards, Scoring scoring, Collection collection)
    : shards_(std::move(shards)), scoring_(scoring), collection_(collection) {
  double n_docs = 0, n_tokens = 0;
  for (const auto& shard : shards_) {
    n_docs += static_cast<double>(shard->n_with_terms());
    n_tokens += static_cast<double>(shard->n_tokens());
  }
  if (collection_.n_docs == 0) collection_.n_docs = n_docs;
  if (collection_.n_tokens == 0) collection_.n_tokens = n_tokens;
  if (collection_.average == 0 && n_docs > 0) collection_.average = n_tokens / n_docs;
  for (const auto& shard : shards_) {
    std::vector<double> values;
    std::vector<uint64_t> starts;
    for (uint32_t block = 0; block < shard->n_blocks(); ++block) {
      starts.push_back(values.size());
      const auto [begin, end] = shard->pairs(block);
      for (const CountAndLength* pair = begin; pair != end; ++pair) {
        const double length = scoring_.lengths == Lengths::lucene ? lucene_length(pair->length) : pair->length;
        if (scoring_.model == Model::ql) {
          values.push_back(std::log(scoring_.mu / (length + scoring_.mu)));
        } else {
          const double norm = scoring_.k1 * (1 - scoring_.b + scoring_.b * length / collection_.average);
          values.push_back(pair->count / (pair->count + norm));
        }
      }
    }
    of_pair_.push_back(std::move(values));
    pair_starts_.push_back(std::move(starts));
  }
}

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
