#include "retrieve/shard.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <unordered_map>

namespace irassay {

namespace {

// Some ids, of which it may say that one is not among them. Ids differ most at their end.
class MaybeAmong {
 public:
  explicit MaybeAmong(const std::vector<std::string_view>& ids) {
    while ((size_t{1} << n_bits_) < 32 * ids.size()) ++n_bits_;
    words_.resize((size_t{1} << n_bits_) / 64);
    for (const std::string_view id : ids) words_[place(id) / 64] |= uint64_t{1} << place(id) % 64;
  }
  bool operator()(std::string_view id) const { return words_[place(id) / 64] >> place(id) % 64 & 1; }

 private:
  size_t place(std::string_view id) const {
    uint64_t end = 0;
    if (id.size() >= sizeof end) {
      std::memcpy(&end, id.data() + (id.size() - sizeof end), sizeof end);
    } else {
      for (const char c : id) end = end << 8 | static_cast<uint8_t>(c);
    }
    return (end ^ id.size() << 56) * 0x9E3779B97F4A7C15u >> (64 - n_bits_);
  }
  int n_bits_ = 10;
  std::vector<uint64_t> words_;
};

}  // namespace

void Shard::damaged(const std::string& what) { throw std::runtime_error("it is not a shard of an index, or damaged: " + what); }

Shard::Shard(const std::string& path) : file_(path) {
  if (file_.size() < sizeof(ShardHeader) || std::memcmp(header().magic, kShardMagic, sizeof kShardMagic) != 0) damaged("its first bytes");
  check();
  file_.let_go();  // it read everything: of many shards that would be the whole index
}

uint64_t Shard::n_values(Part which, size_t width) const {
  const uint64_t* starts = header().starts + static_cast<size_t>(which);
  return (starts[1] - starts[0]) / width;
}

void Shard::check_starts(Part starts, uint64_t n, uint64_t end, const char* what) const {
  const uint64_t* at = part<uint64_t>(starts);
  if (n_values(starts, 8) < n + 1 || at[0] != 0 || at[n] > end) damaged(what);
  for (uint64_t i = 0; i < n; ++i)
    if (at[i] > at[i + 1]) damaged(what);
}

void Shard::check() const {
  const ShardHeader& h = header();
  if (h.starts[0] < sizeof(ShardHeader) || h.starts[kParts] != file_.size()) damaged("its size");
  for (size_t i = 0; i < kParts; ++i)
    if (h.starts[i] > h.starts[i + 1] || h.starts[i] % 8 != 0) damaged("its parts");
  if (std::max({h.n_docs, h.n_terms, h.n_blocks}) >= file_.size()) damaged("its numbers");
  check_starts(Part::id_starts, h.n_docs, n_values(Part::ids, 1), "its ids");
  check_starts(Part::term_starts, h.n_terms, n_values(Part::terms, 1), "its terms");
  check_starts(Part::entry_starts, h.n_terms, n_values(Part::entries, sizeof(BlockEntry)), "its blocks");
  check_starts(Part::posting_starts, h.n_terms, n_values(Part::docs, 2), "its postings");
  check_starts(Part::block_starts, h.n_blocks, h.n_docs, "its blocks");
  check_starts(Part::pair_starts, h.n_blocks, n_values(Part::pairs, sizeof(CountAndLength)), "its counts");
  check_starts(Part::bag_starts, h.n_docs, n_values(Part::bags, 1), "its bags");
  const uint64_t n_postings = postings(h.n_terms);
  if (n_values(Part::codes, 2) < n_postings || n_values(Part::lengths, 4) < h.n_docs || n_values(Part::totals, 8) < h.n_terms) damaged("its postings");
  // What a search follows without a look at its bounds.
  for (uint32_t block = 0; block < h.n_blocks; ++block)
    if (block_start(block + 1) - block_start(block) > kBlockDocs) damaged("its blocks");
  for (uint64_t term = 0; term < h.n_terms; ++term) {
    uint64_t at = postings(term);
    const auto [begin, end] = entries(term);
    for (const BlockEntry* entry = begin; entry != end; ++entry) {
      if (entry->block >= h.n_blocks || entry->n > postings(term + 1) - at || (entry != begin && entry[-1].block >= entry->block)) damaged("its blocks");
      const auto [first, last] = pairs(entry->block);
      const uint64_t n_pairs = static_cast<uint64_t>(last - first), n = block_start(entry->block + 1) - block_start(entry->block);
      bool fits = true;
      for (const uint64_t stop = at + entry->n; at < stop; ++at) fits &= codes()[at] < n_pairs && docs()[at] < n;
      if (!fits) damaged("its postings");
    }
    if (at != postings(term + 1)) damaged("its postings");
  }
}

uint64_t Shard::find(std::string_view wanted) const {
  uint64_t low = 0, high = n_terms();
  while (low < high) {
    const uint64_t middle = low + (high - low) / 2;
    if (term(middle) < wanted) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < n_terms() && term(low) == wanted ? low : n_terms();
}

std::vector<uint64_t> Shard::find_docs(const std::vector<std::string_view>& ids) const {
  std::unordered_map<std::string_view, uint64_t> doc_of;
  for (const std::string_view id : ids) doc_of.emplace(id, n_docs());
  const MaybeAmong maybe_among(ids);
  size_t left = doc_of.size();
  for (uint64_t doc = 0; doc < n_docs() && left > 0; ++doc) {
    if (!maybe_among(id(doc))) continue;
    const auto found = doc_of.find(id(doc));
    if (found == doc_of.end()) continue;
    found->second = doc;
    --left;
  }
  std::vector<uint64_t> docs;
  for (const std::string_view id : ids) docs.push_back(doc_of[id]);
  return docs;
}

std::vector<TermCount> Shard::bag(uint64_t doc) const {
  std::vector<TermCount> terms;
  each_term_of(doc, [&](TermCount one) { terms.push_back(one); });
  return terms;
}

}  // namespace irassay
