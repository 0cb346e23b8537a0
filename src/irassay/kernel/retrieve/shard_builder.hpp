// Passages with their bags of terms, gathered in memory and written as one shard.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyse/analyser.hpp"
#include "retrieve/shard.hpp"
#include "retrieve/string_numbers.hpp"

namespace irassay {

class ShardBuilder {
 public:
  explicit ShardBuilder(Analyser analyser) : analyser_(std::move(analyser)) {}

  // Texts are valid UTF-8. The shard is the same for any number of threads.
  void add_texts(const std::vector<std::string_view>& ids, const std::vector<std::string_view>& texts, uint32_t threads);
  // A passage whose terms were counted elsewhere, each once; `length` may differ from the sum of the counts.
  void add_bag(std::string_view id, const std::vector<std::pair<std::string, uint32_t>>& bag, uint32_t length);

  uint64_t n_docs() const { return lengths_.size(); }
  // Bytes that it takes until the shard is written, roughly.
  size_t memory() const;
  // Throws std::runtime_error with the system's words.
  void write(const std::string& path) const;

 private:
  // What one thread knows of words, and the bags of the passages that it reads.
  struct Lane {
    StringNumbers words, terms;
    std::vector<uint32_t> term_of_word;  // [word]: the number of its term, or kStopWord
    std::vector<uint32_t> number;        // [term]: its number in `terms_`
    std::vector<TermCount> bags;
    std::vector<uint32_t> sizes, lengths;  // [passage]
    std::string term;
    std::vector<StringNumbers::Key> keys;  // of the words of one passage
    std::vector<uint32_t> doc;
  };
  void read(std::string_view text, Lane& lane) const;
  void finish_doc(std::string_view id, uint32_t length);

  Analyser analyser_;
  StringNumbers terms_;
  std::vector<Lane> lanes_;
  std::string ids_;
  std::vector<uint64_t> id_starts_{0}, bag_starts_{0};
  std::vector<uint32_t> lengths_;
  std::vector<TermCount> bags_;  // of all passages one after the other, by their numbers in `terms_`
};

}  // namespace irassay
