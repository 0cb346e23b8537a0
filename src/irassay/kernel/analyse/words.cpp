#include "analyse/words.hpp"

#include <array>
#include <memory>
#include <vector>

#include "analyse/code_points.hpp"

namespace irassay {

namespace {

struct ClassRange {
  uint32_t first, last;
  uint8_t of;
};
struct LowerRange {
  uint32_t first, last, step;
  int32_t away;
};

#include "analyse/word_break_tables.inc"

constexpr uint32_t kLongest = 255;  // UTF-16 units of a word: Lucene's buffer
constexpr uint32_t kBlock = 256, kBlocks = 0x110000 / kBlock;

// A value for each code point: blocks that hold nothing but 0 are one.
template <class Value>
class CodePointTable {
 public:
  CodePointTable() : blocks_(1) {}
  void set(uint32_t code, Value value) {
    uint16_t& block = block_of_[code / kBlock];
    if (block == 0) {
      block = static_cast<uint16_t>(blocks_.size());
      blocks_.emplace_back();
    }
    blocks_[block][code % kBlock] = value;
  }
  Value operator[](uint32_t code) const { return blocks_[block_of_[code / kBlock]][code % kBlock]; }

 private:
  std::array<uint16_t, kBlocks> block_of_{};
  std::vector<std::array<Value, kBlock>> blocks_;
};

const CodePointTable<uint8_t>& classes() {
  static const auto table = [] {
    auto made = std::make_unique<CodePointTable<uint8_t>>();
    for (const ClassRange& range : kClassRanges)
      for (uint32_t code = range.first; code <= range.last; ++code) made->set(code, range.of);
    return made;
  }();
  return *table;
}

const CodePointTable<int32_t>& lower_cases() {
  static const auto table = [] {
    auto made = std::make_unique<CodePointTable<int32_t>>();
    for (const LowerRange& range : kLowerRanges)
      for (uint32_t code = range.first; code <= range.last; code += range.step) made->set(code, range.away);
    return made;
  }();
  return *table;
}

}  // namespace

uint32_t lower_case(uint32_t code_point) {
  return static_cast<uint32_t>(static_cast<int32_t>(code_point) + lower_cases()[code_point]);
}

bool Words::next(std::string_view& word) {
  const CodePointTable<uint8_t>& of = classes();
  while (p_ < end_) {
    const char *at = p_, *stop = nullptr, *second = nullptr;
    int state = 1;
    uint32_t units = 0;
    while (at < end_) {
      const uint32_t code = next_code_point(at);
      if (second == nullptr) second = at;
      units += code > 0xFFFF ? 2 : 1;
      if (units > kLongest) break;
      state = kMoves[state][of[code]];
      if (state == 0) break;
      if (kEnds[state]) stop = at;
    }
    if (stop != nullptr) {
      word = {p_, static_cast<size_t>(stop - p_)};
      p_ = stop;
      return true;
    }
    p_ = second;
  }
  return false;
}

}  // namespace irassay
