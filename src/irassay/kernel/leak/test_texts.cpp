#include "leak/test_texts.hpp"

#include <algorithm>

#include "leak/training_text.hpp"

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

TestTexts::TestTexts(const std::vector<std::string_view>& texts, const std::vector<std::string>& function_words) : content_(function_words), texts_(texts.size()), memo_(std::make_shared<Memo>()) {
  for (size_t t = 0; t < texts.size(); ++t) add(texts[t], texts_[t]);
  for (Meanings* meanings : {&written_, &shorter_written_, &stemmed_, &shorter_stemmed_})
    for (auto& [hash, stems] : *meanings) make_set(stems);
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
  written_[string_hash(word.lower)].push_back(stem);
  stemmed_[string_hash(word.stem)].push_back(stem);
  each_shorter(word.lower, [&](const std::string& shorter) { shorter_written_[string_hash(shorter)].push_back(stem); });
  each_shorter(word.stem, [&](const std::string& shorter) { shorter_stemmed_[string_hash(shorter)].push_back(stem); });
}

void TestTexts::meant_by(const Content::Word& word, std::vector<uint32_t>& stems) const {
  stems.clear();
  if (characters(word.lower).size() < kSlipLetters || !Content::all_letters(word.lower)) return;
  slips_of(word.lower, written_, shorter_written_, stems);
  slips_of(word.stem, stemmed_, shorter_stemmed_, stems);
  const uint32_t itself = stem(string_hash(word.stem));
  stems.erase(std::remove(stems.begin(), stems.end(), itself), stems.end());
  make_set(stems);
}

// What a word is a slip of: it lost a letter of that, has one more, or has two swapped.
void TestTexts::slips_of(std::string_view word, const Meanings& whole, const Meanings& shorter, std::vector<uint32_t>& stems) {
  const auto take = [&](const Meanings& from, std::string_view text) {
    if (const auto at = from.find(string_hash(text)); at != from.end()) stems.insert(stems.end(), at->second.begin(), at->second.end());
  };
  take(shorter, word);
  each_shorter(word, [&](const std::string& text) { take(whole, text); });
  each_swapped(word, [&](const std::string& text) { take(whole, text); });
}

}  // namespace irassay
