#include "analyse/porter.hpp"

#include <cstddef>
#include <cstring>

#include "analyse/word_end.hpp"

namespace irassay {

namespace {

// The rules, in their order.
template <class Unit>
class Stemmer : private WordEnd<Unit> {
  using WordEnd<Unit>::ends;
  using WordEnd<Unit>::set_to;
  using WordEnd<Unit>::stem_;
  using WordEnd<Unit>::w_;

 public:
  explicit Stemmer(std::basic_string<Unit>& word) : WordEnd<Unit>(word) {}

  void run() {
    plural();
    past();
    if (ends("y") && vowel_in_stem()) w_.back() = 'i';
    replace_first(kDouble, 1);
    replace_first(kSecond, 1);
    drop_last_suffix();
    tidy();
  }

 private:
  static constexpr SuffixRule kDouble[] = {
      {"ational", "ate"}, {"tional", "tion"}, {"enci", "ence"}, {"anci", "ance"},  {"izer", "ize"},    {"bli", "ble"},     {"alli", "al"},
      {"entli", "ent"},   {"eli", "e"},       {"ousli", "ous"}, {"ization", "ize"}, {"ation", "ate"},   {"ator", "ate"},    {"alism", "al"},
      {"iveness", "ive"}, {"fulness", "ful"}, {"ousness", "ous"}, {"aliti", "al"},  {"iviti", "ive"},   {"biliti", "ble"},  {"logi", "log"}};
  static constexpr SuffixRule kSecond[] = {{"icate", "ic"}, {"ative", ""}, {"alize", "al"}, {"iciti", "ic"}, {"ical", "ic"}, {"ful", ""}, {"ness", ""}};
  static constexpr const char* kLast[] = {"al",  "ance", "ence", "er",  "ic",  "able", "ible", "ant", "ement", "ment",
                                          "ent", "ion",  "ou",   "ism", "ate", "iti",  "ous",  "ive", "ize"};

  bool consonant(size_t i) const {
    switch (w_[i]) {
      case 'a': case 'e': case 'i': case 'o': case 'u': return false;
      case 'y': return i == 0 || !consonant(i - 1);
      default: return true;
    }
  }
  // Number of sequences of a vowel and a consonant in the stem.
  int measure() const {
    int n = 0;
    for (size_t i = 1; i < stem_; ++i) n += !consonant(i - 1) && consonant(i);
    return n;
  }
  bool vowel_in_stem() const {
    for (size_t i = 0; i < stem_; ++i)
      if (!consonant(i)) return true;
    return false;
  }
  bool double_consonant(size_t size) const { return size > 1 && w_[size - 1] == w_[size - 2] && consonant(size - 1); }
  // Consonant, vowel, consonant at the end, and the last is not w, x or y.
  bool short_end(size_t size) const {
    if (size < 3 || !consonant(size - 1) || consonant(size - 2) || !consonant(size - 3)) return false;
    const Unit last = w_[size - 1];
    return last != 'w' && last != 'x' && last != 'y';
  }

  void plural() {
    if (w_.back() != 's') return;
    if (ends("sses")) {
      set_to("ss", stem_);
    } else if (ends("ies")) {
      set_to("i", stem_);
    } else if (w_[w_.size() - 2] != 's') {
      w_.pop_back();
    }
  }
  void past() {
    if (ends("eed")) {
      if (measure() > 0) w_.pop_back();
      return;
    }
    if (!((ends("ed") || ends("ing")) && vowel_in_stem())) return;
    w_.resize(stem_);
    if (ends("at")) {
      set_to("ate", stem_);
    } else if (ends("bl")) {
      set_to("ble", stem_);
    } else if (ends("iz")) {
      set_to("ize", stem_);
    } else if (double_consonant(w_.size())) {
      const Unit last = w_.back();
      if (last != 'l' && last != 's' && last != 'z') w_.pop_back();
    } else if (measure() == 1 && short_end(w_.size())) {
      w_ += static_cast<Unit>('e');
    }
  }
  template <size_t N>
  void replace_first(const SuffixRule (&table)[N], int least) {
    for (const SuffixRule& suffix : table) {
      if (!ends(suffix.from)) continue;
      if (measure() >= least) set_to(suffix.to, stem_);
      return;
    }
  }
  void drop_last_suffix() {
    for (const char* suffix : kLast) {
      if (!ends(suffix)) continue;
      const bool ion = std::strcmp(suffix, "ion") == 0;
      if (ion && (stem_ == 0 || (w_[stem_ - 1] != 's' && w_[stem_ - 1] != 't'))) continue;
      if (measure() > 1) w_.resize(stem_);
      return;
    }
  }
  void tidy() {
    stem_ = w_.size();
    if (w_.back() == 'e') {
      const int n = measure();
      if (n > 1 || (n == 1 && !short_end(w_.size() - 1))) w_.pop_back();
    }
    stem_ = w_.size();
    if (w_.back() == 'l' && double_consonant(w_.size()) && measure() > 1) w_.pop_back();
  }
};

}  // namespace

template <class Unit>
void porter_stem(std::basic_string<Unit>& word) {
  if (word.size() > 2) Stemmer<Unit>(word).run();
}

template void porter_stem(std::string& word);
template void porter_stem(std::u16string& word);

}  // namespace irassay
