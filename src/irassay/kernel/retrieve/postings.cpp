#include "retrieve/postings.hpp"

#include <algorithm>
#include <numeric>

#include "machine/interrupt.hpp"

namespace irassay {

namespace {

void append_number(uint32_t number, std::string& to) {
  for (; number >= 0x80; number >>= 7) to += static_cast<char>(number | 0x80);
  to += static_cast<char>(number);
}

// Places of pairs in a block's list, in the order of their first appearance.
class PairCodes {
 public:
  explicit PairCodes(std::vector<CountAndLength>& pairs) : pairs_(pairs), slots_(kSlots) {}
  uint16_t code_of(CountAndLength pair) {
    const uint64_t key = static_cast<uint64_t>(pair.count) << 32 | pair.length;
    size_t at = (key * 0x9E3779B97F4A7C15u) >> (64 - kBits);
    while (slots_[at].block == block_ && slots_[at].key != key) at = (at + 1) % kSlots;
    if (slots_[at].block != block_) {
      slots_[at] = {key, block_, static_cast<uint16_t>(n_pairs())};
      pairs_.push_back(pair);
    }
    return slots_[at].code;
  }
  size_t n_pairs() const { return pairs_.size() - first_; }
  void next_block() {
    ++block_;
    first_ = pairs_.size();
  }

 private:
  static constexpr int kBits = 18;  // four slots a pair, at the least
  static constexpr size_t kSlots = 1u << kBits;
  struct Slot {
    uint64_t key = 0;
    uint32_t block = 0;
    uint16_t code = 0;
  };
  std::vector<CountAndLength>& pairs_;
  std::vector<Slot> slots_;
  uint32_t block_ = 1;
  size_t first_ = 0;
};

}  // namespace

Postings::Postings(const Bags& from, const StringNumbers& names) {
  number_terms(names);
  count(from);
  fill(from);
  enter_blocks(from);
}

void Postings::number_terms(const StringNumbers& names) {
  in_order.resize(names.size());
  std::iota(in_order.begin(), in_order.end(), 0u);
  std::sort(in_order.begin(), in_order.end(), [&](uint32_t a, uint32_t b) { return names[a] < names[b]; });
  number_.resize(names.size());
  for (uint32_t i = 0; i < names.size(); ++i) number_[in_order[i]] = i;
  poll();
}

void Postings::count(const Bags& from) {
  starts.assign(number_.size() + 1, 0);
  totals.assign(number_.size(), 0);
  for (const TermCount& one : from.terms) {
    const uint32_t term = number_[one.term];
    ++starts[term + 1];
    totals[term] += one.count;
  }
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  poll();
}

// Blocks, postings, and the passages' bags by the new numbers.
void Postings::fill(const Bags& from) {
  docs.resize(from.terms.size());
  codes.resize(from.terms.size());
  std::vector<uint64_t> next(starts.begin(), starts.end() - 1);
  std::vector<TermCount> bag;
  PairCodes pair_codes(pairs);
  PollNowAndThen<4096> now_and_then;
  for (size_t doc = 0; doc < from.lengths.size(); ++doc) {
    now_and_then();
    bag.assign(from.terms.data() + from.starts[doc], from.terms.data() + from.starts[doc + 1]);
    for (TermCount& one : bag) {
      one.term = number_[one.term];
      __builtin_prefetch(&next[one.term]);
    }
    std::sort(bag.begin(), bag.end(), [](const TermCount& a, const TermCount& b) { return a.term < b.term; });
    for (const TermCount& one : bag) {
      __builtin_prefetch(docs.data() + next[one.term], 1);
      __builtin_prefetch(codes.data() + next[one.term], 1);
    }
    const uint64_t place = doc - block_starts.back();
    if (place == kBlockDocs || (place > 0 && pair_codes.n_pairs() + bag.size() > kBlockPairs)) {
      block_starts.push_back(doc);
      pair_starts.push_back(pairs.size());
      pair_codes.next_block();
    }
    uint32_t before = 0;
    for (const TermCount& one : bag) {
      const uint64_t at = next[one.term]++;
      docs[at] = static_cast<uint16_t>(doc - block_starts.back());
      codes[at] = pair_codes.code_of({one.count, from.lengths[doc]});
      append_number(one.term - before, bags);
      append_number(one.count - 1, bags);
      before = one.term;
    }
    bag_starts.push_back(bags.size());
  }
  if (!from.lengths.empty()) {
    block_starts.push_back(from.lengths.size());
    pair_starts.push_back(pairs.size());
  }
}

// How many postings a term has in each block. Postings of a term are ascending, so a block's are together.
void Postings::enter_blocks(const Bags& from) {
  struct Last {
    uint32_t block = UINT32_MAX, n = 0;
  };
  PollNowAndThen<4096> now_and_then;
  const auto each_block = [&](auto&& use) {  // use(term, block), once a term and block
    std::vector<Last> last(number_.size());
    for (uint32_t block = 0; block + 1 < block_starts.size(); ++block) {
      now_and_then();
      for (uint64_t i = from.starts[block_starts[block]]; i < from.starts[block_starts[block + 1]]; ++i) {
        const uint32_t term = number_[from.terms[i].term];
        use(term, block, last[term].block != block);
        last[term].block = block;
      }
    }
  };
  std::vector<uint64_t> n_entries(number_.size() + 1);
  each_block([&](uint32_t term, uint32_t, bool first) { n_entries[term + 1] += first; });
  std::partial_sum(n_entries.begin(), n_entries.end(), n_entries.begin());
  entry_starts = n_entries;
  entries.resize(entry_starts.back());
  each_block([&](uint32_t term, uint32_t block, bool first) {
    if (first) entries[n_entries[term]++] = {block, 0};
    ++entries[n_entries[term] - 1].n;
  });
}

}  // namespace irassay
