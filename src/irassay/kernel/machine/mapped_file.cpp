#include "machine/mapped_file.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <stdexcept>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace irassay {

MappedFile::MappedFile(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) throw std::runtime_error(std::strerror(errno));
  struct stat about {};
  void* at = MAP_FAILED;
  if (::fstat(file, &about) == 0) {
    size_ = static_cast<size_t>(about.st_size);
    at = size_ == 0 ? nullptr : ::mmap(nullptr, size_, PROT_READ, MAP_SHARED, file, 0);
  }
  const int error = errno;
  ::close(file);
  if (at == MAP_FAILED) throw std::runtime_error(std::strerror(error));
  data_ = static_cast<const char*>(at);
}

void MappedFile::let_go() const {
  if (data_ != nullptr) ::madvise(const_cast<char*>(data_), size_, MADV_DONTNEED);
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) ::munmap(const_cast<char*>(data_), size_);
}

}  // namespace irassay
