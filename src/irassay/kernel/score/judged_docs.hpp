// Which documents of a query have a label, asked of every line of every run: a table behind a filter that drops nearly all
// unjudged documents without a branch. A few short ids need neither: they stand in the object with their grades, on one line of
// the cache, because with few labels a query its labels are what a processor waits for.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "collection/collection.hpp"
#include "collection/doc_table.hpp"

namespace irassay {

class alignas(64) JudgedDocs {
 public:
  // `labels` must outlive it.
  explicit JudgedDocs(const Labels& labels) : n_(0), labels_(&labels) {
    const Vocabulary& docs = labels.docs;
    for (uint32_t d = 0; d < docs.size(); ++d) n_ = d < kFew && docs.doc(d).size() <= 8 && n_ == d ? d + 1 : kNone;
    if (n_ == kNone) {
      many_ = std::make_unique<const Many>(docs);
      return;
    }
    std::copy_n(labels.grades.begin(), n_, grades_);
    for (uint32_t d = 0; d < n_; ++d) keys_[d] = doc_key_unpadded(docs.doc(d));
  }

  // Calls `use(i)` for each of the `n` keys that may be a labelled document's, in order. `room` has n places.
  template <class Use>
  void candidates(const uint64_t* keys, uint32_t n, uint32_t* room, Use use) const {
    uint32_t count = 0;
    if (n_ == kNone) {
      const uint64_t* const filter = many_->filter.data();
      const int shift = many_->shift;
      for (uint32_t i = 0; i < n; ++i) {
        const uint64_t bit = spread(keys[i]) >> shift;
        room[count] = i;
        count += (filter[bit >> 6] >> (bit & 63)) & 1;
      }
    } else {
      for (uint32_t i = 0; i < n; ++i) {
        bool met = false;
        for (uint32_t d = 0; d < n_; ++d) met |= keys_[d] == keys[i];
        room[count] = i;
        count += met;
      }
    }
    for (uint32_t c = 0; c < count; ++c) use(room[c]);
  }

  // The document's id among the labels, kNone where it has none.
  uint32_t find(uint64_t key, std::string_view doc) const {
    if (n_ == kNone) {
      const DocTable::Entry* entry = many_->table.find(key, doc, labels_->docs);
      return entry == nullptr ? kNone : static_cast<uint32_t>(entry->id);
    }
    uint32_t found = kNone;
    for (uint32_t d = 0; d < n_; ++d) found = keys_[d] == key ? d : found;
    return doc.size() <= 8 ? found : kNone;
  }

  // [id]
  const int8_t* grades() const { return n_ == kNone ? labels_->grades.data() : grades_; }

  void prefetch() const {
    if (n_ != kNone) return;
    __builtin_prefetch(many_.get());
    __builtin_prefetch(labels_->grades.data());
  }

 private:
  static constexpr uint32_t kFew = 4;
  static constexpr uint64_t kFilterBits = 32;  // a judged document: one false look-up in 32
  static uint64_t spread(uint64_t key) { return key * 0x9E3779B97F4A7C15u; }

  struct Many {
    std::vector<uint64_t> filter;
    int shift = 58;
    DocTable table;
    explicit Many(const Vocabulary& docs) : table(table_of(docs)) {
      while ((uint64_t{1} << (64 - shift)) < kFilterBits * docs.size()) --shift;
      filter.assign((uint64_t{1} << (64 - shift)) / 64, 0);
      for (uint32_t d = 0; d < docs.size(); ++d) {
        const uint64_t bit = spread(doc_key_unpadded(docs.doc(d))) >> shift;
        filter[bit >> 6] |= uint64_t{1} << (bit & 63);
      }
    }
  };

  uint32_t n_;  // ids in `keys_`, or kNone where `many_` is needed
  int8_t grades_[kFew];
  uint64_t keys_[kFew];
  const Labels* labels_;
  std::unique_ptr<const Many> many_;
};

}  // namespace irassay
