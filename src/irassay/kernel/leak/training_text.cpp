#include "leak/training_text.hpp"

#include <algorithm>

namespace irassay {

const MetWord& MetWords::operator()(std::string_view word, bool is_spaced) {
  if (numbers_.size() >= kMost) {
    numbers_ = StringNumbers();
    words_.clear();
  }
  const uint32_t number = numbers_.number_of(word);
  if (number < words_.size()) return words_[number];
  test_->content().describe(word, is_spaced, described_);
  MetWord& met = words_.emplace_back();
  met.lower = string_hash(described_.lower);
  met.stem = string_hash(described_.stem);
  met.known = test_->stem(met.stem);
  met.is_function = described_.is_function;
  if (is_spaced && !met.is_function) test_->meant_by(described_, met.meant);
  return met;
}

void TrainingText::read(std::string_view text, const TestTexts& test, MetWords& met) {
  stems.clear();
  words.clear();
  function_.clear();
  test.content().each(text, [&](std::string_view word, bool is_spaced) {
    const MetWord& known = met(word, is_spaced);
    words.push_back(known.lower);
    (known.is_function ? function_ : stems).push_back({known.stem, known.known, known.meant});
  });
  if (stems.empty()) stems.swap(function_);
  std::sort(stems.begin(), stems.end(), [](const Stem& a, const Stem& b) { return a.hash < b.hash; });
  // Two words of one stem may be slips of different ones: what all of them may mean.
  size_t n = 0;
  for (size_t i = 0; i < stems.size(); ++i) {
    if (n > 0 && stems[n - 1].hash == stems[i].hash) {
      std::vector<uint32_t>& meant = stems[n - 1].meant;
      meant.insert(meant.end(), stems[i].meant.begin(), stems[i].meant.end());
    } else {
      if (n != i) stems[n] = std::move(stems[i]);
      ++n;
    }
  }
  stems.resize(n);
}

}  // namespace irassay
