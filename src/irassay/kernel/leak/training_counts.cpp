#include "leak/training_counts.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "machine/in_threads.hpp"

namespace irassay {

namespace {

template <class T>
void append(std::string& bytes, const std::vector<std::atomic<T>>& counts) {
  const size_t at = bytes.size();
  bytes.resize(at + counts.size() * sizeof(T));
  for (size_t i = 0; i < counts.size(); ++i) {
    const T value = counts[i];
    std::memcpy(&bytes[at + i * sizeof(T)], &value, sizeof(T));
  }
}

const char* add_to(std::vector<std::atomic<uint32_t>>& counts, const char* p) {
  for (std::atomic<uint32_t>& count : counts) {
    uint32_t value;
    std::memcpy(&value, p, sizeof(value));
    count += value;
    p += sizeof(value);
  }
  return p;
}

}  // namespace

void TrainingCounts::add(const std::vector<std::string_view>& texts, uint32_t threads) {
  each_training_text(texts, *test_, threads, [&](uint32_t, uint32_t, size_t, const TrainingText& text) { add_one(text); });
  n_ += texts.size();
}

void TrainingCounts::add_one(const TrainingText& text) {
  if (text.stems.empty()) n_empty_.fetch_add(1, std::memory_order_relaxed);
  for (const TrainingText::Stem& stem : text.stems)
    (stem.known != kNoStem ? known_[stem.known] : others_[stem.hash % kPlaces]).fetch_add(1, std::memory_order_relaxed);
  std::vector<uint32_t> met;
  each_gram(text.words, [&](uint64_t hash) {
    if (const uint32_t gram = test_->gram(hash); gram != kNoStem) met.push_back(gram);
  });
  make_set(met);
  for (const uint32_t gram : met) grams_[gram].fetch_add(1, std::memory_order_relaxed);
}

std::string TrainingCounts::to_bytes() const {
  std::string bytes(2 * sizeof(uint64_t), '\0');
  const uint64_t empty = n_empty_;
  std::memcpy(&bytes[0], &n_, sizeof(n_));
  std::memcpy(&bytes[sizeof(n_)], &empty, sizeof(empty));
  for (const auto* counts : {&known_, &grams_, &others_}) append(bytes, *counts);
  return bytes;
}

void TrainingCounts::merge(std::string_view bytes) {
  if (bytes.size() != 2 * sizeof(uint64_t) + sizeof(uint32_t) * (known_.size() + grams_.size() + others_.size()))
    throw std::invalid_argument("counts of other test texts");
  uint64_t n, empty;
  std::memcpy(&n, bytes.data(), sizeof(n));
  std::memcpy(&empty, bytes.data() + sizeof(n), sizeof(empty));
  n_ += n;
  n_empty_ += empty;
  const char* p = bytes.data() + 2 * sizeof(uint64_t);
  for (auto* counts : {&known_, &grams_, &others_}) p = add_to(*counts, p);
}

StemCounts::StemCounts(const TestTexts& test, const std::vector<std::string>& stems) : test_(&test), counts_(stems.size()) {
  for (const std::string& stem : stems) place_.emplace(string_hash(stem), static_cast<uint32_t>(place_.size()));
  if (place_.size() < stems.size()) throw std::invalid_argument("each stem once");
}

void StemCounts::add(const std::vector<std::string_view>& texts, uint32_t threads) {
  each_training_text(texts, *test_, threads, [&](uint32_t, uint32_t, size_t, const TrainingText& text) {
    for (const TrainingText::Stem& stem : text.stems)
      if (const auto at = place_.find(stem.hash); at != place_.end()) counts_[at->second].fetch_add(1, std::memory_order_relaxed);
  });
}

std::vector<uint64_t> StemCounts::counts() const {
  std::vector<uint64_t> out;
  for (const std::atomic<uint64_t>& count : counts_) out.push_back(count);
  return out;
}

}  // namespace irassay
