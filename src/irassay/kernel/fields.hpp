// A line of text into fields, and a field into a number. One 64-byte load decides most lines; the rest take a plain path.
#pragma once

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#ifdef __AVX2__
#include <immintrin.h>
#endif

namespace irassay {

constexpr size_t kPadding = 64;  // readable bytes on both sides of every text
constexpr int kMostFields = 8;

struct Fields {
  const char* begin[kMostFields];
  const char* end[kMostFields];
  int n = 0;
  std::string_view operator[](int i) const { return {begin[i], static_cast<size_t>(end[i] - begin[i])}; }
};

inline bool is_space(unsigned char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Splits [line, end) at runs of white space. n counts all fields, also those beyond kMostFields.
inline void split_plainly(const char* line, const char* end, Fields& out) {
  out.n = 0;
  const char* p = line;
  while (true) {
    while (p < end && is_space(static_cast<unsigned char>(*p))) ++p;
    if (p >= end) return;
    const char* begin = p;
    while (p < end && !is_space(static_cast<unsigned char>(*p))) ++p;
    if (out.n < kMostFields) {
      out.begin[out.n] = begin;
      out.end[out.n] = p;
    }
    ++out.n;
  }
}

#ifdef __AVX2__
// Splits the line at `line` when it is at most 63 bytes of plain ASCII without odd control characters.
// Returns the position of its line feed, or nullptr: then the plain path decides.
template <int N>
inline const char* split_fast(const char* line, Fields& out) {
  const __m256i a = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(line));
  const __m256i b = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(line + 32));
  const auto both = [](__m256i x, __m256i y) {
    return static_cast<uint64_t>(static_cast<uint32_t>(_mm256_movemask_epi8(x))) |
           static_cast<uint64_t>(static_cast<uint32_t>(_mm256_movemask_epi8(y))) << 32;
  };
  const __m256i feed = _mm256_set1_epi8('\n');
  const uint64_t feeds = both(_mm256_cmpeq_epi8(a, feed), _mm256_cmpeq_epi8(b, feed));
  if (feeds == 0) return nullptr;
  const int length = __builtin_ctzll(feeds);
  const uint64_t inside = (uint64_t{1} << length) - 1;
  // As signed bytes, ASCII above a space is > ' '; bytes of 0x80 and more are negative and fall out with the controls.
  const __m256i blank = _mm256_set1_epi8(' ');
  const uint64_t text = both(_mm256_cmpgt_epi8(a, blank), _mm256_cmpgt_epi8(b, blank)) & inside;
  const __m256i tab = _mm256_set1_epi8('\t');
  const uint64_t space = both(_mm256_or_si256(_mm256_cmpeq_epi8(a, blank), _mm256_cmpeq_epi8(a, tab)),
                              _mm256_or_si256(_mm256_cmpeq_epi8(b, blank), _mm256_cmpeq_epi8(b, tab)));
  if ((text | space) != (space | inside)) return nullptr;
  uint64_t starts = text & ~(text << 1);
  uint64_t ends = ~text & (text << 1);
  if (__builtin_popcountll(starts) != N || line[0] == '#') return nullptr;
  for (int i = 0; i < N; ++i) {
    out.begin[i] = line + __builtin_ctzll(starts);
    out.end[i] = line + __builtin_ctzll(ends);
    starts &= starts - 1;
    ends &= ends - 1;
  }
  out.n = N;
  return line + length;
}
#else
template <int N>
inline const char* split_fast(const char*, Fields&) {
  return nullptr;
}
#endif

inline constexpr double kPowersOfTen[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                          1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

// Any decimal number as strtod reads it, infinity included; hexadecimal and trailing text are refused.
inline bool parse_number_plainly(std::string_view text, double& value) {
  const char* begin = text.data();
  const char* end = begin + text.size();
  if (begin < end && *begin == '+') ++begin;
  if (begin == end || (begin != text.data() && *begin == '-')) return false;
  // "inf" and "infinity" are numbers, "nan" and "nan(...)" are handed back as such for the caller to refuse.
  const auto [stop, error] = std::from_chars(begin, end, value);
  if (stop != end) return false;
  if (error == std::errc::result_out_of_range) value = std::strtod(std::string(begin, end).c_str(), nullptr);
  return error != std::errc::invalid_argument;
}

#ifdef __AVX2__
// Shuffles that close the gap a decimal point leaves at byte d of 16: bytes before it move up by one.
struct DotShuffles {
  alignas(16) uint8_t at[16][16];
  constexpr DotShuffles() : at() {
    for (int d = 0; d < 16; ++d)
      for (int i = 0; i < 16; ++i) at[d][i] = static_cast<uint8_t>(i > d ? i : (i == 0 ? 0x80 : i - 1));
  }
};
inline constexpr DotShuffles kDotShuffles{};

// Up to 16 characters of digits with at most one point, after an optional minus. Exact: digits below 2^53 divided by a
// power of ten not above 10^22 round once (Clinger 1990).
inline bool parse_number(std::string_view text, double& value) {
  const char* begin = text.data();
  const char* end = begin + text.size();
  const bool negative = begin < end && *begin == '-';
  begin += negative;
  const int length = static_cast<int>(end - begin);
  if (length < 1 || length > 16) return parse_number_plainly(text, value);
  const __m128i raw = _mm_loadu_si128(reinterpret_cast<const __m128i*>(end - 16));
  const uint32_t used = 0xFFFFu & (0xFFFFu << (16 - length));
  __m128i digits = _mm_sub_epi8(raw, _mm_set1_epi8('0'));
  const uint32_t are_digits =
      static_cast<uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(digits, _mm_set1_epi8(9)), digits)));
  const uint32_t odd = used & ~are_digits;
  const __m128i index = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  digits = _mm_and_si128(digits, _mm_cmpgt_epi8(index, _mm_set1_epi8(static_cast<char>(15 - length))));
  int decimals = 0;
  if (odd != 0) {
    const int dot = __builtin_ctz(odd);
    if ((odd & (odd - 1)) != 0 || end[dot - 16] != '.' || length == 1) return parse_number_plainly(text, value);
    digits = _mm_shuffle_epi8(digits, _mm_load_si128(reinterpret_cast<const __m128i*>(kDotShuffles.at[dot])));
    decimals = 15 - dot;
  }
  const __m128i pairs = _mm_maddubs_epi16(
      digits, _mm_setr_epi8(10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1));
  const __m128i fours = _mm_madd_epi16(pairs, _mm_setr_epi16(100, 1, 100, 1, 100, 1, 100, 1));
  const __m128i packed = _mm_packus_epi32(fours, fours);
  const __m128i eights = _mm_madd_epi16(packed, _mm_setr_epi16(10000, 1, 10000, 1, 10000, 1, 10000, 1));
  const uint64_t high = static_cast<uint32_t>(_mm_extract_epi32(eights, 0));
  const uint64_t low = static_cast<uint32_t>(_mm_extract_epi32(eights, 1));
  const uint64_t mantissa = high * 100000000u + low;
  if (mantissa > (uint64_t{1} << 53)) return parse_number_plainly(text, value);
  const double magnitude = static_cast<double>(mantissa) / kPowersOfTen[decimals];
  value = negative ? -magnitude : magnitude;
  return true;
}
#else
inline bool parse_number(std::string_view text, double& value) { return parse_number_plainly(text, value); }
#endif

// Are two texts the same? Both have 8 readable bytes behind them.
inline bool same_text(std::string_view a, std::string_view b) {
  const size_t n = a.size();
  if (n != b.size()) return false;
  const auto word = [](const char* p) {
    uint64_t w;
    std::memcpy(&w, p, 8);
    return w;
  };
  if (n <= 8) return n == 0 || ((word(a.data()) ^ word(b.data())) << (64 - 8 * n)) == 0;
  if (n <= 16)
    return word(a.data()) == word(b.data()) && word(a.data() + n - 8) == word(b.data() + n - 8);
  return std::memcmp(a.data(), b.data(), n) == 0;
}

// A whole number; false where the text is none or does not fit.
inline bool parse_integer(std::string_view text, int64_t& value) {
  if (text.size() <= 9) {
    int64_t small = 0;
    bool digits = !text.empty();
    for (char c : text) {
      const auto digit = static_cast<unsigned char>(c - '0');
      digits &= digit <= 9;
      small = 10 * small + digit;
    }
    if (digits) {
      value = small;
      return true;
    }
  }
  const char* begin = text.data();
  const char* end = begin + text.size();
  if (begin < end && *begin == '+' && end - begin > 1 && begin[1] != '-') ++begin;
  const auto [stop, error] = std::from_chars(begin, end, value);
  return stop == end && error == std::errc();
}

}  // namespace irassay
