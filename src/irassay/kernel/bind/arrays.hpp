// Arrays that pass between Python and the resampling: what is taken, what is handed back, which pairs are asked for.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <utility>
#include <vector>

namespace irassay {

namespace nb = nanobind;

using Matrix = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Doubles = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Indices = nb::ndarray<const uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// The values as an array that owns them, of a framework of nanobind's.
template <class Framework, class T>
nb::ndarray<Framework, T> owned_array(std::vector<T>&& values, std::initializer_list<size_t> shape) {
  auto* kept = new std::vector<T>(std::move(values));
  nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return nb::ndarray<Framework, T>(kept->data(), shape, owner);
}

template <class T>
nb::ndarray<nb::numpy, T> numpy_array(std::vector<T>&& values, std::initializer_list<size_t> shape) {
  return owned_array<nb::numpy>(std::move(values), shape);
}

// For callers that may have no NumPy.
template <class T>
nb::ndarray<nb::memview, T> memory_view(std::vector<T>&& values, std::initializer_list<size_t> shape) {
  return owned_array<nb::memview>(std::move(values), shape);
}

// How many pairs a[i], b[i] there are; throws std::invalid_argument where one is of a system that is not there.
inline uint32_t pairs_of(const Indices& a, const Indices& b, size_t n_systems) {
  if (a.shape(0) != b.shape(0)) throw std::invalid_argument("as many first as second systems are needed");
  for (size_t i = 0; i < a.shape(0); ++i)
    if (a.data()[i] >= n_systems || b.data()[i] >= n_systems) throw std::invalid_argument("no such system");
  return static_cast<uint32_t>(a.shape(0));
}

}  // namespace irassay
