// The stem of a word by Snowball's stemmer for English, which is Porter's second one ("Porter2"), as Snowball 3.1 has it. Words
// are sequences of code points in lower case; any character that is not one of aeiouy is a consonant.
#pragma once

#include <string>

namespace irassay {

template <class Unit>
void english_stem(std::basic_string<Unit>& word);

extern template void english_stem(std::string& word);  // ASCII
extern template void english_stem(std::u32string& word);

}  // namespace irassay
