// A word whose end stemmers look at and replace.
#pragma once

#include <cstddef>
#include <cstring>
#include <string>

namespace irassay {

// A suffix, and what takes its place.
struct SuffixRule {
  const char *from, *to;
};

// `ends` sets `stem_`: how many characters stand before the suffix.
template <class Unit>
class WordEnd {
 protected:
  explicit WordEnd(std::basic_string<Unit>& word) : w_(word), stem_(word.size()) {}

  bool ends(const char* suffix) {
    const size_t n = std::strlen(suffix);
    if (n > w_.size()) return false;
    for (size_t i = 0; i < n; ++i)
      if (w_[w_.size() - n + i] != static_cast<Unit>(suffix[i])) return false;
    stem_ = w_.size() - n;
    return true;
  }
  // What stands at `at` and behind it becomes the suffix.
  void set_to(const char* suffix, size_t at) {
    w_.resize(at);
    for (; *suffix != 0; ++suffix) w_ += static_cast<Unit>(*suffix);
  }

  std::basic_string<Unit>& w_;
  size_t stem_;
};

}  // namespace irassay
