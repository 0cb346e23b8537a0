#include "leak/test_texts.hpp"

#include <algorithm>

namespace irassay {

namespace {

// The starts of a text's characters, and its end.
std::vector<size_t> characters(std::string_view text) {
  std::vector<size_t> starts;
  for (size_t i = 0; i < text.size(); ++i)
    if ((static_cast<uint8_t>(text[i]) & 0xC0) != 0x80) starts.push_back(i);
  starts.push_back(text.size());
  return starts;
}

// Calls use(word) for a word with each of its letters left out.
template <class Use>
void each_shorter(std::string_view word, Use use) {
  const std::vector<size_t> at = characters(word);
  for (size_t i = 0; i + 1 < at.size(); ++i) use(std::string(word.substr(0, at[i])).append(word.substr(at[i + 1])));
}

// Calls use(word) for a word with each two neighbouring letters swapped.
template <class Use>
void each_swapped(std::string_view word, Use use) {
  const std::vector<size_t> at = characters(word);
  for (size_t i = 0; i + 2 < at.size(); ++i) {
    const std::string_view first = word.substr(at[i], at[i + 1] - at[i]), second = word.substr(at[i + 1], at[i + 2] - at[i + 1]);
    if (first != second) use(std::string(word.substr(0, at[i])).append(second).append(first).append(word.substr(at[i + 2])));
  }
}

}  // namespace

TestTexts::TestTexts(const std::vector<std::string_view>& texts, const std::vector<std::string>& function_words) : content_(function_words), texts_(texts.size()) {
  for (size_t t = 0; t < texts.size(); ++t) add(texts[t], texts_[t]);
  for (auto& [hash, stems] : lost_in_) make_set(stems);
}

void TestTexts::add(std::string_view text, Text& into) {
  std::vector<Content::Word> content, function;
  std::vector<uint64_t> words;
  Content::Word described;
  content_.each(text, [&](std::string_view word, bool is_spaced) {
    content_.describe(word, is_spaced, described);
    words.push_back(string_hash(described.lower));
    (described.is_function ? function : content).push_back(described);
  });
  for (const Content::Word& word : content.empty() ? function : content) {
    const auto [at, is_new] = stem_of_.emplace(string_hash(word.stem), n_stems());
    if (is_new) {
      stem_texts_.push_back(word.stem);
      is_long_.push_back(characters(word.stem).size() > kSlipLetters && Content::all_letters(word.lower));
    }
    into.stems.push_back(at->second);
    if (is_long_[at->second]) add_slips(word, at->second);
  }
  each_gram(words, [&](uint64_t hash) { into.grams.push_back(gram_of_.emplace(hash, n_grams()).first->second); });
  make_set(into.stems);
  make_set(into.grams);
}

void TestTexts::add_slips(const Content::Word& word, uint32_t stem) {
  Content::Word slip;
  each_shorter(word.lower, [&](const std::string& shorter) {
    content_.describe(shorter, true, slip);
    lost_in_[string_hash(slip.stem)].push_back(stem);
  });
  each_shorter(word.stem, [&](const std::string& shorter) { lost_in_[string_hash(shorter)].push_back(stem); });
}

void TestTexts::meant_by(const Content::Word& word, std::vector<uint32_t>& stems) const {
  stems.clear();
  if (characters(word.lower).size() < kSlipLetters || !Content::all_letters(word.lower)) return;
  const uint64_t own = string_hash(word.stem);
  const auto take = [&](uint64_t hash) {
    const uint32_t number = stem(hash);
    if (number != kNoStem && is_long_[number] && hash != own) stems.push_back(number);
  };
  if (const auto lost = lost_in_.find(own); lost != lost_in_.end()) stems = lost->second;
  Content::Word other;
  const auto try_word = [&](const std::string& text) {
    content_.describe(text, true, other);
    take(string_hash(other.stem));
  };
  const auto try_stem = [&](const std::string& text) { take(string_hash(text)); };
  each_shorter(word.lower, try_word);
  each_swapped(word.lower, try_word);
  each_shorter(word.stem, try_stem);
  each_swapped(word.stem, try_stem);
  const uint32_t itself = stem(own);
  stems.erase(std::remove(stems.begin(), stems.end(), itself), stems.end());
  make_set(stems);
}

}  // namespace irassay
