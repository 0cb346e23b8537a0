#include "leak/content.hpp"

#include <algorithm>
#include <array>

#include "analyse/code_points.hpp"

namespace irassay {

namespace {

struct Block {
  uint32_t first, last;
};
// Thai and Lao, Burmese, Khmer, Hiragana and Katakana, Chinese characters.
constexpr std::array<Block, 7> kUnspaced{{{0x0E00, 0x0EFF},
                                          {0x1000, 0x109F},
                                          {0x1780, 0x17FF},
                                          {0x3040, 0x30FF},
                                          {0x3400, 0x9FFF},
                                          {0xF900, 0xFAFF},
                                          {0x20000, 0x3FFFF}}};

}  // namespace

uint64_t string_hash(std::string_view text) {
  uint64_t hash = 0xCBF29CE484222325u;
  for (const char c : text) hash = (hash ^ static_cast<uint8_t>(c)) * 0x100000001B3u;
  hash = (hash ^ hash >> 32) * 0xD6E8FEB86659FD93u;
  return hash ^ hash >> 32;
}

Content::Content(const std::vector<std::string>& function_words) : function_words_(function_words.begin(), function_words.end()) {}

bool Content::is_unspaced(std::string_view word) {
  if (static_cast<uint8_t>(word.front()) < 0x80) return false;
  const char* p = word.data();
  const uint32_t code = next_code_point(p);
  return std::any_of(kUnspaced.begin(), kUnspaced.end(), [&](const Block& block) { return block.first <= code && code <= block.last; });
}

bool Content::all_letters(std::string_view lower) {
  return std::all_of(lower.begin(), lower.end(), [](char c) { return (c >= 'a' && c <= 'z') || static_cast<uint8_t>(c) >= 0x80; });
}

void Content::describe(std::string_view word, bool is_spaced, Word& into) const {
  lower_.term_of(word, into.lower);
  into.is_function = is_spaced && function_words_.count(into.lower) > 0;
  if (is_spaced)
    stemmer_.term_of(word, into.stem);
  else
    into.stem = into.lower;
}

std::vector<std::string> Content::stems(std::string_view text) const {
  std::vector<std::string> content, function;
  Word described;
  each(text, [&](std::string_view word, bool is_spaced) {
    describe(word, is_spaced, described);
    (described.is_function ? function : content).push_back(described.stem);
  });
  std::vector<std::string>& stems = content.empty() ? function : content;
  std::sort(stems.begin(), stems.end());
  stems.erase(std::unique(stems.begin(), stems.end()), stems.end());
  return stems;
}

}  // namespace irassay
