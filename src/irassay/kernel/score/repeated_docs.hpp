// Which documents of a list stand in it twice: told by their keys, and where keys agree by their text.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "read/order.hpp"

namespace irassay {

// Documents met in one block, for finding those met twice. Emptied by moving on to the next stamp.
class SeenDocs {
 public:
  void start(size_t n) {
    if (slots_.size() < 2 * n) {
      size_t size = 64;
      bits_ = 6;
      while (size < 4 * n) {
        size *= 2;
        ++bits_;
      }
      slots_.assign(size, Slot{0, 0, 0});
      stamp_ = 0;
    }
    if (++stamp_ == 0) {
      std::fill(slots_.begin(), slots_.end(), Slot{0, 0, 0});
      stamp_ = 1;
    }
  }
  // True where lines[i] repeats an earlier line.
  bool again(uint32_t i, const Lines& lines) {
    const uint64_t key = lines.keys()[i];
    const size_t mask = slots_.size() - 1;
    for (size_t at = (key * 0x9E3779B97F4A7C15u) >> (64 - bits_);; at = (at + 1) & mask) {
      Slot& slot = slots_[at];
      if (slot.stamp != stamp_) {
        slot = {key, stamp_, i};
        return false;
      }
      if (slot.key == key && lines[slot.line].text() == lines[i].text()) return true;
    }
  }

 private:
  struct Slot {
    uint64_t key;
    uint32_t stamp;
    uint32_t line;
  };
  std::vector<Slot> slots_;
  int bits_ = 6;
  uint32_t stamp_ = 0;
};

// Which lines of a block are looked at for documents met twice: in a short block all or none, as two keys agree or don't; in a
// longer one those that have a bit, picked by the document, in common with another line. Nearly none, where no document stands
// twice.
class Suspects {
 public:
  // Their numbers, ascending.
  const std::vector<uint32_t>& among(const DocKeys& keys) {
    lines_.clear();
    if (keys.size() <= kShort) {
      if (keys.size() > 1 && two_agree(keys))
        for (uint32_t i = 0; i < keys.size(); ++i) lines_.push_back(i);
      return lines_;
    }
    int bits = 0;
    while ((size_t{1} << bits) < kBits * keys.size()) ++bits;
    met_.assign((size_t{1} << bits) / 64, 0);
    again_.assign(met_.size(), 0);
    uint64_t any = 0;
    for (const uint64_t key : keys) {
      const Bit bit(key, bits);
      any |= again_[bit.word] |= met_[bit.word] & bit.mask;
      met_[bit.word] |= bit.mask;
    }
    if (any != 0)
      for (uint32_t i = 0; i < keys.size(); ++i) {
        const Bit bit(keys[i], bits);
        if ((again_[bit.word] & bit.mask) != 0) lines_.push_back(i);
      }
    return lines_;
  }

 private:
  static constexpr size_t kShort = Lines::kLeastRoom;  // lines of a block of which each is compared with each
  static constexpr size_t kBits = 64;                  // a line

  struct Bit {
    size_t word;
    uint64_t mask;
    Bit(uint64_t key, int bits) {
      const uint64_t bit = (key * 0x9E3779B97F4A7C15u) >> (64 - bits);
      word = bit >> 6;
      mask = uint64_t{1} << (bit & 63);
    }
  };

  // Every key against the one that stands `apart` places behind it, for every `apart`.
  static bool two_agree(const DocKeys& keys) {
    constexpr size_t kLanes = 4;
    typedef uint64_t Keys __attribute__((vector_size(8 * kLanes)));
    const size_t n = keys.size();
    uint64_t room[kShort + kLanes];
    std::memcpy(room, keys.begin(), sizeof(uint64_t) * kShort);
    for (size_t i = 0; i < kLanes; ++i) room[n + i] = i;  // what stands behind them agrees with nothing
    auto met = Keys{} != Keys{};
    for (size_t apart = 1; apart < n; ++apart)
      for (size_t i = 0; i + apart < n; i += kLanes) {
        Keys first, second;
        std::memcpy(&first, room + i, sizeof first);
        std::memcpy(&second, room + i + apart, sizeof second);
        met |= first == second;
      }
    return (met[0] | met[1] | met[2] | met[3]) != 0;
  }

  std::vector<uint64_t> met_;
  std::vector<uint64_t> again_;
  std::vector<uint32_t> lines_;
};

}  // namespace irassay
