// The code points of UTF-8 that is known to be valid.
#pragma once

#include <cstdint>
#include <string>

namespace irassay {

// The code point at p, which moves behind it.
inline uint32_t next_code_point(const char*& p) {
  const auto byte = [&] { return static_cast<uint8_t>(*p++); };
  const uint32_t first = byte();
  if (first < 0x80) return first;
  if (first < 0xE0) return (first & 0x1F) << 6 | (byte() & 0x3Fu);
  uint32_t code = first < 0xF0 ? first & 0x0F : first & 0x07;
  for (int left = first < 0xF0 ? 2 : 3; left > 0; --left) code = code << 6 | (byte() & 0x3Fu);
  return code;
}

inline void append_code_point(uint32_t code, std::string& to) {
  if (code < 0x80) {
    to += static_cast<char>(code);
    return;
  }
  const int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  to += static_cast<char>((more == 1 ? 0xC0 : more == 2 ? 0xE0 : 0xF0) | code >> (6 * more));
  for (int left = more - 1; left >= 0; --left) to += static_cast<char>(0x80 | (code >> (6 * left) & 0x3F));
}

}  // namespace irassay
