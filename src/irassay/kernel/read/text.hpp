// A file's bytes with readable padding on both sides, and a walk over its lines. A buffer is reused from file to file.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "read/fields.hpp"
#include "read/reading.hpp"

namespace irassay {

class TextBuffer {
 public:
  // Reads a whole file. Throws std::runtime_error with the system's words.
  void read(const std::string& path);
  void copy(std::string_view bytes);
  std::string_view text() const { return {bytes_.data() + kPadding, size_}; }

 private:
  void resize(size_t size);
  std::vector<char> bytes_;
  size_t size_ = 0;
};

// The calling thread's buffer: a file's text is read into memory that is already there.
TextBuffer& thread_buffer();

// Checks the bytes of a line that the fast path left: NUL, invalid UTF-8, spaces and controls that print like nothing.
// Returns false where the line can't be used; the problem is noted.
bool check_bytes(std::string_view line, uint64_t number, Reading& reading);

namespace detail {

// A line that the fastest path left: as walk_lines, for [p, stop).
template <int N, class Use>
[[gnu::noinline]] void use_line(const char* p, const char* stop, uint64_t number, Reading& reading, Use& use) {
  Fields fields;
  if (split_loose<N>(p, stop, fields)) {
    use(fields, number);
    return;
  }
  const std::string_view line{p, static_cast<size_t>(stop - p)};
  split_plainly(line.data(), stop, fields);
  if (!line.empty() && line.back() == '\r') reading.note(Kind::carriage, number);
  if (fields.n == 0) {
    if (check_bytes(line, number, reading)) {
      ++reading.blank;
    } else {
      ++reading.rejected;
    }
  } else if (line[0] == '#') {
    ++reading.comments;
  } else if (!check_bytes(line, number, reading)) {
    ++reading.rejected;
  } else if (fields.n != N) {
    reading.note(Kind::columns, number, line, static_cast<uint64_t>(fields.n));
    ++reading.rejected;
  } else {
    use(fields, number);
  }
}

}  // namespace detail

// Walks the lines of a text: skips blank lines and comments, checks bytes and columns, and hands each line of data with
// its N fields to `use(fields, line_number)`.
template <int N, class Use>
void walk_lines(std::string_view text, Reading& reading, Use use) {
  const char* p = text.data();
  const char* const end = p + text.size();
  if (text.size() >= 3 && std::memcmp(p, "\xEF\xBB\xBF", 3) == 0) {
    reading.byte_order_mark = true;
    p += 3;
  }
  uint64_t number = 0;
  LineFeeds feeds;
  for (const char* piece = p; piece < end; piece += LineFeeds::kMost) {
    feeds.find(piece, std::min(LineFeeds::kMost, static_cast<size_t>(end - piece)));
    for (size_t i = 0; i < feeds.size(); ++i) {
      const char* const stop = feeds[i];
      ++number;
      Fields fields;  // here, and used in place: what `use` doesn't ask for is never computed
      if (split_tight<N>(p, stop, fields))
        use(fields, number);
      else
        detail::use_line<N>(p, stop, number, reading, use);
      p = stop + 1;
    }
  }
  if (p < end) detail::use_line<N>(p, end, ++number, reading, use);
  reading.lines = number;
}

}  // namespace irassay
