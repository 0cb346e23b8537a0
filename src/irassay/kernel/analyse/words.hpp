// The words of a text, as StandardTokenizer of Lucene 9.5 parts it, and their lower case as Java 17 has it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace irassay {

class Words {
 public:
  // The text is valid UTF-8.
  explicit Words(std::string_view text) : p_(text.data()), end_(text.data() + text.size()) {}
  // The next word; false where there is none.
  bool next(std::string_view& word);

 private:
  const char *p_, *end_;
};

uint32_t lower_case(uint32_t code_point);

}  // namespace irassay
