// The order of a list: score descending, equal scores by document id, highest byte string first (trec_eval's rule).
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace irassay {

// A line of a run while its block is being read.
struct Line {
  double score;
  const char* doc;
  uint32_t length;
  uint32_t rank;
  uint32_t id;
  uint32_t number;  // low bits of the line number, for messages
  Line(double of, std::string_view text, uint32_t at, uint32_t line)
      : score(of), doc(text.data()), length(static_cast<uint32_t>(text.size())), rank(at), id(0), number(line) {}
  std::string_view text() const { return {doc, length}; }
};

inline bool higher_doc(const Line& a, const Line& b) { return a.text() > b.text(); }

// Sorts every run of equal scores in [first, last), already in score order, by document.
template <class Score>
void sort_ties(Line* first, Line* last, Score score) {
  while (first < last) {
    Line* stop = first + 1;
    while (stop < last && score(*stop) == score(*first)) ++stop;
    if (stop - first > 1 && !std::is_sorted(first, stop, higher_doc)) std::sort(first, stop, higher_doc);
    first = stop;
  }
}

// Orders a block. Most lists come in order or nearly so: `falls` says that no score is above the one before it.
inline void order_lines(std::vector<Line>& lines, bool falls) {
  if (!falls)
    std::stable_sort(lines.begin(), lines.end(), [](const Line& a, const Line& b) { return a.score > b.score; });
  sort_ties(lines.data(), lines.data() + lines.size(), [](const Line& line) { return line.score; });
}

inline float as_single(const Line& line) { return static_cast<float>(line.score); }

// Do scores that differ as float64 meet as float32? `lines` is in order.
inline bool single_differs(const std::vector<Line>& lines) {
  for (size_t i = 1; i < lines.size(); ++i)
    if (as_single(lines[i - 1]) == as_single(lines[i]) && lines[i - 1].score != lines[i].score) return true;
  return false;
}

// From the float64 order to the float32 order.
inline void order_singly(std::vector<Line>& lines) { sort_ties(lines.data(), lines.data() + lines.size(), as_single); }

// Does a document with a higher score stand at a later rank? `lines` is in order; ties may have any ranks.
inline bool rank_contradicts(const std::vector<Line>& lines) {
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
