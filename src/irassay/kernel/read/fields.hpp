// A line of text into fields. One 64-byte load decides most lines, two the long ones; the rest take a plain path.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>

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
namespace detail {

// Which of 64 bytes are visible ASCII, which a space or tab, which a line feed. Other controls and bytes from 0x80 on
// are none of these.
struct Marks {
  uint64_t text;
  uint64_t space;
  uint64_t feed;
  explicit Marks(const char* at) {
    const __m256i a = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at));
    const __m256i b = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at + 32));
    const __m256i newline = _mm256_set1_epi8('\n');
    const __m256i tab = _mm256_set1_epi8('\t');
    const __m256i blank = _mm256_set1_epi8(' ');
    feed = both(_mm256_cmpeq_epi8(a, newline), _mm256_cmpeq_epi8(b, newline));
    // As signed bytes, ASCII above a space is > ' '; bytes of 0x80 and more are negative and fall out with the controls.
    text = both(_mm256_cmpgt_epi8(a, blank), _mm256_cmpgt_epi8(b, blank));
    space = both(_mm256_or_si256(_mm256_cmpeq_epi8(a, blank), _mm256_cmpeq_epi8(a, tab)),
                 _mm256_or_si256(_mm256_cmpeq_epi8(b, blank), _mm256_cmpeq_epi8(b, tab)));
  }
  static uint64_t both(__m256i x, __m256i y) {
    return static_cast<uint64_t>(static_cast<uint32_t>(_mm256_movemask_epi8(x))) |
           static_cast<uint64_t>(static_cast<uint32_t>(_mm256_movemask_epi8(y))) << 32;
  }
};

// One field's edges, taken out of both words. A template argument as the index, so that fields nobody asks for cost nothing.
template <size_t I>
[[gnu::always_inline]] inline void take_field(const char* line, uint64_t& starts, uint64_t& ends, Fields& out) {
  out.begin[I] = line + __builtin_ctzll(starts);
  out.end[I] = line + __builtin_ctzll(ends);
  starts &= starts - 1;
  ends &= ends - 1;
}
template <size_t... I>
[[gnu::always_inline]] inline void take_fields(const char* line, uint64_t starts, uint64_t ends, Fields& out,
                                               std::index_sequence<I...>) {
  (take_field<I>(line, starts, ends, out), ...);
}

}  // namespace detail

// Splits the line at `line` when it is at most 63 bytes of plain ASCII without odd control characters and has N fields.
// Returns the position of its line feed, or nullptr: then another path decides. A line feed must be ahead.
template <int N>
[[gnu::always_inline]] inline const char* split_short(const char* line, Fields& out) {
  const detail::Marks marks(line);
  if (marks.feed == 0) return nullptr;
  const int length = __builtin_ctzll(marks.feed);
  const uint64_t inside = (uint64_t{1} << length) - 1;
  const uint64_t text = marks.text & inside;
  if ((text | marks.space) != (marks.space | inside)) return nullptr;
  const uint64_t starts = text & ~(text << 1);
  if (__builtin_popcountll(starts) != N || line[0] == '#') return nullptr;
  detail::take_fields(line, starts, ~text & (text << 1), out, std::make_index_sequence<N>());
  out.n = N;
  return line + length;
}

// The same for a line of 64 to 127 bytes.
template <int N>
inline const char* split_long(const char* line, Fields& out) {
  const detail::Marks low(line);
  if (low.feed != 0) return nullptr;
  const detail::Marks high(line + 64);
  if (high.feed == 0) return nullptr;
  const int length = __builtin_ctzll(high.feed);
  const uint64_t inside = (uint64_t{1} << length) - 1;
  const uint64_t text = high.text & inside;
  if ((low.text | low.space) != ~uint64_t{0} || (text | high.space) != (high.space | inside)) return nullptr;
  // A bit where text begins or ends, over both halves.
  uint64_t first = low.text ^ (low.text << 1);
  uint64_t second = text ^ (text << 1 | low.text >> 63);
  const int n_first = __builtin_popcountll(first);
  if (n_first + __builtin_popcountll(second) != 2 * N || line[0] == '#') return nullptr;
  // All edges of each half are written without asking which exist: the second half's overwrite the first's surplus.
  const char* edge[4 * N];
  for (int i = 0; i < 2 * N; ++i) {
    edge[i] = line + (_tzcnt_u64(first) & 63);
    first &= first - 1;
  }
  for (int i = 0; i < 2 * N; ++i) {
    edge[n_first + i] = line + 64 + (_tzcnt_u64(second) & 63);
    second &= second - 1;
  }
  for (int i = 0; i < N; ++i) {
    out.begin[i] = edge[2 * i];
    out.end[i] = edge[2 * i + 1];
  }
  out.n = N;
  return line + 64 + length;
}
#else
template <int N>
inline const char* split_short(const char*, Fields&) {
  return nullptr;
}
template <int N>
inline const char* split_long(const char*, Fields&) {
  return nullptr;
}
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

}  // namespace irassay
