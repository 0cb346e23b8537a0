#include "retrieve/string_numbers.hpp"

#include <algorithm>
#include <cstring>

namespace irassay {

namespace {

constexpr uint64_t kFactor = 0xD6E8FEB86659FD93u;  // of Degski's mixer of 64 bits
constexpr size_t kHalf = 8, kShort = 2 * kHalf;

uint64_t mixed(uint64_t h) {
  h = (h ^ h >> 32) * kFactor;
  return h ^ h >> 32;
}

// Up to eight bytes as a number.
uint64_t bytes_of(const char* p, size_t n) {
  uint64_t out = 0;
  std::memcpy(&out, p, n);
  return out;
}

uint64_t mix_of(uint64_t head, uint64_t tail, size_t length) { return mixed(mixed(head * kFactor + length) ^ tail); }

}  // namespace

StringNumbers::Key StringNumbers::key_of(std::string_view text) const {
  const char* p = text.data();
  size_t left = text.size();
  uint64_t head = bytes_of(p, std::min(left, kHalf)), tail = 0;
  if (left > kHalf) {
    p += kHalf, left -= kHalf;
    for (; left > kHalf; p += kHalf, left -= kHalf) head = mixed(head ^ bytes_of(p, kHalf));
    tail = bytes_of(p, left);
  }
  const uint64_t mix = mix_of(head, tail, text.size());
  __builtin_prefetch(&slots_[mix & (slots_.size() - 1)]);
  return {text, head, tail, mix};
}

uint32_t StringNumbers::number_of(const Key& key) {
  const auto length = static_cast<uint32_t>(key.text.size());
  const size_t mask = slots_.size() - 1;
  size_t at = key.mix & mask;
  for (; slots_[at].number_and_1 != 0; at = (at + 1) & mask) {
    const Slot& slot = slots_[at];
    if (slot.head == key.head && slot.tail == key.tail && slot.length == length && (length <= kShort || (*this)[slot.number_and_1 - 1] == key.text))
      return slot.number_and_1 - 1;
  }
  bytes_ += key.text;
  starts_.push_back(bytes_.size());
  slots_[at] = {key.head, key.tail, length, size()};
  if (size() * 2u > slots_.size()) widen();
  return size() - 1;
}

void StringNumbers::widen() {
  std::vector<Slot> before(slots_.size() * 2);
  before.swap(slots_);
  const size_t mask = slots_.size() - 1;
  for (const Slot& slot : before) {
    if (slot.number_and_1 == 0) continue;
    size_t at = mix_of(slot.head, slot.tail, slot.length) & mask;
    while (slots_[at].number_and_1 != 0) at = (at + 1) & mask;
    slots_[at] = slot;
  }
}

}  // namespace irassay
