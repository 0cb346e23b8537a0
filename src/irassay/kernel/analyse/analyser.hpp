// From a word of a text to the term that is indexed, as Anserini's analyser for English does it: without a possessive 's, in
// lower case, without stop words, stemmed.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "analyse/words.hpp"

namespace irassay {

enum class Stem { none, porter, english };

class Analyser {
 public:
  Analyser(Stem stem, const std::vector<std::string>& stop_words) : stem_(stem), stop_words_(stop_words.begin(), stop_words.end()) {}

  // The term of a word, into `term`; false where it is a stop word.
  bool term_of(std::string_view word, std::string& term) const;

  // Calls use(term) for each term of a text, in its order. The text is valid UTF-8.
  template <class Use>
  void each_term(std::string_view text, Use use) const {
    Words words(text);
    std::string term;
    for (std::string_view word; words.next(word);)
      if (term_of(word, term)) use(term);
  }

 private:
  Stem stem_;
  std::unordered_set<std::string> stop_words_;
};

}  // namespace irassay
