// Reading bytes, and judging those that the fast path won't.
#include "read/text.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <stdexcept>

#include "machine/interrupt.hpp"

namespace irassay {

void TextBuffer::resize(size_t size) {
  size_ = size;
  if (bytes_.size() < size + 2 * kPadding) {
    std::vector<char>().swap(bytes_);  // don't copy what is about to be overwritten
    bytes_.resize(size + size / 8 + 2 * kPadding);
  }
}

TextBuffer& thread_buffer() {
  thread_local TextBuffer buffer;
  return buffer;
}

void TextBuffer::copy(std::string_view bytes) {
  resize(bytes.size());
  std::memcpy(bytes_.data() + kPadding, bytes.data(), bytes.size());
  std::memset(bytes_.data() + kPadding + size_, ' ', kPadding);
}

namespace {

constexpr size_t kPiece = size_t{1} << 26;  // bytes read between two looks at whether to stop

// An open file, closed at the end.
class File {
 public:
  explicit File(const std::string& path) : number_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (number_ < 0) fail();
  }
  ~File() {
    if (number_ >= 0) ::close(number_);
  }
  File(const File&) = delete;

  size_t size() const {
    struct stat status {};
    if (::fstat(number_, &status) != 0) fail();
    return static_cast<size_t>(status.st_size);
  }
  // 0 at the end of the file.
  size_t read(char* to, size_t size) const {
    while (true) {
      const ssize_t got = ::read(number_, to, size);
      if (got >= 0) return static_cast<size_t>(got);
      if (errno != EINTR) fail();
    }
  }

 private:
  [[noreturn]] static void fail() { throw std::runtime_error(std::strerror(errno)); }
  int number_;
};

}  // namespace

void TextBuffer::read(const std::string& path) {
  const File file(path);
  resize(file.size());
  size_t done = 0;
  while (done < size_) {
    poll();
    const size_t got = file.read(bytes_.data() + kPadding + done, std::min(size_ - done, kPiece));
    if (got == 0) break;  // the file shrank: what is there is what we read
    done += got;
  }
  size_ = done;
  std::memset(bytes_.data() + kPadding + size_, ' ', kPadding);
}

namespace {

// Length of the valid UTF-8 sequence at p, 0 where there is none (RFC 3629: no overlong forms, no surrogates).
int sequence(const unsigned char* p, const unsigned char* end, uint32_t& point) {
  const auto next = [&](int i) { return p + i < end && (p[i] & 0xC0) == 0x80; };
  const unsigned char c = *p;
  if (c < 0x80) {
    point = c;
    return 1;
  }
  if (c >= 0xC2 && c <= 0xDF && next(1)) {
    point = (c & 0x1Fu) << 6 | (p[1] & 0x3Fu);
    return 2;
  }
  if ((c & 0xF0) == 0xE0 && next(1) && next(2)) {
    point = (c & 0x0Fu) << 12 | (p[1] & 0x3Fu) << 6 | (p[2] & 0x3Fu);
    return point < 0x800 || (point >= 0xD800 && point <= 0xDFFF) ? 0 : 3;
  }
  if (c >= 0xF0 && c <= 0xF4 && next(1) && next(2) && next(3)) {
    point = (c & 0x07u) << 18 | (p[1] & 0x3Fu) << 12 | (p[2] & 0x3Fu) << 6 | (p[3] & 0x3Fu);
    return point < 0x10000 || point > 0x10FFFF ? 0 : 4;
  }
  return 0;
}

bool looks_blank(uint32_t point) {
  return point == 0xA0 || point == 0x1680 || (point >= 0x2000 && point <= 0x200D) || point == 0x2028 ||
         point == 0x2029 || point == 0x202F || point == 0x205F || point == 0x2060 || point == 0x3000 || point == 0xFEFF;
}

}  // namespace

bool check_bytes(std::string_view line, uint64_t number, Reading& reading) {
  const auto* p = reinterpret_cast<const unsigned char*>(line.data());
  const auto* const end = p + line.size();
  bool blank = false;
  bool control = false;
  while (p < end) {
    if (*p == 0) {
      reading.note(Kind::nul, number);
      return false;
    }
    uint32_t point = 0;
    const int length = sequence(p, end, point);
    if (length == 0) {
      reading.note(Kind::utf8, number, {}, *p);
      return false;
    }
    blank |= looks_blank(point);
    control |= (point < 0x20 && !is_space(static_cast<unsigned char>(point))) || point == 0x7F;
    p += length;
  }
  if (blank) reading.note(Kind::space, number, line);
  if (control) reading.note(Kind::control, number, line);
  return true;
}

}  // namespace irassay
