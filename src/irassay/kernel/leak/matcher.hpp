// Training texts that may ask what a test text asks: a sieve that lets through every pair that words can say anything of. What
// they say exactly is counted of the few that are left.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "leak/training_counts.hpp"

namespace irassay {

struct MayLeak {
  uint32_t row, text;
  uint8_t by;         // kWords, kSlip, kGrams together
  float grams_share;  // of the test text's runs of words those in the row, boilerplate apart
};
constexpr uint8_t kWords = 1, kSlip = 2, kGrams = 4;

class Matcher {
 public:
  // Overlaps of `floor` or more count, and runs of words that at most `boilerplate` training texts have.
  Matcher(const TestTexts& test, const TrainingCounts& counts, double floor, uint64_t boilerplate);
  // By row, then by test text.
  std::vector<MayLeak> match(const std::vector<std::string_view>& texts, uint32_t threads);
  double weight_of(uint64_t n_texts) const;
  // How many of a test text's runs of words are no boilerplate.
  uint32_t n_texts() const { return static_cast<uint32_t>(n_grams_.size()); }
  uint32_t n_grams(uint32_t text) const { return n_grams_[text]; }

 private:
  struct Desk;  // what one thread works on
  void match_one(uint32_t row, const TrainingText& text, Desk& desk, std::vector<MayLeak>& out) const;
  uint8_t by_words(uint32_t text, size_t n_row, const Desk& desk) const;

  const TestTexts* test_;
  const TrainingCounts* counts_;
  double floor_;
  std::vector<double> weight_;                    // [stem]
  std::vector<double> text_weight_;               // [text]
  std::vector<std::vector<uint32_t>> rare_in_;    // [stem]: texts of which every pair above the floor shares such a stem
  std::vector<std::vector<uint32_t>> gram_in_;    // [gram]: texts; none for boilerplate
  std::vector<uint32_t> n_grams_;                 // [text]
};

}  // namespace irassay
