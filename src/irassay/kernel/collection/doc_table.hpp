// Document text -> small id, for one query: open addressing, load at most 1/2, 16-byte entries.
// An id of at most 8 bytes is its own key, so an equal key is an equal document; a longer one compares its text too.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "collection/collection.hpp"

namespace irassay {

// The key of a document; `doc` has 8 readable bytes behind it (texts are padded; see read/text.hpp).
inline uint64_t doc_key(std::string_view doc) {
  const size_t n = doc.size();
  if (n <= 8) {
    uint64_t word;
    std::memcpy(&word, doc.data(), 8);
    return n == 8 ? word : word & ((uint64_t{1} << (8 * n)) - 1);
  }
  uint64_t hash = 0x9E3779B97F4A7C15u * n;
  const char* p = doc.data();
  const char* const last = p + n - 8;
  for (;; p = p + 8 < last ? p + 8 : last) {
    uint64_t word;
    std::memcpy(&word, p, 8);
    hash = (hash ^ word) * 0xBF58476D1CE4E5B9u;
    hash ^= hash >> 29;
    if (p == last) return hash;
  }
}

// The first eight bytes as a number that orders as they do; `doc` as for its key.
inline uint64_t doc_start(std::string_view doc) {
  uint64_t word;
  std::memcpy(&word, doc.data(), 8);
  word = __builtin_bswap64(word);
  return doc.size() >= 8 ? word : doc.empty() ? 0 : word & (~uint64_t{0} << (64 - 8 * doc.size()));
}

// The key of text that stands at the end of a buffer.
inline uint64_t doc_key_unpadded(std::string_view doc) {
  if (doc.size() >= 8) return doc_key(doc);
  char padded[8] = {};
  std::memcpy(padded, doc.data(), doc.size());
  return doc_key({padded, doc.size()});
}

class DocTable {
 public:
  struct Entry {
    uint64_t key;
    uint32_t id : 31;       // kFree: none
    uint32_t is_long : 1;   // more than 8 bytes: an equal key is not yet an equal document
    uint32_t stamp;         // of the list that met the document last
  };

  explicit DocTable(uint32_t expected = 0) { resize(expected); }

  void prefetch(uint64_t key) const { __builtin_prefetch(&entries_[slot(key)]); }

  // Room for as many documents, so that adding them moves nothing.
  void reserve(size_t n) {
    if (2 * n > entries_.size()) resize(static_cast<uint32_t>(n));
  }

  // Adds a document that is known to be new under an id of the caller's.
  void insert(uint64_t key, uint32_t id, bool is_long) {
    if (2 * (used_ + 1) > entries_.size()) resize(static_cast<uint32_t>(used_ + 1));
    size_t i = slot(key);
    while (entries_[i].id != kFree) i = (i + 1) & mask_;
    entries_[i].key = key;
    entries_[i].id = id;
    entries_[i].is_long = is_long;
    ++used_;
  }

  // The entry of a document, nullptr where there is none.
  const Entry* find(uint64_t key, std::string_view doc, const Vocabulary& docs) const {
    for (size_t i = slot(key);; i = (i + 1) & mask_) {
      const Entry& entry = entries_[i];
      if (entry.id == kFree) return nullptr;
      if (same(entry, key, doc, docs)) return &entry;
    }
  }

  // The entry of a document, added to `docs` where it is new.
  Entry& find_or_add(uint64_t key, std::string_view doc, Vocabulary& docs) {
    if (2 * (used_ + 1) > entries_.size()) resize(used_ + 1);
    for (size_t i = slot(key);; i = (i + 1) & mask_) {
      Entry& entry = entries_[i];
      if (entry.id == kFree) {
        entry = {key, docs.add(doc), doc.size() > 8, 0};
        ++used_;
        return entry;
      }
      if (same(entry, key, doc, docs)) return entry;
    }
  }

 private:
  static constexpr uint32_t kFree = 0x7FFFFFFFu;
  size_t slot(uint64_t key) const { return (key * 0x9E3779B97F4A7C15u) >> shift_; }
  static bool same(const Entry& entry, uint64_t key, std::string_view doc, const Vocabulary& docs) {
    if (entry.key != key || entry.is_long != (doc.size() > 8)) return false;
    return !entry.is_long || docs.doc(entry.id) == doc;
  }
  void resize(uint32_t expected) {
    size_t size = 4;
    int bits = 2;
    while (size < 4 * static_cast<size_t>(expected)) {
      size *= 2;
      ++bits;
    }
    std::vector<Entry> old(size, Entry{0, kFree, 0, 0});
    old.swap(entries_);
    mask_ = size - 1;
    shift_ = 64 - bits;
    for (const Entry& entry : old) {
      if (entry.id == kFree) continue;
      size_t i = slot(entry.key);
      while (entries_[i].id != kFree) i = (i + 1) & mask_;
      entries_[i] = entry;
    }
  }

  std::vector<Entry> entries_;
  size_t mask_ = 0;
  size_t used_ = 0;
  int shift_ = 62;
};

// All documents of a vocabulary under their ids.
inline DocTable table_of(const Vocabulary& docs) {
  DocTable table(docs.size());
  for (uint32_t d = 0; d < docs.size(); ++d) {
    const std::string_view doc = docs.doc(d);
    table.insert(doc_key_unpadded(doc), d, doc.size() > 8);
  }
  return table;
}

}  // namespace irassay
