// A training text as it is held against the test texts, and what one thread knows of words that it has met.
#pragma once

#include <cstdint>
#include <mutex>
#include <string_view>
#include <vector>

#include "leak/test_texts.hpp"
#include "machine/in_threads.hpp"
#include "retrieve/string_numbers.hpp"

namespace irassay {

struct MetWord {
  uint64_t lower, stem;  // hashes
  uint32_t known;        // the number of the stem among the test texts'; kNoStem where they lack it
  bool is_function;
  std::vector<uint32_t> meant;  // stems of test texts that it may be a slip of
};

// Words that were met are looked up, not analysed again. It forgets all where there are too many.
class MetWords {
 public:
  explicit MetWords(const TestTexts& test) : test_(&test) {}
  const MetWord& operator()(std::string_view word, bool is_spaced);

 private:
  static constexpr uint32_t kMost = 1 << 18;
  const TestTexts* test_;
  StringNumbers numbers_;
  std::vector<MetWord> words_;
  Content::Word described_;
};

struct Memo {
  std::mutex busy;
  std::vector<MetWords> of_thread;
};

struct TrainingText {
  struct Stem {
    uint64_t hash;
    uint32_t known;
    std::vector<uint32_t> meant;
  };
  std::vector<Stem> stems;     // each once, by their hashes; function words where there is nothing else
  std::vector<uint64_t> words;  // hashes of all words in lower case, in the text's order

  void read(std::string_view text, const TestTexts& test, MetWords& met);

 private:
  std::vector<Stem> function_;
};

// Calls use(block, thread, i, text) for each of these texts: those of a block, kTextBlock neighbours, in their order on one thread.
constexpr size_t kTextBlock = 512;
inline size_t n_text_blocks(size_t n) { return (n + kTextBlock - 1) / kTextBlock; }

template <class Use>
void each_training_text(const std::vector<std::string_view>& texts, const TestTexts& test, uint32_t threads, Use use) {
  const auto n_blocks = static_cast<uint32_t>(n_text_blocks(texts.size()));
  const std::lock_guard<std::mutex> lock(test.memo().busy);
  std::vector<MetWords>& met = test.memo().of_thread;
  while (met.size() < n_threads(n_blocks, threads)) met.emplace_back(test);
  in_threads(n_blocks, threads, [&](uint32_t block, uint32_t thread) {
    TrainingText text;
    for (size_t i = block * kTextBlock; i < std::min(texts.size(), (block + 1) * kTextBlock); ++i) {
      text.read(texts[i], test, met[thread]);
      use(block, thread, i, text);
    }
  });
}

}  // namespace irassay
