// Memory for whole vectors of doubles, aligned to a cache line.
#pragma once

#include <cstddef>
#include <memory>
#include <new>

namespace irassay {

class AlignedBlock {
 public:
  explicit AlignedBlock(size_t n) : data_(static_cast<double*>(::operator new(n * sizeof(double), std::align_val_t(64)))) {}
  double* get() const { return data_.get(); }

 private:
  struct Free {
    void operator()(double* p) const { ::operator delete(p, std::align_val_t(64)); }
  };
  std::unique_ptr<double, Free> data_;
};

}  // namespace irassay
