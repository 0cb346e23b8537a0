// The file of a shard, part by part.
#pragma once

#include <cstdio>
#include <string>
#include <vector>

#include "retrieve/shard.hpp"

namespace irassay {

class ShardWriter {
 public:
  // Makes a file that must not be there. Throws std::runtime_error with the system's words, as every member does.
  explicit ShardWriter(const std::string& path);
  ~ShardWriter();
  ShardWriter(const ShardWriter&) = delete;
  ShardWriter& operator=(const ShardWriter&) = delete;

  ShardHeader& header() { return header_; }
  template <class Value>
  void part(Part which, const std::vector<Value>& values) {
    bytes(which, values.data(), values.size() * sizeof(Value));
  }
  void part(Part which, const std::string& values) { bytes(which, values.data(), values.size()); }
  // Writes the header, and syncs the file.
  void finish();

 private:
  void bytes(Part which, const void* data, size_t size);
  void put(const void* data, size_t size);

  FILE* file_;
  uint64_t n_written_ = 0;
  ShardHeader header_{};
};

}  // namespace irassay
