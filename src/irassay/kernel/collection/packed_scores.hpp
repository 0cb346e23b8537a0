// Scores of lists in few bytes and without loss: whole numbers (of a power of ten, or of the last place of a float), each
// list as its first and the differences from one to the next, in as many bytes as the largest difference needs.
#pragma once

#include <cstdint>
#include <vector>

namespace irassay {

class PackedScores {
 public:
  // The next list, best first; n may be 0. Any doubles but NaN come back bit for bit.
  void add(const double* scores, uint32_t n);
  // List `list`, of the n scores that it was added with.
  std::vector<double> list(uint32_t list, uint32_t n) const;
  bool empty() const { return start_.empty(); }
  void shrink() {
    bytes_.shrink_to_fit();
    start_.shrink_to_fit();
  }

 private:
  std::vector<uint8_t> bytes_;
  std::vector<uint64_t> start_;  // [list]
};

}  // namespace irassay
