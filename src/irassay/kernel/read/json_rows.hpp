// Lines that are flat JSON objects: the values of some keys. What is unusual is left to a slower reader, never guessed at.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace irassay {

struct JsonValue {
  enum class Kind { missing, text, whole, real };
  Kind kind = Kind::missing;
  std::string_view text;  // of Kind::text, without quotes; valid as long as the line
  int64_t whole = 0;
  double real = 0;
};

// Reads one object; values[i] belongs to keys[i]. False where the line is not an object of plain strings, numbers and
// literals, lacks one of the keys or has it twice, or has an escape, a control character or a number out of range.
bool parse_flat_object(std::string_view line, const std::vector<std::string>& keys, std::vector<JsonValue>& values);

}  // namespace irassay
