// A field of a line into a number, rounded as strtod rounds. The fields of a text that has readable padding on both sides.
#pragma once

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include "read/from_chars.hpp"

#ifdef __AVX2__
#include <immintrin.h>
#endif

namespace irassay {

// Any decimal number as strtod reads it, infinity included; hexadecimal and trailing text are refused.
[[gnu::noinline]] inline bool parse_number_plainly(std::string_view text, double& value) {
  const char* begin = text.data();
  const char* end = begin + text.size();
  if (begin < end && *begin == '+') ++begin;
  if (begin == end || (begin != text.data() && *begin == '-')) return false;
  // "inf" and "infinity" are numbers, "nan" and "nan(...)" are handed back as such for the caller to refuse.
  const auto [stop, error] = read_double(begin, end, value);
  if (stop != end) return false;
  if (error == std::errc::result_out_of_range) value = std::strtod(std::string(begin, end).c_str(), nullptr);
  return error != std::errc::invalid_argument;
}

#ifdef __AVX2__
namespace detail {

inline constexpr double kPowersOfTen[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                          1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
constexpr int kMostExactPower = 22;             // of ten, as a double
constexpr uint64_t kExact = uint64_t{1} << 53;  // whole numbers up to here are doubles
constexpr int kMostDecimals = 27;               // 5^27 is the last power of five that fits 64 bits
constexpr int kMostCharacters = 32;

struct PowersOfFive {
  uint64_t at[kMostDecimals + 1];
  constexpr PowersOfFive() : at() {
    at[0] = 1;
    for (int i = 1; i <= kMostDecimals; ++i) at[i] = 5 * at[i - 1];
  }
};
inline constexpr PowersOfFive kPowersOfFive{};

// As a double; the exponent lies within those of normal numbers.
inline double power_of_two(int exponent) {
  const auto bits = static_cast<uint64_t>(1023 + exponent) << 52;
  double power;
  std::memcpy(&power, &bits, 8);
  return power;
}

// Shuffles that close the gap a decimal point leaves at byte d of 16: bytes before it move up by one.
struct DotShuffles {
  alignas(16) uint8_t at[16][16];
  constexpr DotShuffles() : at() {
    for (int d = 0; d < 16; ++d)
      for (int i = 0; i < 16; ++i) at[d][i] = static_cast<uint8_t>(i > d ? i : (i == 0 ? 0x80 : i - 1));
  }
};
inline constexpr DotShuffles kDotShuffles{};

// Read from byte n on: a mask of the last n of 16 bytes.
struct LastBytes {
  uint8_t at[32];
  constexpr LastBytes() : at() {
    for (int i = 16; i < 32; ++i) at[i] = 0xFF;
  }
};
inline constexpr LastBytes kLastBytes{};

// The last `length` (1 to 16) characters before `end`: digits with at most one point. `decimals` is the number of digits
// behind the point. False for anything else.
[[gnu::always_inline]] inline bool parse_digits(const char* end, int length, uint64_t& digits, int& decimals) {
  const __m128i raw = _mm_loadu_si128(reinterpret_cast<const __m128i*>(end - 16));
  const __m128i used = _mm_loadu_si128(reinterpret_cast<const __m128i*>(kLastBytes.at + length));
  __m128i each = _mm_and_si128(_mm_sub_epi8(raw, _mm_set1_epi8('0')), used);
  const uint32_t odd =
      0xFFFFu ^ static_cast<uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(each, _mm_set1_epi8(9)), each)));
  decimals = 0;
  if (odd != 0) {
    const int dot = __builtin_ctz(odd);
    if ((odd & (odd - 1)) != 0 || end[dot - 16] != '.' || length == 1) return false;
    each = _mm_shuffle_epi8(each, _mm_load_si128(reinterpret_cast<const __m128i*>(kDotShuffles.at[dot])));
    decimals = 15 - dot;
  }
  const __m128i pairs = _mm_maddubs_epi16(each, _mm_setr_epi8(10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1));
  const __m128i fours = _mm_madd_epi16(pairs, _mm_setr_epi16(100, 1, 100, 1, 100, 1, 100, 1));
  const __m128i packed = _mm_packus_epi32(fours, fours);
  const __m128i eights = _mm_madd_epi16(packed, _mm_setr_epi16(10000, 1, 10000, 1, 10000, 1, 10000, 1));
  const auto halves = static_cast<uint64_t>(_mm_cvtsi128_si64(eights));
  digits = (halves & 0xFFFFFFFFu) * 100000000u + (halves >> 32);
  return true;
}

// The double nearest to digits / 10^decimals, digits above 0: a 64-bit quotient and its remainder decide.
[[gnu::noinline]] inline double divide_exactly(uint64_t digits, int decimals) {
  __extension__ using Wide = unsigned __int128;
  uint64_t divisor = kPowersOfFive.at[decimals];
  const int up = __builtin_clzll(digits);
  const int down = __builtin_clzll(divisor);
  digits <<= up;
  divisor <<= down;
  const int half = digits >= divisor;  // halved, so that the quotient has 64 bits, the first of them set
  const Wide dividend = static_cast<Wide>(digits) << (64 - half);
  const auto quotient = static_cast<uint64_t>(dividend / divisor);
  const bool inexact = static_cast<uint64_t>(dividend) != quotient * divisor;
  const uint64_t rest = quotient & 0x7FF;
  uint64_t significand = quotient >> 11;
  significand += rest > 0x400 || (rest == 0x400 && (inexact || (significand & 1) != 0));
  return static_cast<double>(significand) * power_of_two(half + down - up - decimals - 53);
}

// 1 / 5^i as its first 64 bits, cut off, and the power of two they are to be multiplied by.
struct InversePowersOfFive {
  uint64_t at[kMostDecimals + 1];
  int exponent[kMostDecimals + 1];
  constexpr InversePowersOfFive() : at(), exponent() {
    at[0] = uint64_t{1} << 63;
    exponent[0] = -63;
    for (int i = 1; i <= kMostDecimals; ++i) {
      const uint64_t divisor = kPowersOfFive.at[i];
      int length = 0;  // in bits
      while (length < 64 && (divisor >> length) != 0) ++length;
      __extension__ using Wide = unsigned __int128;
      Wide rest = static_cast<Wide>(1) << (length - 1);
      for (int bit = 0; bit < 64; ++bit) {
        rest <<= 1;
        at[i] = at[i] << 1 | static_cast<uint64_t>(rest >= divisor);
        if (rest >= divisor) rest -= divisor;
      }
      exponent[i] = -(63 + length);
    }
  }
};
inline constexpr InversePowersOfFive kInversePowersOfFive{};

// The same by one multiplication (after Lemire 2021). Both factors have 64 bits and the second is cut off, so the product's upper
// half is the quotient's or too small by less than two: which double is nearest is known unless a half lies between.
inline double divide_long(uint64_t digits, int decimals) {
  __extension__ using Wide = unsigned __int128;
  if (digits == 0) return 0.0;
  const int up = __builtin_clzll(digits);
  const auto product = static_cast<Wide>(digits << up) * kInversePowersOfFive.at[decimals];
  const auto upper = static_cast<uint64_t>(product >> 64);
  const int surplus = 10 + static_cast<int>(upper >> 63);  // bits behind the 53 of a double
  const uint64_t half = uint64_t{1} << (surplus - 1);
  const uint64_t rest = upper & (2 * half - 1);
  if (rest - (half - 1) < 2) return divide_exactly(digits, decimals);
  const uint64_t significand = (upper >> surplus) + (rest > half);
  return static_cast<double>(significand) * power_of_two(64 + kInversePowersOfFive.exponent[decimals] - up - decimals + surplus);
}

inline double divide(uint64_t digits, int decimals) {
  if (digits <= kExact && decimals <= kMostExactPower)
    return static_cast<double>(static_cast<int64_t>(digits)) / kPowersOfTen[decimals];
  return divide_long(digits, decimals);
}

// Shuffles that close the gap of a decimal point at byte d of 32, of which the first 16 and the last are shuffled apart.
struct LongDotShuffles {
  alignas(32) uint8_t at[32][32];
  constexpr LongDotShuffles() : at() {
    for (int d = 0; d < 32; ++d)
      for (int i = 0; i < 32; ++i) {
        const int in_half = i % 16;
        const bool moves = i / 16 == d / 16 && in_half <= d % 16;
        at[d][i] = static_cast<uint8_t>(!moves ? in_half : (in_half == 0 ? 0x80 : in_half - 1));
      }
  }
};
inline constexpr LongDotShuffles kLongDotShuffles{};

// The last `length` (17 to 32) characters before `end`: digits with one point, of which those before the last 16 characters
// may hold three digits after leading zeros. False for anything else.
[[gnu::always_inline]] inline bool parse_long_number(const char* end, int length, double& magnitude) {
  const __m256i raw = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(end - kMostCharacters));
  const uint32_t used = 0xFFFFFFFFu << (kMostCharacters - length);
  __m256i each = _mm256_sub_epi8(raw, _mm256_set1_epi8('0'));
  const auto are_digits =
      static_cast<uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_min_epu8(each, _mm256_set1_epi8(9)), each)));
  const uint32_t odd = used & ~are_digits;
  if (odd == 0 || (odd & (odd - 1)) != 0) return false;
  const int dot = __builtin_ctz(odd);
  const int decimals = kMostCharacters - 1 - dot;
  if (end[dot - kMostCharacters] != '.' || decimals > kMostDecimals) return false;
  const __m256i index = _mm256_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23,
                                         24, 25, 26, 27, 28, 29, 30, 31);
  each = _mm256_and_si256(each, _mm256_cmpgt_epi8(index, _mm256_set1_epi8(static_cast<char>(kMostCharacters - 1 - length))));
  each = _mm256_shuffle_epi8(each, _mm256_load_si256(reinterpret_cast<const __m256i*>(kLongDotShuffles.at[dot])));
  const __m256i pairs = _mm256_maddubs_epi16(each, _mm256_set1_epi16(1 << 8 | 10));
  const __m256i fours = _mm256_madd_epi16(pairs, _mm256_set1_epi32(1 << 16 | 100));
  const __m256i packed = _mm256_packus_epi32(fours, fours);
  const __m256i eights = _mm256_madd_epi16(packed, _mm256_set1_epi32(1 << 16 | 10000));
  const auto first = static_cast<uint64_t>(_mm_cvtsi128_si64(_mm256_castsi256_si128(eights)));
  const auto last = static_cast<uint64_t>(_mm_cvtsi128_si64(_mm256_extracti128_si256(eights, 1)));
  if ((first & 0xFFFFFFFFu) != 0 || first >> 32 > 999) return false;
  const uint64_t place = dot < 16 ? 10'000'000'000'000'000u : 1'000'000'000'000'000u;
  magnitude = divide_long((first >> 32) * place + (last & 0xFFFFFFFFu) * 100000000u + (last >> 32), decimals);
  return true;
}

}  // namespace detail

// A decimal number. Up to 19 digits with at most one point, after an optional minus, are read here: digits up to 2^53
// divided by a power of ten up to 10^22 round once (Clinger 1990), longer ones are multiplied by its inverse (Lemire 2021).
[[gnu::always_inline]] inline bool parse_number(std::string_view text, double& value) {
  const char* begin = text.data();
  const char* end = begin + text.size();
  const bool negative = text.size() > 1 && *begin == '-';
  begin += negative;
  const auto length = static_cast<int>(end - begin);
  double magnitude = 0;
  uint64_t digits = 0;
  int decimals = 0;
  if (length >= 1 && length <= 16 && detail::parse_digits(end, length, digits, decimals)) {
    magnitude = detail::divide(digits, decimals);
  } else if (length <= 16 || length > detail::kMostCharacters || !detail::parse_long_number(end, length, magnitude)) {
    double plain = 0;  // so that `value` needs no place in memory
    const bool is_number = parse_number_plainly(text, plain);
    value = plain;
    return is_number;
  }
  value = negative ? -magnitude : magnitude;
  return true;
}
#else
inline bool parse_number(std::string_view text, double& value) { return parse_number_plainly(text, value); }
#endif

// Any whole number that fits; one plus sign may stand before it.
[[gnu::noinline]] inline bool parse_integer_plainly(std::string_view text, int64_t& value) {
  const char* begin = text.data();
  const char* end = begin + text.size();
  if (begin < end && *begin == '+' && end - begin > 1 && begin[1] != '-') ++begin;
  const auto [stop, error] = std::from_chars(begin, end, value);
  return stop == end && error == std::errc();
}

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
namespace detail {

// The values of one to eight digits in one register, the first in the lowest byte; what stands before them becomes zeros.
inline uint64_t digit_values(std::string_view text) {
  uint64_t word;
  std::memcpy(&word, text.data() + text.size() - 8, 8);
  return (word ^ 0x3030303030303030u) & (~uint64_t{0} << (64 - 8 * text.size()));
}
inline bool are_digits(uint64_t values) { return (((values + 0x7676767676767676u) | values) & 0x8080808080808080u) == 0; }

}  // namespace detail
#endif

// A whole number; false where the text is none or does not fit.
[[gnu::always_inline]] inline bool parse_integer(std::string_view text, int64_t& value) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  if (!text.empty() && text.size() <= 8) {
    uint64_t word = detail::digit_values(text);
    if (detail::are_digits(word)) {
      word = (word * 10 + (word >> 8)) & 0x00FF00FF00FF00FFu;
      word = (word * 100 + (word >> 16)) & 0x0000FFFF0000FFFFu;
      value = static_cast<int64_t>((word * 10000 + (word >> 32)) & 0xFFFFFFFFu);
      return true;
    }
  }
#endif
  return parse_integer_plainly(text, value);
}

// Whether parse_integer would read it.
[[gnu::always_inline]] inline bool is_integer(std::string_view text) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  if (!text.empty() && text.size() <= 8 && detail::are_digits(detail::digit_values(text))) return true;
#endif
  int64_t value = 0;
  return parse_integer_plainly(text, value);
}

}  // namespace irassay
