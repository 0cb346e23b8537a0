#include "retrieve/skim.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <limits>

#include "machine/interrupt.hpp"
#include "machine/lanes.hpp"

namespace irassay {

namespace {

// Within these no 32-bit sum overflows, or loses more than its last bits.
constexpr double kLeastScore = 0x1p-60, kMostOfPosting = 0x1p60;
typedef float Floats __attribute__((vector_size(32)));

inline Floats load(const float* from) {
  Floats out;
  std::memcpy(&out, from, sizeof out);
  return out;
}

// Whether one of 32 sums is `limit` or more.
inline bool any_reaches(const float* sums, float limit) {
  const Floats limits{limit, limit, limit, limit, limit, limit, limit, limit};
  const auto reach = (load(sums) >= limits) | (load(sums + 8) >= limits) | (load(sums + 16) >= limits) | (load(sums + 24) >= limits);
  Mask words;
  std::memcpy(&words, &reach, sizeof words);
  return any(words);
}

constexpr size_t kNotTried = std::numeric_limits<size_t>::max();

// What the sum of n parts may lose to rounding, of itself: (n + 3) halves of 32 bits' last one, and as many of 64 bits' twice.
double rounding(size_t n) { return static_cast<double>(n + 8) * 0x1p-22; }

// The n-th largest of many numbers.
class Largest {
 public:
  explicit Largest(size_t n) : n_(n) {}
  void offer(float one) {
    if (!(one > least_)) return;
    numbers_.push_back(one);
    if (numbers_.size() >= 4 * n_ + 64) cut();
  }
  // 0 where there are fewer.
  float last() {
    cut();
    return least_;
  }

 private:
  void cut() {
    if (numbers_.size() < n_) return;
    std::nth_element(numbers_.begin(), numbers_.begin() + static_cast<std::ptrdiff_t>(n_ - 1), numbers_.end(), std::greater<float>());
    numbers_.resize(n_);
    least_ = numbers_.back();
  }
  size_t n_;
  float least_ = 0;
  std::vector<float> numbers_;
};

}  // namespace

double Skim::begin(uint32_t depth) {
  left_out_ = most_left_out_ = kNotTried;
  n_candidates_ = kFirstCandidates;
  pause_ = 0;
  next_pause_ = 4;
  return floor(depth);
}

// The terms of fewest passages: enough of them to fill a list, and few beside the others.
std::vector<uint32_t> Skim::rare_terms(uint32_t depth) const {
  std::vector<uint32_t> terms;
  uint64_t total = 0, n = 0;
  for (uint32_t i = 0; i < query_.n_terms(); ++i) {
    if (query_.n_postings(i) > 0) terms.push_back(i);
    total += query_.n_postings(i);
  }
  std::sort(terms.begin(), terms.end(), [&](uint32_t a, uint32_t b) { return query_.n_postings(a) < query_.n_postings(b); });
  size_t n_terms = 0;
  for (const uint64_t enough = std::max(uint64_t{4} * depth, total / 128); n_terms < terms.size() && n < enough; ++n_terms) n += query_.n_postings(terms[n_terms]);
  while (n > total / 4) n -= query_.n_postings(terms[--n_terms]);
  terms.resize(n_terms);
  return terms;
}

// What `depth` passages reach by their rare terms alone.
double Skim::floor(uint32_t depth) {
  for (uint32_t i = 0; i < query_.n_terms(); ++i)
    if (!(query_.term(i).weight >= 0)) return 0;  // what others give can't be more than what they take
  const std::vector<uint32_t> rare = rare_terms(depth);
  if (rare.empty()) return 0;
  Largest largest(depth);
  std::vector<TermPlace> places(rare.size());
  std::vector<TermInBlock> terms;
  for (uint32_t shard = 0; shard < shards_.size(); ++shard) {
    for (size_t i = 0; i < rare.size(); ++i) places[i] = query_.places(shard)[rare[i]];
    for (uint32_t block = 0; block < shards_[shard]->n_blocks(); ++block) {
      query_.enter(shard, block, places, terms);
      for (const TermInBlock& one : terms) parts_.add(shard, block, query_.term(rare[one.term]), one.postings, sums_.data());
      for (const TermInBlock& one : terms)
        for (uint32_t i = 0; i < one.postings.n; ++i) {
          float& sum = sums_[one.postings.docs[i]];
          largest.offer(sum);
          sum = 0;
        }
    }
    poll();
  }
  const double floor = largest.last() * (1 - rounding(rare.size()));
  return floor >= kLeastScore ? floor : 0;
}

bool Skim::search(uint32_t shard, uint32_t block, const std::vector<TermInBlock>& terms, Best& best) {
  if (pause_ > 0) {
    --pause_;
    return false;
  }
  if (!(best.least_score() >= kLeastScore) || !order(shard, block, terms)) return false;
  const uint64_t first = shards_[shard]->block_start(block);
  const auto n_docs = static_cast<uint32_t>(shards_[shard]->block_start(block + 1) - first);
  const bool is_chosen = choose(shard, block, n_docs, best.least_score());
  clear(n_docs);
  if (cost_ > n_postings_ + 2 * n_docs / kLook) {  // to add up every posting takes two looks: one collects, one clears
    pause_ = next_pause_;
    next_pause_ *= 4;
  }
  if (!is_chosen) return false;
  score(shard, first, best);
  best.drop_worst();
  return true;
}

// By their price; false where a number is out of bounds.
bool Skim::order(uint32_t shard, uint32_t block, const std::vector<TermInBlock>& terms) {
  terms_.clear();
  n_postings_ = 0;
  for (const TermInBlock& one : terms) {
    const double most = parts_.most(shard, block, query_.term(one.term));
    if (!(most >= 0 && most <= kMostOfPosting)) return false;
    terms_.push_back({one, most, most > 0 ? one.postings.n / most : std::numeric_limits<double>::infinity()});
    n_postings_ += one.postings.n;
  }
  std::sort(terms_.begin(), terms_.end(), [](const Bounded& a, const Bounded& b) { return a.price < b.price; });
  rest_.assign(terms_.size() + 1, 0);
  for (size_t i = terms_.size(); i-- > 0;) rest_[i] = rest_[i + 1] + terms_[i].most;
  return true;
}

// Adds terms until few candidates are left; false where that is no use.
bool Skim::choose(uint32_t shard, uint32_t block, uint32_t n_docs, double least) {
  const size_t n = terms_.size();
  const double reach = least - least * rounding(n);
  candidates_.clear();
  n_terms_ = n_added_ = cost_ = 0;
  size_t look = 0;
  while (look < n && rest_[look] >= reach) ++look;
  if (look == 0) return true;
  if (look == n) return false;
  look = std::max(look, n - std::min(n, std::max(left_out_, size_t{1})));
  for (;; cost_ += n_docs / kLook) {
    for (; n_terms_ < look; ++n_terms_) {
      const TermInBlock& one = terms_[n_terms_].in_block;
      parts_.add(shard, block, query_.term(one.term), one.postings, sums_.data());
      n_added_ += one.postings.n;
    }
    const uint64_t next = look < n ? terms_[look].in_block.postings.n : n_added_;
    const float limit = std::max(static_cast<float>(reach - rest_[look]), std::numeric_limits<float>::min());  // above 0: who has a term
    if (gather(n_docs, limit, n_candidates_ + next / kBag)) break;
    if (2 * n_added_ > n_postings_) {
      cost_ += n_added_ + n_postings_ + 2 * n_docs / kLook;  // all are added again
      return false;
    }
    most_left_out_ = n - look - 1;
    for (uint64_t more = 0; look < n && more <= n_docs / kLook; ++look) more += terms_[look].in_block.postings.n;
  }
  cost_ += n_added_ + candidates_.size() * kBag;
  n_candidates_ = candidates_.size();
  left_out_ = n - look;
  if (terms_[look - 1].in_block.postings.n > n_docs / kOfUse && left_out_ < most_left_out_) ++left_out_;
  return true;
}

// False as soon as there are more than `most`.
bool Skim::gather(uint32_t n_docs, float limit, uint64_t most) {
  candidates_.clear();
  if (is_small(n_docs)) {
    for (size_t i = 0; i < n_terms_; ++i) {
      const Stretch& postings = terms_[i].in_block.postings;
      for (uint32_t j = 0; j < postings.n; ++j)
        if (sums_[postings.docs[j]] >= limit) candidates_.push_back(postings.docs[j]);
    }
    std::sort(candidates_.begin(), candidates_.end());
    candidates_.erase(std::unique(candidates_.begin(), candidates_.end()), candidates_.end());
    return candidates_.size() <= most;
  }
  for (uint32_t i = 0; i < n_docs; i += 32) {  // what is behind the block's end is 0
    if (!any_reaches(sums_.data() + i, limit)) continue;
    for (uint32_t j = i; j < i + 32; ++j)
      if (sums_[j] >= limit) candidates_.push_back(static_cast<uint16_t>(j));
    if (candidates_.size() > most) return false;
  }
  return true;
}

void Skim::clear(uint32_t n_docs) {
  if (!is_small(n_docs)) {
    std::fill_n(sums_.begin(), n_docs, 0.0f);
    return;
  }
  for (size_t i = 0; i < n_terms_; ++i) {
    const Stretch& postings = terms_[i].in_block.postings;
    for (uint32_t j = 0; j < postings.n; ++j) sums_[postings.docs[j]] = 0;
  }
}

void Skim::score(uint32_t shard, uint64_t first, Best& best) const {
  const Shard& of = *shards_[shard];
  for (const uint16_t doc : candidates_) of.fetch_place_of_bag(first + doc);
  for (const uint16_t doc : candidates_) of.fetch_bag(first + doc);
  for (const uint16_t doc : candidates_) {
    const double score = query_.score(first + doc);
    if (bits(score) >= best.least()) best.offer({score, shard, static_cast<uint32_t>(first + doc)});
  }
}

}  // namespace irassay
