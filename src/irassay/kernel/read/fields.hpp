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

inline uint64_t both(__m256i x, __m256i y) {
  return static_cast<uint64_t>(static_cast<uint32_t>(_mm256_movemask_epi8(x))) |
         static_cast<uint64_t>(static_cast<uint32_t>(_mm256_movemask_epi8(y))) << 32;
}
inline __m256i load(const char* at) { return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at)); }

// Which of 64 bytes are line feeds.
inline uint64_t feeds(const char* at) {
  const __m256i feed = _mm256_set1_epi8('\n');
  return both(_mm256_cmpeq_epi8(load(at), feed), _mm256_cmpeq_epi8(load(at + 32), feed));
}

// Which of 64 bytes are visible ASCII, and which a space or tab. Other controls and bytes from 0x80 on are neither.
struct Marks {
  uint64_t text;
  uint64_t space;
  explicit Marks(const char* at) {
    const __m256i a = load(at);
    const __m256i b = load(at + 32);
    const __m256i tab = _mm256_set1_epi8('\t');
    const __m256i blank = _mm256_set1_epi8(' ');
    // As signed bytes, ASCII above a space is > ' '; bytes of 0x80 and more are negative and fall out with the controls.
    text = both(_mm256_cmpgt_epi8(a, blank), _mm256_cmpgt_epi8(b, blank));
    space = both(_mm256_or_si256(_mm256_cmpeq_epi8(a, blank), _mm256_cmpeq_epi8(a, tab)),
                 _mm256_or_si256(_mm256_cmpeq_epi8(b, blank), _mm256_cmpeq_epi8(b, tab)));
  }
};

// One field of a line that has one blank between any two: `gaps` has a bit for each blank, and one for the end of the line. A
// template argument as the index, so that fields nobody asks for cost nothing.
template <size_t I>
[[gnu::always_inline]] inline void take_field(const char* line, uint64_t& gaps, Fields& out) {
  out.begin[I] = I == 0 ? line : out.end[I == 0 ? 0 : I - 1] + 1;
  out.end[I] = line + __builtin_ctzll(gaps);
  gaps &= gaps - 1;
}
template <size_t... I>
[[gnu::always_inline]] inline void take_fields(const char* line, uint64_t gaps, Fields& out, std::index_sequence<I...>) {
  (take_field<I>(line, gaps, out), ...);
}

}  // namespace detail

// Splits [line, end) when it is at most 63 bytes of plain ASCII and has N fields, each parted from the next by one space or tab.
// False: another path decides.
template <int N>
[[gnu::always_inline]] inline bool split_tight(const char* line, const char* end, Fields& out) {
  const auto length = static_cast<size_t>(end - line);
  if (length > 63) return false;
  const detail::Marks marks(line);
  const uint64_t after = uint64_t{1} << length;
  const uint64_t blank = ~marks.text & (after - 1);
  const uint64_t gaps = blank | after;
  if (((blank & ~marks.space) | (gaps & (gaps << 1 | 1))) != 0 || __builtin_popcountll(gaps) != N || line[0] == '#') return false;
  detail::take_fields(line, gaps, out, std::make_index_sequence<N>());
  out.n = N;
  return true;
}

// Splits [line, end) when it is at most 127 bytes of plain ASCII without odd control characters and has N fields.
template <int N>
inline bool split_loose(const char* line, const char* end, Fields& out) {
  const auto length = static_cast<size_t>(end - line);
  if (length > 127 || line[0] == '#') return false;
  const detail::Marks low(line);
  const uint64_t inside_low = length < 64 ? (uint64_t{1} << length) - 1 : ~uint64_t{0};
  const uint64_t low_text = low.text & inside_low;
  if ((low_text | (low.space & inside_low)) != inside_low) return false;
  uint64_t text = 0;
  if (length > 64) {  // else there may be nothing to read
    const detail::Marks high(line + 64);
    const uint64_t inside = (uint64_t{1} << (length - 64)) - 1;
    text = high.text & inside;
    if ((text | (high.space & inside)) != inside) return false;
  }
  // A bit where text begins or ends, over both halves.
  uint64_t first = low_text ^ (low_text << 1);
  uint64_t second = text ^ (text << 1 | low_text >> 63);
  const int n_first = __builtin_popcountll(first);
  if (n_first + __builtin_popcountll(second) != 2 * N) return false;
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
  return true;
}
#else
template <int N>
inline bool split_tight(const char*, const char*, Fields&) {
  return false;
}
template <int N>
inline bool split_loose(const char*, const char*, Fields&) {
  return false;
}
#endif

// The line feeds of a piece of text, found before its lines are read: where each line begins is then known at once, and the
// processor reads the next ones while it still works on one.
class LineFeeds {
 public:
  static constexpr size_t kMost = 4096;  // bytes of a piece

  // Those in the `size` bytes at `text`, which have kPadding readable ones behind them.
  void find(const char* text, size_t size) {
    text_ = text;
    n_ = 0;
#ifdef __AVX2__
    for (size_t at = 0; at < size; at += 64) {
      uint64_t feeds = detail::feeds(text + at);
      if (size - at < 64) feeds &= (uint64_t{1} << (size - at)) - 1;
      const size_t n = n_ + static_cast<size_t>(__builtin_popcountll(feeds));
      // Most often there are one or two. Two are written without asking; what is too much is overwritten.
      for (int i = 0; i < 2; ++i, feeds &= feeds - 1) at_[n_ + i] = static_cast<uint16_t>(at + _tzcnt_u64(feeds));
      for (n_ += 2; feeds != 0; feeds &= feeds - 1) at_[n_++] = static_cast<uint16_t>(at + _tzcnt_u64(feeds));
      n_ = n;
    }
#else
    const char* const end = text + size;
    for (const char* p = text; (p = static_cast<const char*>(std::memchr(p, '\n', static_cast<size_t>(end - p)))) != nullptr; ++p)
      at_[n_++] = static_cast<uint16_t>(p - text);
#endif
  }
  size_t size() const { return n_; }
  const char* operator[](size_t i) const { return text_ + at_[i]; }

 private:
  const char* text_ = nullptr;
  size_t n_ = 0;
  uint16_t at_[kMost + 2];
};

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

// A field that on most lines is what it was on the line before. It has 8 readable bytes behind it.
class SameField {
 public:
  SameField() = default;
  explicit SameField(std::string_view text)
      : text_(text), mask_(text.size() < 8 ? (uint64_t{1} << (8 * text.size())) - 1 : ~uint64_t{0}) {
    std::memcpy(&first_, text.data(), 8);
  }
  std::string_view text() const { return text_; }
  bool is(std::string_view field) const {
    uint64_t first;
    std::memcpy(&first, field.data(), 8);
    return field.size() == text_.size() && ((first ^ first_) & mask_) == 0 && (field.size() <= 8 || same_text(field, text_));
  }

 private:
  std::string_view text_;
  uint64_t first_ = 0;
  uint64_t mask_ = 0;
};

}  // namespace irassay
