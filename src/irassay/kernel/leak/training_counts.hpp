// How many training texts have each stem and each run of words of the test texts. Other stems are counted together with all
// that share a place in a table of fixed size: at least as often as each stands there, mostly no oftener.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "leak/training_text.hpp"

namespace irassay {

class TrainingCounts {
 public:
  explicit TrainingCounts(const TestTexts& test)
      : test_(&test), known_(test.n_stems()), grams_(test.n_grams()), others_(kPlaces) {}
  TrainingCounts(const TrainingCounts&) = delete;
  void add(const std::vector<std::string_view>& texts, uint32_t threads);
  // What another object of the same test texts counted, as bytes; throws std::invalid_argument where it is of others.
  void merge(std::string_view bytes);
  std::string to_bytes() const;

  uint64_t n() const { return n_; }
  uint64_t n_empty() const { return n_empty_; }
  uint64_t known(uint32_t stem) const { return known_[stem]; }
  uint64_t gram(uint32_t gram) const { return grams_[gram]; }
  uint64_t at_most(uint64_t hash) const { return others_[hash % kPlaces]; }

 private:
  static constexpr uint64_t kPlaces = 1 << 22;
  using Counts = std::vector<std::atomic<uint32_t>>;
  void add_one(const TrainingText& text);

  const TestTexts* test_;
  uint64_t n_ = 0;
  std::atomic<uint64_t> n_empty_{0};
  Counts known_, grams_, others_;
};

// How many training texts have each of some stems.
class StemCounts {
 public:
  StemCounts(const TestTexts& test, const std::vector<std::string>& stems);
  StemCounts(const StemCounts&) = delete;
  void add(const std::vector<std::string_view>& texts, uint32_t threads);
  std::vector<uint64_t> counts() const;

 private:
  const TestTexts* test_;
  std::unordered_map<uint64_t, uint32_t> place_;
  std::vector<std::atomic<uint64_t>> counts_;
};

}  // namespace irassay
