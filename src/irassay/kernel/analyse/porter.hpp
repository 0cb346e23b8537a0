// The stem of a word by Porter's algorithm (An algorithm for suffix stripping, Program 14(3), 1980), with the two changes of
// his own programs: -bli becomes -ble, -logi becomes -log. Words are sequences of UTF-16 units, as Lucene's are; any unit
// that is not a vowel is a consonant.
#pragma once

#include <string>

namespace irassay {

template <class Unit>
void porter_stem(std::basic_string<Unit>& word);

extern template void porter_stem(std::string& word);  // ASCII
extern template void porter_stem(std::u16string& word);

}  // namespace irassay
