// What a text is about: the stems of its words, function words apart. Scripts without spaces (Chinese, Japanese, Thai, Lao,
// Khmer, Burmese) have no words to be told: there every three neighbouring characters are one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "analyse/analyser.hpp"

namespace irassay {

// A number for a string; different ones share it never in practice.
uint64_t string_hash(std::string_view text);

class Content {
 public:
  explicit Content(const std::vector<std::string>& function_words);

  struct Word {
    std::string lower, stem;
    bool is_function;
  };
  // A word, or three characters, as `each` gives it.
  void describe(std::string_view word, bool is_spaced, Word& into) const;
  // Whether words of letters alone; a slip of the pen is told in these only.
  static bool all_letters(std::string_view lower);

  // Calls use(word, is_spaced) for each word of a text, in its order. The text is valid UTF-8.
  template <class Use>
  void each(std::string_view text, Use use) const {
    Words words(text);
    std::string_view run;
    for (std::string_view word; words.next(word);) {
      if (!is_unspaced(word)) {
        each_three(run, use);
        run = {};
        use(word, true);
      } else if (!run.empty() && run.data() + run.size() == word.data()) {
        run = {run.data(), run.size() + word.size()};
      } else {
        each_three(run, use);
        run = word;
      }
    }
    each_three(run, use);
  }

  // The distinct stems of a text, in byte order; function words where it has nothing else.
  std::vector<std::string> stems(std::string_view text) const;

 private:
  static bool is_unspaced(std::string_view word);
  template <class Use>
  static void each_three(std::string_view run, Use& use) {
    if (run.empty()) return;
    std::vector<size_t> starts;
    for (size_t i = 0; i < run.size(); ++i)
      if ((static_cast<uint8_t>(run[i]) & 0xC0) != 0x80) starts.push_back(i);
    starts.push_back(run.size());
    const size_t n = starts.size() - 1;
    if (n <= 3) return use(run, false);
    for (size_t i = 0; i + 3 <= n; ++i) use(run.substr(starts[i], starts[i + 3] - starts[i]), false);
  }

  Analyser lower_{Stem::none, {}}, stemmer_{Stem::porter, {}};
  std::unordered_set<std::string> function_words_;
};

}  // namespace irassay
