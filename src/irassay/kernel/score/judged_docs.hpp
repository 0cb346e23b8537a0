// Which documents of a query have a label, asked of every line of every run: a table behind a filter that drops nearly all
// unjudged documents without a branch. A few short ids need neither: they stand in the object, on one line of the cache.
#pragma once

#include <vector>

#include "collection/collection.hpp"
#include "collection/doc_table.hpp"

namespace irassay {

class JudgedDocs {
 public:
  explicit JudgedDocs(const Vocabulary& docs) : few_(0) {
    for (uint32_t d = 0; d < docs.size(); ++d) few_ = d < kFew && docs.doc(d).size() <= 8 && few_ == d ? d + 1 : kNone;
    if (few_ != kNone) {
      for (uint32_t d = 0; d < few_; ++d) keys_[d] = doc_key_unpadded(docs.doc(d));
      return;
    }
    table_ = table_of(docs);
    int bits = 6;
    while ((uint64_t{1} << bits) < kFilterBits * docs.size()) ++bits;
    shift_ = 64 - bits;
    filter_.assign((uint64_t{1} << bits) / 64, 0);
    for (uint32_t d = 0; d < docs.size(); ++d) {
      const uint64_t bit = bit_of(doc_key_unpadded(docs.doc(d)));
      filter_[bit >> 6] |= uint64_t{1} << (bit & 63);
    }
  }

  // The document's id in `docs`, which are those given at first; kNone where it has no label.
  uint32_t find(uint64_t key, std::string_view doc, const Vocabulary& docs) const {
    if (few_ != kNone) {
      uint32_t found = kNone;
      for (uint32_t d = 0; d < few_; ++d) found = keys_[d] == key ? d : found;
      return doc.size() <= 8 ? found : kNone;
    }
    const uint64_t bit = bit_of(key);
    if (((filter_[bit >> 6] >> (bit & 63)) & 1) == 0) return kNone;
    const DocTable::Entry* entry = table_.find(key, doc, docs);
    return entry == nullptr ? kNone : static_cast<uint32_t>(entry->id);
  }

  void prefetch() const {
    if (few_ == kNone) __builtin_prefetch(filter_.data());
  }

 private:
  static constexpr uint32_t kFew = 4;
  static constexpr uint64_t kFilterBits = 32;  // a judged document: one false look-up in 32
  uint64_t bit_of(uint64_t key) const { return (key * 0x9E3779B97F4A7C15u) >> shift_; }

  uint32_t few_;  // ids in `keys_`, or kNone where the table is needed
  int shift_ = 0;
  uint64_t keys_[kFew];
  std::vector<uint64_t> filter_;
  DocTable table_;
};

}  // namespace irassay
