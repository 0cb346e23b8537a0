#include "retrieve/shard_writer.hpp"

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <unistd.h>

#include "machine/interrupt.hpp"

namespace irassay {

namespace {

[[noreturn]] void fail() { throw std::runtime_error(std::strerror(errno)); }

}  // namespace

ShardWriter::ShardWriter(const std::string& path) : file_(std::fopen(path.c_str(), "wbx")) {
  if (file_ == nullptr) fail();
  put(&header_, sizeof header_);
}

ShardWriter::~ShardWriter() {
  if (file_ != nullptr) std::fclose(file_);
}

void ShardWriter::bytes(Part which, const void* data, size_t size) {
  header_.starts[static_cast<size_t>(which)] = n_written_;
  put(data, size);
  static constexpr char zeros[8] = {};
  put(zeros, (8 - n_written_ % 8) % 8);
  header_.starts[kParts] = n_written_;
  poll();
}

void ShardWriter::put(const void* data, size_t size) {
  if (size > 0 && std::fwrite(data, 1, size, file_) != size) fail();
  n_written_ += size;
}

void ShardWriter::finish() {
  std::memcpy(header_.magic, kShardMagic, sizeof kShardMagic);
  std::rewind(file_);
  put(&header_, sizeof header_);
  FILE* file = file_;
  file_ = nullptr;
  const bool synced = std::fflush(file) == 0 && ::fsync(::fileno(file)) == 0;
  if (std::fclose(file) != 0 || !synced) fail();
}

}  // namespace irassay
