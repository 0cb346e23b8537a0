#include "analyse/english.hpp"

#include <cstddef>
#include <cstring>

#include "analyse/word_end.hpp"

namespace irassay {

namespace {

// Words whose stem is no rule's.
constexpr SuffixRule kExceptions[] = {
    {"skis", "ski"},     {"skies", "sky"},    {"idly", "idl"},  {"gently", "gentl"}, {"ugly", "ugli"},     {"early", "earli"}, {"only", "onli"},
    {"singly", "singl"}, {"sky", "sky"},      {"news", "news"}, {"howe", "howe"},    {"atlas", "atlas"},   {"cosmos", "cosmos"}, {"bias", "bias"},
    {"andes", "andes"}};
// Beginnings after which the first region starts: what follows is a suffix, whatever its letters are.
constexpr const char* kBeginnings[] = {"gener", "commun", "arsen", "past", "univers", "later", "emerg", "organ", "inter"};
constexpr const char* kKeepEed[] = {"proc", "exc", "succ"};
constexpr const char* kKeepIng[] = {"inn", "out", "cann", "herr", "earr", "even"};
// Longer suffixes stand before those that they end in.
constexpr SuffixRule kSecond[] = {
    {"ational", "ate"}, {"fulness", "ful"}, {"iveness", "ive"}, {"ization", "ize"}, {"ousness", "ous"}, {"biliti", "ble"}, {"lessli", "less"},
    {"tional", "tion"}, {"alism", "al"},    {"aliti", "al"},    {"ation", "ate"},   {"entli", "ent"},   {"fulli", "ful"},  {"iviti", "ive"},
    {"ogist", "og"},    {"ousli", "ous"},   {"abli", "able"},   {"alli", "al"},     {"anci", "ance"},   {"ator", "ate"},   {"enci", "ence"},
    {"izer", "ize"},    {"bli", "ble"},     {"ogi", "og"},      {"li", ""}};
constexpr SuffixRule kThird[] = {{"ational", "ate"}, {"tional", "tion"}, {"alize", "al"}, {"ative", ""}, {"icate", "ic"},
                                  {"iciti", "ic"},    {"ical", "ic"},     {"ness", ""},    {"ful", ""}};
constexpr const char* kFourth[] = {"ement", "able", "ance", "ence", "ible", "ment", "ant", "ate", "ent",
                                   "ion",   "ism",  "iti",  "ive",  "ize",  "ous",  "al",  "er",  "ic"};

// A word, and where its two regions begin: after the first consonant behind a vowel, and after the next such one. Y is a y that
// is a consonant.
template <class Unit>
class EnglishStemmer : private WordEnd<Unit> {
  using WordEnd<Unit>::ends;
  using WordEnd<Unit>::set_to;
  using WordEnd<Unit>::stem_;
  using WordEnd<Unit>::w_;

 public:
  explicit EnglishStemmer(std::basic_string<Unit>& word) : WordEnd<Unit>(word) {}

  void run() {
    for (const SuffixRule& one : kExceptions)
      if (is(one.from, w_.size())) {
        set_to(one.to, 0);
        return;
      }
    mark_consonant_y();
    mark_regions();
    plural();
    past();
    y_to_i();
    second();
    third();
    fourth();
    last_letter();
    for (Unit& c : w_)
      if (c == 'Y') c = 'y';
  }

 private:
  static bool vowel(Unit c) { return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u' || c == 'y'; }

  // Whether the first n characters are those of the text.
  bool is(const char* text, size_t n) const {
    if (std::strlen(text) != n) return false;
    for (size_t i = 0; i < n; ++i)
      if (w_[i] != static_cast<Unit>(text[i])) return false;
    return true;
  }
  template <size_t N>
  bool is_any(const char* const (&texts)[N], size_t n) const {
    for (const char* text : texts)
      if (is(text, n)) return true;
    return false;
  }
  bool vowel_before(size_t end) const {
    for (size_t i = 0; i < end; ++i)
      if (vowel(w_[i])) return true;
    return false;
  }
  // Whether the first `size` characters end in a short syllable.
  bool short_end(size_t size) const {
    if (size >= 3) {
      const Unit last = w_[size - 1];
      if (!vowel(last) && last != 'w' && last != 'x' && last != 'Y' && vowel(w_[size - 2]) && !vowel(w_[size - 3])) return true;
      if (size >= 4 && w_[size - 4] == 'p' && w_[size - 3] == 'a' && w_[size - 2] == 's' && last == 't') return true;
    }
    return size == 2 && !vowel(w_[1]) && vowel(w_[0]);
  }

  void mark_consonant_y() {
    if (w_[0] == '\'') w_.erase(0, 1);
    for (size_t i = 0; i < w_.size(); ++i)
      if (w_[i] == 'y' && (i == 0 || vowel(w_[i - 1]))) w_[i] = 'Y';
  }
  size_t after_vowel_and_consonant(size_t at) const {
    while (at < w_.size() && !vowel(w_[at])) ++at;
    while (at < w_.size() && vowel(w_[at])) ++at;
    return at < w_.size() ? at + 1 : w_.size();
  }
  void mark_regions() {
    first_ = after_vowel_and_consonant(0);
    for (const char* beginning : kBeginnings) {
      const size_t n = std::strlen(beginning);
      if (n <= w_.size() && is(beginning, n)) first_ = n;
    }
    second_ = after_vowel_and_consonant(first_);
  }

  void plural() {
    for (const char* possessive : {"'s'", "'s", "'"})
      if (ends(possessive)) {
        w_.resize(stem_);
        break;
      }
    if (ends("sses")) {
      set_to("ss", stem_);
    } else if (ends("ied") || ends("ies")) {
      set_to(stem_ >= 2 ? "i" : "ie", stem_);
    } else if (!ends("us") && !ends("ss") && ends("s") && stem_ > 0 && vowel_before(stem_ - 1)) {
      w_.pop_back();
    }
  }
  void past() {
    if (ends("eedly") || ends("eed")) {
      if (stem_ >= first_ && !is_any(kKeepEed, stem_)) set_to("ee", stem_);
      return;
    }
    if (ends("ing")) {
      if (stem_ == 2 && w_[1] == 'y' && !vowel(w_[0])) {
        set_to("ie", 1);
        return;
      }
      if (is_any(kKeepIng, stem_)) return;
    } else if (!ends("ingly") && !ends("edly") && !ends("ed")) {
      return;
    }
    if (!vowel_before(stem_)) return;
    w_.resize(stem_);
    const size_t n = w_.size();
    if (ends("at") || ends("bl") || ends("iz")) {
      w_ += static_cast<Unit>('e');
    } else if (n >= 2 && w_[n - 1] == w_[n - 2] && w_[n - 1] < 0x80 && std::strchr("bdfgmnprt", static_cast<char>(w_[n - 1])) != nullptr) {
      if (n != 3 || (w_[0] != 'a' && w_[0] != 'e' && w_[0] != 'o')) w_.pop_back();
    } else if (n == first_ && short_end(n)) {
      w_ += static_cast<Unit>('e');
    }
  }
  void y_to_i() {
    const size_t n = w_.size();
    if (n > 2 && (w_[n - 1] == 'y' || w_[n - 1] == 'Y') && !vowel(w_[n - 2])) w_[n - 1] = 'i';
  }
  void second() {
    for (const SuffixRule& suffix : kSecond) {
      if (!ends(suffix.from)) continue;
      if (stem_ < first_) return;
      const Unit before = stem_ > 0 ? w_[stem_ - 1] : 0;
      if (std::strcmp(suffix.from, "ogi") == 0 && before != 'l') return;
      if (std::strcmp(suffix.from, "li") == 0 &&
          (before == 0 || before >= 0x80 || std::strchr("cdeghkmnrt", static_cast<char>(before)) == nullptr))
        return;
      set_to(suffix.to, stem_);
      return;
    }
  }
  void third() {
    for (const SuffixRule& suffix : kThird) {
      if (!ends(suffix.from)) continue;
      if (stem_ >= (std::strcmp(suffix.from, "ative") == 0 ? second_ : first_)) set_to(suffix.to, stem_);
      return;
    }
  }
  void fourth() {
    for (const char* suffix : kFourth) {
      if (!ends(suffix)) continue;
      const bool good = std::strcmp(suffix, "ion") != 0 || (stem_ > 0 && (w_[stem_ - 1] == 's' || w_[stem_ - 1] == 't'));
      if (stem_ >= second_ && good) w_.resize(stem_);
      return;
    }
  }
  void last_letter() {
    if (ends("e")) {
      if (stem_ >= second_ || (stem_ >= first_ && !short_end(stem_))) w_.pop_back();
    } else if (ends("ll") && stem_ + 1 >= second_) {
      w_.pop_back();
    }
  }

  size_t first_ = 0, second_ = 0;
};

}  // namespace

template <class Unit>
void english_stem(std::basic_string<Unit>& word) {
  if (word.size() > 2) EnglishStemmer<Unit>(word).run();
}

template void english_stem(std::string& word);
template void english_stem(std::u32string& word);

}  // namespace irassay
