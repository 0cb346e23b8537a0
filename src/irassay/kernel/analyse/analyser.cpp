#include "analyse/analyser.hpp"

#include <algorithm>

#include "analyse/code_points.hpp"
#include "analyse/english.hpp"
#include "analyse/porter.hpp"

namespace irassay {

namespace {

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<uint8_t>(c) < 0x80; });
}

std::string_view without_possessive(std::string_view word) {
  if (word.size() < 2 || (word.back() != 's' && word.back() != 'S')) return word;
  for (const std::string_view apostrophe : {"'", "\u2019", "\uFF07"}) {
    const size_t end = word.size() - 1;
    if (end >= apostrophe.size() && word.substr(end - apostrophe.size(), apostrophe.size()) == apostrophe)
      return word.substr(0, end - apostrophe.size());
  }
  return word;
}

std::u16string to_utf16(std::string_view text) {
  std::u16string units;
  for (const char *p = text.data(), *end = p + text.size(); p < end;) {
    const uint32_t code = next_code_point(p);
    if (code > 0xFFFF) {
      units += static_cast<char16_t>(0xD7C0 + (code >> 10));
      units += static_cast<char16_t>(0xDC00 + (code & 0x3FF));
    } else {
      units += static_cast<char16_t>(code);
    }
  }
  return units;
}

void to_utf8(const std::u16string& units, std::string& text) {
  text.clear();
  for (size_t i = 0; i < units.size(); ++i) {
    uint32_t code = units[i];
    if (code >= 0xD800 && code < 0xDC00) code = ((code - 0xD7C0) << 10) + (units[++i] & 0x3FF);
    append_code_point(code, text);
  }
}

void porter_stem_of(std::string& term) {
  std::u16string units = to_utf16(term);
  porter_stem(units);
  to_utf8(units, term);
}

void english_stem_of(std::string& term) {
  std::u32string codes;
  for (const char *p = term.data(), *end = p + term.size(); p < end;) codes += static_cast<char32_t>(next_code_point(p));
  english_stem(codes);
  term.clear();
  for (const char32_t code : codes) append_code_point(code, term);
}

}  // namespace

bool Analyser::term_of(std::string_view word, std::string& term) const {
  word = without_possessive(word);
  const bool ascii = is_ascii(word);
  term.clear();
  if (ascii) {
    for (const char c : word) term += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  } else {
    for (const char *p = word.data(), *end = p + word.size(); p < end;) append_code_point(lower_case(next_code_point(p)), term);
  }
  if (stop_words_.count(term) > 0) return false;
  if (stem_ == Stem::none) return true;
  const bool plain = ascii || is_ascii(term);
  if (stem_ == Stem::porter) {
    plain ? porter_stem(term) : porter_stem_of(term);
  } else {
    plain ? english_stem(term) : english_stem_of(term);
  }
  return true;
}

}  // namespace irassay
