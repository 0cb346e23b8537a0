// Numbers for strings, in the order of their first appearance. The bytes are kept.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace irassay {

class StringNumbers {
 public:
  // A string on its way to its number. Where many are sought, all keys first: their places are fetched meanwhile.
  struct Key {
    std::string_view text;
    uint64_t head, tail;  // the string itself where it has up to 16 bytes, else its hash
    uint64_t mix;
  };
  Key key_of(std::string_view text) const;
  uint32_t number_of(const Key& key);
  uint32_t number_of(std::string_view text) { return number_of(key_of(text)); }
  uint32_t size() const { return static_cast<uint32_t>(starts_.size() - 1); }
  std::string_view operator[](uint32_t number) const {
    return {bytes_.data() + starts_[number], static_cast<size_t>(starts_[number + 1] - starts_[number])};
  }
  size_t memory() const { return bytes_.capacity() + starts_.capacity() * 8 + slots_.capacity() * sizeof(Slot); }

 private:
  struct Slot {
    uint64_t head, tail;
    uint32_t length, number_and_1;  // 0: empty
  };
  void widen();

  std::string bytes_;
  std::vector<uint64_t> starts_{0};
  std::vector<Slot> slots_ = std::vector<Slot>(1024);
};

}  // namespace irassay
