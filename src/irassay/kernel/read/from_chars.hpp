// std::from_chars of a double, also where the standard library has none (Apple's, before macOS 26).
#pragma once

#include <charconv>
#include <cmath>

#ifndef __cpp_lib_to_chars
#include <locale.h>
#include <stdlib.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif

#include <string>
#include <string_view>
#endif

namespace irassay {

#ifdef __cpp_lib_to_chars
inline std::from_chars_result read_double(const char* begin, const char* end, double& value) {
  return std::from_chars(begin, end, value);
}
#else
// strtod takes more than from_chars does: white space, a plus, hexadecimal, the user's decimal comma. None of that here.
inline std::from_chars_result read_double(const char* begin, const char* end, double& value) {
  static const locale_t plain = newlocale(LC_ALL_MASK, "C", nullptr);
  const char* digits = begin < end && *begin == '-' ? begin + 1 : begin;
  const bool starts = digits < end && std::string_view(" \t\n\v\f\r+-").find(*digits) == std::string_view::npos;
  if (!starts) return {begin, std::errc::invalid_argument};
  const char* last = end;
  if (end - digits > 1 && *digits == '0' && (digits[1] == 'x' || digits[1] == 'X')) last = digits + 1;
  const std::string text(begin, last);
  char* stop = nullptr;
  const double read = strtod_l(text.c_str(), &stop, plain);
  if (stop == text.c_str()) return {begin, std::errc::invalid_argument};
  const char* after = begin + (stop - text.c_str());
  const bool named = *digits == 'i' || *digits == 'I';
  const std::string_view taken(digits, static_cast<size_t>(after - digits));
  const bool something = taken.substr(0, taken.find_first_of("eE")).find_first_of("123456789") != std::string_view::npos;
  if ((std::isinf(read) && !named) || (read == 0 && something)) return {after, std::errc::result_out_of_range};
  value = read;
  return {after, std::errc()};
}
#endif

}  // namespace irassay
