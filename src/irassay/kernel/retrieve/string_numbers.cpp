#include "retrieve/string_numbers.hpp"

#include <cstring>

namespace irassay {

namespace {

constexpr uint64_t kFactor = 0xD6E8FEB86659FD93u;  // of Degski's mixer of 64 bits
constexpr size_t kShort = 8;

uint64_t mixed(uint64_t h) {
  h = (h ^ h >> 32) * kFactor;
  return h ^ h >> 32;
}

uint64_t head_of(std::string_view text) {
  uint64_t h = 0, word = 0;
  const char* p = text.data();
  size_t left = text.size();
  for (; left > kShort; p += 8, left -= 8) {
    std::memcpy(&word, p, 8);
    h = mixed(h ^ word);
  }
  word = 0;
  std::memcpy(&word, p, left);
  return h ^ word;
}

}  // namespace

size_t StringNumbers::place_of(uint64_t head, uint32_t length) const { return mixed(head * kFactor + length) & (slots_.size() - 1); }

uint32_t StringNumbers::number_of(std::string_view text) {
  const uint64_t head = head_of(text);
  const auto length = static_cast<uint32_t>(text.size());
  const size_t mask = slots_.size() - 1;
  size_t at = place_of(head, length);
  for (; slots_[at].number_and_1 != 0; at = (at + 1) & mask) {
    const Slot& slot = slots_[at];
    if (slot.head == head && slot.length == length && (length <= kShort || (*this)[slot.number_and_1 - 1] == text)) return slot.number_and_1 - 1;
  }
  bytes_ += text;
  starts_.push_back(bytes_.size());
  slots_[at] = {head, length, size()};
  if (size() * 2u > slots_.size()) widen();
  return size() - 1;
}

void StringNumbers::widen() {
  std::vector<Slot> before(slots_.size() * 2);
  before.swap(slots_);
  const size_t mask = slots_.size() - 1;
  for (const Slot& slot : before) {
    if (slot.number_and_1 == 0) continue;
    size_t at = place_of(slot.head, slot.length);
    while (slots_[at].number_and_1 != 0) at = (at + 1) & mask;
    slots_[at] = slot;
  }
}

}  // namespace irassay
