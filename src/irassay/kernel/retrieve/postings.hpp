// From bags of terms, passage by passage, to postings, term by term: all that a shard's file says of terms but their names.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "retrieve/shard.hpp"
#include "retrieve/string_numbers.hpp"

namespace irassay {

struct Bags {
  const std::vector<TermCount>& terms;  // of all passages one after the other
  const std::vector<uint64_t>& starts;  // [doc + 1]
  const std::vector<uint32_t>& lengths;
};

class Postings {
 public:
  // Terms get numbers by the order of their bytes.
  Postings(const Bags& bags, const StringNumbers& names);

  std::vector<uint32_t> in_order;  // [new number]: number before
  std::vector<uint64_t> starts{0}, totals, entry_starts{0}, block_starts{0}, pair_starts{0}, bag_starts{0};
  std::vector<BlockEntry> entries;
  std::vector<uint16_t> docs, codes;
  std::vector<CountAndLength> pairs;
  std::string bags;

 private:
  void number_terms(const StringNumbers& names);
  void count(const Bags& from);
  void fill(const Bags& from);
  void enter_blocks(const Bags& from);

  std::vector<uint32_t> number_;     // [number before]: new number
  std::vector<uint32_t> n_entries_;  // [term]
};

}  // namespace irassay
