// A shard of an index: passages with their ids, lengths and bags of terms, and for each term the passages that hold it. One
// file, in the byte order of this machine, mapped into memory.
//
// Postings of a term are grouped into blocks of passages, so that the scores of a block stay in cache while it is searched. A
// posting is the passage's place in the block and a code: the place of its pair (count of the term, length of the passage) in
// the block's list of pairs. A model's part of a score depends on nothing else of the passage.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "machine/mapped_file.hpp"

namespace irassay {

constexpr uint32_t kBlockDocs = 1u << 16;   // at most: a block ends earlier where its pairs would be more than a code can name
constexpr uint32_t kBlockPairs = 1u << 16;

struct CountAndLength {
  uint32_t count, length;
};

// Number of postings of one term in one block.
struct BlockEntry {
  uint32_t block, n;
};

// Parts of the file, in their order, each at a multiple of 8 bytes.
enum class Part : uint32_t {
  id_starts,       // [doc + 1] u64
  ids,             // bytes
  lengths,         // [doc] u32
  term_starts,     // [term + 1] u64
  terms,           // bytes, terms in byte order
  totals,          // [term] u64: how often it stands in all passages
  entry_starts,    // [term + 1] u64
  entries,         // [entry] BlockEntry
  posting_starts,  // [term + 1] u64
  docs,            // [posting] u16
  codes,           // [posting] u16
  block_starts,    // [block + 1] u64: the first passage
  pair_starts,     // [block + 1] u64
  pairs,           // [pair] CountAndLength
  bag_starts,      // [doc + 1] u64
  bags,            // bytes: differences of term numbers, and counts less 1, in groups of seven bits
  n
};
constexpr size_t kParts = static_cast<size_t>(Part::n);

struct ShardHeader {
  char magic[16];
  uint64_t n_docs, n_terms, n_blocks, n_tokens, n_with_terms;
  uint64_t starts[kParts + 1];  // the last one: size of the file
};
constexpr char kShardMagic[16] = "irassay shard 1";

struct TermCount {
  uint32_t term, count;
};

class Shard {
 public:
  // Checks that every part lies within the file and within the others' ranges. Throws std::runtime_error in words.
  explicit Shard(const std::string& path);

  uint64_t n_docs() const { return header().n_docs; }
  uint64_t n_terms() const { return header().n_terms; }
  uint32_t n_blocks() const { return static_cast<uint32_t>(header().n_blocks); }
  uint64_t n_tokens() const { return header().n_tokens; }
  uint64_t n_with_terms() const { return header().n_with_terms; }
  std::string_view id(uint64_t doc) const { return text_of(Part::id_starts, Part::ids, doc); }
  // The numbers of passages by their ids; n_docs() for one that is not here. Walks all ids once.
  std::vector<uint64_t> find_docs(const std::vector<std::string_view>& ids) const;
  uint32_t length(uint64_t doc) const { return part<uint32_t>(Part::lengths)[doc]; }
  std::string_view term(uint64_t term) const { return text_of(Part::term_starts, Part::terms, term); }
  uint64_t n_postings(uint64_t term) const { return postings(term + 1) - postings(term); }
  uint64_t total(uint64_t term) const { return part<uint64_t>(Part::totals)[term]; }
  // The number of a term; n_terms() where no passage holds it.
  uint64_t find(std::string_view term) const;
  std::pair<const BlockEntry*, const BlockEntry*> entries(uint64_t term) const {
    const uint64_t* starts = part<uint64_t>(Part::entry_starts) + term;
    return {part<BlockEntry>(Part::entries) + starts[0], part<BlockEntry>(Part::entries) + starts[1]};
  }
  uint64_t postings(uint64_t term) const { return part<uint64_t>(Part::posting_starts)[term]; }
  const uint16_t* docs() const { return part<uint16_t>(Part::docs); }
  const uint16_t* codes() const { return part<uint16_t>(Part::codes); }
  std::pair<const CountAndLength*, const CountAndLength*> pairs(uint32_t block) const {
    const uint64_t* starts = part<uint64_t>(Part::pair_starts) + block;
    return {part<CountAndLength>(Part::pairs) + starts[0], part<CountAndLength>(Part::pairs) + starts[1]};
  }
  uint64_t block_start(uint32_t block) const { return part<uint64_t>(Part::block_starts)[block]; }
  // The terms of a passage by their numbers, ascending.
  std::vector<TermCount> bag(uint64_t doc) const;
  // use(TermCount) for each of them.
  template <class Use>
  void each_term_of(uint64_t doc, Use use) const;
  // Asks for the passage's length and the place of its bag, and a while later for its bag: both are far away in memory.
  void fetch_place_of_bag(uint64_t doc) const {
    __builtin_prefetch(part<uint64_t>(Part::bag_starts) + doc);
    __builtin_prefetch(part<uint32_t>(Part::lengths) + doc);
  }
  void fetch_bag(uint64_t doc) const {
    const uint64_t* starts = part<uint64_t>(Part::bag_starts) + doc;
    const char *bag = part<char>(Part::bags) + starts[0], *const end = part<char>(Part::bags) + starts[1];
    for (; bag < end; bag += 64) __builtin_prefetch(bag);
  }

 private:
  [[noreturn]] static void damaged(const std::string& what);
  // Moves p behind a number in groups of seven bits, which must end before `end`.
  static uint32_t read_number(const uint8_t*& p, const uint8_t* end) {
    uint32_t number = 0;
    for (int shift = 0; p < end && shift < 35; shift += 7) {
      const uint8_t byte = *p++;
      number |= static_cast<uint32_t>(byte & 0x7F) << shift;
      if (byte < 0x80) return number;
    }
    damaged("its bags");
  }
  const ShardHeader& header() const { return *reinterpret_cast<const ShardHeader*>(file_.data()); }
  template <class Value>
  const Value* part(Part which) const {
    return reinterpret_cast<const Value*>(file_.data() + header().starts[static_cast<size_t>(which)]);
  }
  uint64_t n_values(Part which, size_t width) const;
  void check_starts(Part starts, uint64_t n, uint64_t end, const char* what) const;
  void check() const;
  std::string_view text_of(Part starts, Part bytes, uint64_t i) const {
    const uint64_t* at = part<uint64_t>(starts) + i;
    return {part<char>(bytes) + at[0], static_cast<size_t>(at[1] - at[0])};
  }

  MappedFile file_;
};

template <class Use>
void Shard::each_term_of(uint64_t doc, Use use) const {
  const uint64_t* starts = part<uint64_t>(Part::bag_starts) + doc;
  const auto* bytes = part<uint8_t>(Part::bags);
  const uint8_t *p = bytes + starts[0], *const end = bytes + starts[1];
  const auto n = static_cast<uint32_t>(n_terms());
  uint32_t term = 0;
  while (p < end) {
    term += read_number(p, end);
    const uint32_t count = read_number(p, end) + 1;
    if (term >= n) damaged("its bags");
    use(TermCount{term, count});
  }
}

}  // namespace irassay
