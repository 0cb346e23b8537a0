// A file's bytes, mapped into memory and read only.
#pragma once

#include <cstddef>
#include <string>

namespace irassay {

class MappedFile {
 public:
  // Throws std::runtime_error with the system's words.
  explicit MappedFile(const std::string& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  const char* data() const { return data_; }
  size_t size() const { return size_; }
  // Gives the memory back that was looked at; the bytes come from the file again when they are.
  void let_go() const;

 private:
  const char* data_ = nullptr;
  size_t size_ = 0;
};

}  // namespace irassay
