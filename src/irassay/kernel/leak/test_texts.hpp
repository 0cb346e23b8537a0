// The test side: the stems of every test text, what a slip of the pen makes of their words, and their runs of 13 words.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "leak/content.hpp"

namespace irassay {

constexpr uint32_t kNoStem = UINT32_MAX;
constexpr uint32_t kGram = 13;     // words of a run
constexpr size_t kSlipLetters = 6;  // of a stem in which a slip is forgiven

inline void make_set(std::vector<uint32_t>& numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

// Calls use(hash) for each run of kGram words, given the hashes of a text's words.
template <class Use>
void each_gram(const std::vector<uint64_t>& words, Use use) {
  constexpr uint64_t kFactor = 0x9E3779B97F4A7C15u;
  if (words.size() < kGram) return;
  uint64_t leaving = 1, hash = 0;
  for (uint32_t i = 1; i < kGram; ++i) leaving *= kFactor;
  for (size_t i = 0; i < words.size(); ++i) {
    if (i >= kGram) hash -= words[i - kGram] * leaving;
    hash = hash * kFactor + words[i];
    if (i + 1 >= kGram) use(hash);
  }
}

struct Memo;  // of words that training texts have

class TestTexts {
 public:
  struct Text {
    std::vector<uint32_t> stems;  // ascending
    std::vector<uint32_t> grams;  // ascending
  };
  TestTexts(const std::vector<std::string_view>& texts, const std::vector<std::string>& function_words);

  const Content& content() const { return content_; }
  const std::vector<Text>& texts() const { return texts_; }
  uint32_t n_stems() const { return static_cast<uint32_t>(stem_of_.size()); }
  const std::string& stem_text(uint32_t stem) const { return stem_texts_[stem]; }
  uint32_t n_grams() const { return static_cast<uint32_t>(gram_of_.size()); }
  // The number of a stem by its hash; kNoStem where no test text has it.
  uint32_t stem(uint64_t hash) const { return number_in(stem_of_, hash); }
  uint32_t gram(uint64_t hash) const { return number_in(gram_of_, hash); }
  // Stems of test texts that a word may have been meant for: with a letter lost, doubled or put in, or two swapped.
  void meant_by(const Content::Word& word, std::vector<uint32_t>& stems) const;
  // What all walks of the same test texts know of words. It is locked while texts are read.
  Memo& memo() const { return *memo_; }

 private:
  using Numbers = std::unordered_map<uint64_t, uint32_t>;
  using Meanings = std::unordered_map<uint64_t, std::vector<uint32_t>>;
  static uint32_t number_in(const Numbers& numbers, uint64_t hash) {
    const auto at = numbers.find(hash);
    return at == numbers.end() ? kNoStem : at->second;
  }
  void add(std::string_view text, Text& into);
  void add_slips(const Content::Word& word, uint32_t stem);
  static void slips_of(std::string_view word, const Meanings& whole, const Meanings& shorter, std::vector<uint32_t>& stems);

  Content content_;
  std::vector<Text> texts_;
  Numbers stem_of_, gram_of_;
  std::vector<std::string> stem_texts_;
  std::vector<bool> is_long_;                                     // [stem]: a slip is forgiven in it
  // Of words with such stems, as they are written and as stems: themselves, and without one of their letters -> stems.
  Meanings written_, shorter_written_, stemmed_, shorter_stemmed_;
  std::shared_ptr<Memo> memo_;
};

}  // namespace irassay
