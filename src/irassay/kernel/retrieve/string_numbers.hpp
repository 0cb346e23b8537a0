// Numbers for strings, in the order of their first appearance. The bytes are kept.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace irassay {

class StringNumbers {
 public:
  uint32_t number_of(std::string_view text);
  uint32_t size() const { return static_cast<uint32_t>(starts_.size() - 1); }
  std::string_view operator[](uint32_t number) const {
    return {bytes_.data() + starts_[number], static_cast<size_t>(starts_[number + 1] - starts_[number])};
  }
  size_t memory() const { return bytes_.capacity() + starts_.capacity() * 8 + slots_.capacity() * sizeof(Slot); }

 private:
  struct Slot {
    uint64_t head;  // the string itself where it has up to 8 bytes, else its hash
    uint32_t length, number_and_1;  // 0: empty
  };
  size_t place_of(uint64_t head, uint32_t length) const;
  void widen();

  std::string bytes_;
  std::vector<uint64_t> starts_{0};
  std::vector<Slot> slots_ = std::vector<Slot>(1024);
};

}  // namespace irassay
