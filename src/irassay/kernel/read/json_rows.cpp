// One flat JSON object a line, by RFC 8259's grammar.
#include "read/json_rows.hpp"

#include <charconv>
#include <cstring>

#include "read/from_chars.hpp"

namespace irassay {

namespace {

class Scanner {
 public:
  explicit Scanner(std::string_view line) : p_(line.data()), end_(line.data() + line.size()) {}

  void skip_space() {
    while (p_ < end_ && (*p_ == ' ' || *p_ == '\t' || *p_ == '\r' || *p_ == '\n')) ++p_;
  }
  bool take(char c) {
    skip_space();
    if (p_ == end_ || *p_ != c) return false;
    ++p_;
    return true;
  }
  bool at_end() {
    skip_space();
    return p_ == end_;
  }

  // A string without escapes and control characters.
  bool text(std::string_view& out) {
    if (!take('"')) return false;
    const char* begin = p_;
    while (p_ < end_ && *p_ != '"') {
      if (*p_ == '\\' || static_cast<unsigned char>(*p_) < 0x20) return false;
      ++p_;
    }
    if (p_ == end_) return false;
    out = {begin, static_cast<size_t>(p_ - begin)};
    ++p_;
    return true;
  }

  bool value(JsonValue& out) {
    skip_space();
    if (p_ == end_) return false;
    if (*p_ == '"') {
      out.kind = JsonValue::Kind::text;
      return text(out.text);
    }
    if (*p_ == '-' || digit()) return number(out);
    out.kind = JsonValue::Kind::missing;
    return literal("null") || literal("true") || literal("false");
  }

 private:
  bool digit() const { return p_ < end_ && *p_ >= '0' && *p_ <= '9'; }
  bool digits() {
    if (!digit()) return false;
    while (digit()) ++p_;
    return true;
  }
  bool literal(std::string_view word) {
    if (static_cast<size_t>(end_ - p_) < word.size() || std::memcmp(p_, word.data(), word.size()) != 0) return false;
    p_ += word.size();
    return true;
  }
  bool number(JsonValue& out) {
    const char* begin = p_;
    if (*p_ == '-') ++p_;
    if (p_ < end_ && *p_ == '0') {
      ++p_;
    } else if (!digits()) {
      return false;
    }
    bool whole = true;
    if (p_ < end_ && *p_ == '.') {
      ++p_;
      whole = false;
      if (!digits()) return false;
    }
    if (p_ < end_ && (*p_ == 'e' || *p_ == 'E')) {
      ++p_;
      whole = false;
      if (p_ < end_ && (*p_ == '+' || *p_ == '-')) ++p_;
      if (!digits()) return false;
    }
    if (whole) {
      out.kind = JsonValue::Kind::whole;
      return std::from_chars(begin, p_, out.whole).ec == std::errc();
    }
    out.kind = JsonValue::Kind::real;
    return read_double(begin, p_, out.real).ec == std::errc();
  }

  const char* p_;
  const char* end_;
};

}  // namespace

bool parse_flat_object(std::string_view line, const std::vector<std::string>& keys, std::vector<JsonValue>& values) {
  values.assign(keys.size(), JsonValue{});
  Scanner scanner(line);
  if (!scanner.take('{')) return false;
  size_t n_keys = 0;
  do {
    std::string_view key;
    if (!scanner.text(key) || !scanner.take(':')) return false;
    size_t i = 0;
    while (i < keys.size() && keys[i] != key) ++i;
    JsonValue ignored;
    JsonValue& value = i < keys.size() ? values[i] : ignored;
    if (i < keys.size() && value.kind != JsonValue::Kind::missing) return false;
    if (!scanner.value(value)) return false;
    if (i < keys.size() && value.kind == JsonValue::Kind::missing) return false;
    n_keys += i < keys.size();
  } while (scanner.take(','));
  return scanner.take('}') && scanner.at_end() && n_keys == keys.size();
}

}  // namespace irassay
