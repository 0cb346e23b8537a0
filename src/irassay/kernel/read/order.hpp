// The order of a list: score descending, equal scores by document id, highest byte string first (trec_eval's rule).
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <new>
#include <string_view>
#include <vector>

#include "collection/doc_table.hpp"

namespace irassay {

// A line of a run while its block is being read.
struct Line {
  double score;
  const char* doc;
  uint32_t length;
  uint32_t rank;
  uint32_t id;
  uint32_t number;  // low bits of the line number, for messages
  Line() = default;
  Line(double of, std::string_view text, uint32_t at, uint32_t line)
      : score(of), doc(text.data()), length(static_cast<uint32_t>(text.size())), rank(at), id(kNone), number(line) {}
  std::string_view text() const { return {doc, length}; }
};

// The keys of the documents of some lines.
struct DocKeys {
  const uint64_t* first;
  size_t n;
  size_t size() const { return n; }
  const uint64_t* begin() const { return first; }
  const uint64_t* end() const { return first + n; }
  uint64_t operator[](size_t i) const { return first[i]; }
};

// The lines of a block, and the keys of their documents. Room once taken is kept.
class Lines {
 public:
  static constexpr size_t kLeastRoom = 16;  // keys that may be read, however few there are

  // Straight into its place: a line copied from the stack right after its fields were written stalls the processor.
  [[gnu::always_inline]] void add(double score, std::string_view doc, uint32_t rank, uint32_t number) {
    if (__builtin_expect(n_ == n_places_, 0)) grow();
    new (&room_[n_]) Line(score, doc, rank, number);
    keys_[n_++] = doc_key(doc);
  }
  void clear() { n_ = 0; }
  // Keeps the first `n`. Lines may have been moved before.
  void cut(size_t n) {
    n_ = n;
    find_keys();
  }
  // Of lines that were moved.
  void find_keys() {
    for (size_t i = 0; i < n_; ++i) keys_[i] = doc_key(room_[i].text());
  }

  size_t size() const { return n_; }
  bool empty() const { return n_ == 0; }
  Line* begin() { return room_.data(); }
  Line* end() { return room_.data() + n_; }
  const Line* begin() const { return room_.data(); }
  const Line* end() const { return room_.data() + n_; }
  Line& operator[](size_t i) { return room_[i]; }
  const Line& operator[](size_t i) const { return room_[i]; }
  DocKeys keys() const { return {keys_.data(), n_}; }

 private:
  [[gnu::noinline]] void grow() {
    n_places_ = 2 * n_ + kLeastRoom;
    room_.resize(n_places_);
    keys_.resize(n_places_);
  }
  std::vector<Line> room_;
  std::vector<uint64_t> keys_;
  size_t n_places_ = 0;
  size_t n_ = 0;
};

// Both texts have 8 readable bytes behind them.
inline bool higher_doc(const Line& a, const Line& b) {
  const uint64_t first = doc_start(a.text());
  const uint64_t second = doc_start(b.text());
  return first != second ? first > second : a.text() > b.text();
}

// Sorts every run of equal scores in [first, last), already in score order, by document. False where there was nothing to do.
template <class Score>
bool sort_ties(Line* first, Line* last, Score score) {
  bool moved = false;
  while (first < last) {
    Line* stop = first + 1;
    while (stop < last && score(*stop) == score(*first)) ++stop;
    if (stop - first > 1 && !std::is_sorted(first, stop, higher_doc)) {
      std::sort(first, stop, higher_doc);
      moved = true;
    }
    first = stop;
  }
  return moved;
}

inline bool higher_score(const Line& a, const Line& b) { return a.score > b.score; }

// Orders by score alone. Most lists come in order or nearly so: false where there was nothing to do.
inline bool order_by_score(Lines& lines) {
  if (std::is_sorted(lines.begin(), lines.end(), higher_score)) return false;
  std::stable_sort(lines.begin(), lines.end(), higher_score);
  return true;
}

// Orders a block whose lines `order_by_score` has ordered. False where there was nothing to do.
inline bool order_ties(Lines& lines) {
  return sort_ties(lines.begin(), lines.end(), [](const Line& line) { return line.score; });
}

inline float as_single(const Line& line) { return static_cast<float>(line.score); }

// Do scores that differ as float64 meet as float32? `lines` is in order.
inline bool single_differs(const Lines& lines) {
  for (size_t i = 1; i < lines.size(); ++i)
    if (as_single(lines[i - 1]) == as_single(lines[i]) && lines[i - 1].score != lines[i].score) return true;
  return false;
}

// From the order of the scores as float64 to that as float32, which has the ties of both.
inline bool order_singly(Lines& lines) { return sort_ties(lines.begin(), lines.end(), as_single); }

// Do the ranks rise, or stay, in the order of the file?
inline bool ranks_rise(const Lines& lines) {
  return std::is_sorted(lines.begin(), lines.end(), [](const Line& a, const Line& b) { return a.rank < b.rank; });
}

// Does a document with a higher score stand at a later rank? `lines` is in order; ties may have any ranks.
inline bool rank_contradicts(const Lines& lines) {
  uint32_t above = 0;    // largest rank of all higher scores
  uint32_t largest = 0;  // and of the present tie group too
  for (size_t i = 0; i < lines.size(); ++i) {
    if (i > 0 && lines[i].score != lines[i - 1].score) above = largest;
    if (lines[i].rank < above) return true;
    largest = std::max(largest, lines[i].rank);
  }
  return false;
}

}  // namespace irassay
