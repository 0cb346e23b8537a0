#include "retrieve/string_numbers.hpp"

#include <cstring>

namespace irassay {

namespace {

uint32_t hash_of(std::string_view text) {
  constexpr uint64_t kFactor = 0xD6E8FEB86659FD93u;  // of Degski's mixer of 64 bits
  uint64_t h = text.size() * kFactor;
  const char* p = text.data();
  size_t left = text.size();
  for (; left >= 8; p += 8, left -= 8) {
    uint64_t word;
    std::memcpy(&word, p, 8);
    h = (h ^ word) * kFactor;
    h ^= h >> 32;
  }
  uint64_t word = 0;
  std::memcpy(&word, p, left);
  h = (h ^ word) * kFactor;
  return static_cast<uint32_t>(h >> 32 ^ h);
}

}  // namespace

uint32_t StringNumbers::number_of(std::string_view text) {
  const uint32_t hash = hash_of(text);
  const size_t mask = slots_.size() - 1;
  size_t at = hash & mask;
  for (; slots_[at].number_and_1 != 0; at = (at + 1) & mask)
    if (slots_[at].hash == hash && (*this)[slots_[at].number_and_1 - 1] == text) return slots_[at].number_and_1 - 1;
  bytes_ += text;
  starts_.push_back(bytes_.size());
  slots_[at] = {hash, size()};
  if (size() * 2u > slots_.size()) widen();
  return size() - 1;
}

void StringNumbers::widen() {
  std::vector<Slot> wider(slots_.size() * 2);
  const size_t mask = wider.size() - 1;
  for (const Slot& slot : slots_) {
    if (slot.number_and_1 == 0) continue;
    size_t at = slot.hash & mask;
    while (wider[at].number_and_1 != 0) at = (at + 1) & mask;
    wider[at] = slot;
  }
  slots_ = std::move(wider);
}

}  // namespace irassay
