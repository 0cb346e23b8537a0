// Which documents of a query have a label, asked of every line of every run: a table behind a filter that drops nearly all
// unjudged documents without a branch. A few short ids need neither: they stand in the object with their grades, on one line of
// the cache, because with few labels a query its labels are what a processor waits for.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "collection/collection.hpp"
#include "collection/doc_table.hpp"
#include "read/order.hpp"
#include "score/scores_met.hpp"

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

  // Writes the labelled documents among those of `lines`, of which none stands twice, in their order.
  // Returns how many. `hits` has a place for each line and one more.
  uint32_t hits(const Lines& lines, Hit* hits) const {
    return n_ == kNone ? hits_of_many(lines, hits) : hits_of_few(lines, hits);
  }

  // [id]
  const int8_t* grades() const { return n_ == kNone ? labels_->grades.data() : grades_; }

  // The grades as a number, another one for each sequence of them; ScoresMet::kNoLabels where they are too many.
  uint64_t grades_as_number() const {
    if (n_ == kNone) return ScoresMet::kNoLabels;
    uint32_t number;
    static_assert(sizeof number == sizeof grades_);
    std::memcpy(&number, grades_, sizeof number);
    return uint64_t{n_} << 32 | number;
  }

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

  // By label: none of these loops asks what it will find.
  uint32_t hits_of_few(const Lines& lines, Hit* hits) const {
    const DocKeys keys = lines.keys();
    uint32_t count = 0;
    const auto n = static_cast<uint32_t>(keys.size());
    for (uint32_t d = 0; d < n_; ++d) {
      uint32_t rank = kNone;
      for (uint32_t i = 0; i < n; ++i) rank = (keys[i] == keys_[d]) & (lines[i].length <= 8) ? i : rank;
      hits[count] = {rank, d};
      count += rank != kNone;
    }
    if (count > 1) std::sort(hits, hits + count, [](const Hit& a, const Hit& b) { return a.rank < b.rank; });
    return count;
  }

  // By document: first all those that may have a label, then which they are.
  uint32_t hits_of_many(const Lines& lines, Hit* hits) const {
    const DocKeys keys = lines.keys();
    const uint64_t* const filter = many_->filter.data();
    const int shift = many_->shift;
    const auto n = static_cast<uint32_t>(keys.size());
    uint32_t n_candidates = 0;
    for (uint32_t i = 0; i < n; ++i) {
      const uint64_t bit = spread(keys[i]) >> shift;
      hits[n_candidates].rank = i;
      n_candidates += (filter[bit >> 6] >> (bit & 63)) & 1;
    }
    uint32_t count = 0;
    for (uint32_t c = 0; c < n_candidates; ++c) {
      const uint32_t i = hits[c].rank;
      if (const DocTable::Entry* entry = many_->table.find(keys[i], lines[i].text(), labels_->docs))
        hits[count++] = {i, static_cast<uint32_t>(entry->id)};
    }
    return count;
  }

  uint32_t n_;  // ids in `keys_`, or kNone where `many_` is needed
  int8_t grades_[kFew] = {};
  uint64_t keys_[kFew];
  const Labels* labels_;
  std::unique_ptr<const Many> many_;
};

}  // namespace irassay
