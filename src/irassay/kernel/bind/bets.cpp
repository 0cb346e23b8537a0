// Wealth of bets and weights of documents, as Python calls them.
#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <utility>

#include "bind/arrays.hpp"
#include "bind/long_call.hpp"
#include "decide/bets.hpp"
#include "decide/weights.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace irassay {
namespace {

using PairsAt = nb::ndarray<const int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// A view of values that the bets own, kept alive with them.
nb::ndarray<nb::numpy, double> bets_view(Bets& bets, std::vector<double>& values, std::initializer_list<size_t> shape) {
  return nb::ndarray<nb::numpy, double>(values.data(), shape, nb::find(&bets));
}

nb::ndarray<nb::numpy, double> bets_placed(Bets& bets, const PairsAt& at, const Matrix& mean, const Matrix& z, const Matrix& variance,
                                     const Matrix& least, const Doubles& left) {
  const size_t n = z.shape(0), n_at = at.shape(0);
  for (const Matrix* one : {&mean, &z, &variance, &least})
    if (one->shape(0) != n || one->shape(1) != n_at) throw std::invalid_argument("one value a draw and pair is needed");
  if (left.shape(0) != n_at) throw std::invalid_argument("one number of items a pair is needed");
  for (size_t i = 0; i < n_at; ++i)
    if (static_cast<size_t>(at.data()[i]) >= bets.n_pairs) throw std::invalid_argument("no such pair");
  std::vector<double> logs = bets.place({n, {at.data(), at.data() + n_at}, mean.data(), z.data(), variance.data(), least.data(), left.data()});
  return numpy_array(std::move(logs), {n, bets.n_levels, n_at});
}

Weights weights_of(const PairsAt& ends, const Indices& system, const Doubles& weight, size_t n_systems) {
  const size_t n = system.shape(0);
  if (ends.shape(0) == 0 || ends.data()[0] != 0 || static_cast<size_t>(ends.data()[ends.shape(0) - 1]) != n || weight.shape(0) != n)
    throw std::invalid_argument("one system a weight is needed");
  for (size_t doc = 1; doc < ends.shape(0); ++doc) {
    const int64_t first = ends.data()[doc - 1], end = ends.data()[doc];
    if (end < first || static_cast<size_t>(end) > n) throw std::invalid_argument("a document ends where it begins or later");
    for (int64_t i = first; i < end; ++i)
      if (system.data()[i] >= n_systems || (i > first && system.data()[i] <= system.data()[i - 1]))
        throw std::invalid_argument("the systems of a document rise");
  }
  return {ends.data(), system.data(), weight.data(), ends.shape(0) - 1, n_systems};
}

}  // namespace

void bind_bets(nb::module_& m) {
  nb::class_<Bets>(m, "Bets", "Wealth of bets against \"the first system is at most m better\", by pair and level m.")
      .def("__init__",
           [](Bets* self, const Matrix& levels, const Doubles& rates) {
             const size_t n = levels.shape(1);
             new (self) Bets({levels.data(), levels.data() + levels.size()}, n, {rates.data(), rates.data() + rates.shape(0)});
           },
           "levels"_a, "rates"_a)
      .def("place", &bets_placed, "at"_a, nb::kw_only(), "mean"_a, "z"_a, "variance"_a, "least"_a, "left"_a,
           "Bets on draws of the pairs `at`, each [draw][i], left [i]; log wealth after each draw: [draw][level][i].")
      .def_prop_ro("log_wealth", [](Bets& b) { return bets_view(b, b.log_wealth, {b.n_levels, b.n_pairs}); })
      .def_prop_ro("log_best", [](Bets& b) { return bets_view(b, b.log_best, {b.n_levels, b.n_pairs}); })
      .def_prop_ro("squares", [](Bets& b) { return bets_view(b, b.squares, {b.n_pairs}); })
      .def_prop_ro("expected", [](Bets& b) { return bets_view(b, b.expected, {b.n_pairs}); })
      .def_prop_ro("precision", [](Bets& b) { return bets_view(b, b.precision, {b.n_pairs}); })
      .def_prop_ro("weighted", [](Bets& b) { return bets_view(b, b.weighted, {b.n_pairs}); });
  m.def(
      "weight_gram",
      [](const PairsAt& ends, const Indices& system, const Doubles& weight, const Doubles& of, size_t n_systems) {
        const Weights weights = weights_of(ends, system, weight, n_systems);
        if (of.shape(0) != weights.n_docs) throw std::invalid_argument("one value a document is needed");
        return numpy_array(long_call([&] { return gram(weights, of.data()); }), {n_systems, n_systems});
      },
      "ends"_a, "system"_a, "weight"_a, "of"_a, "n_systems"_a,
      "Sum over documents of `of` x weight x weight: (system, system). The systems of a document rise.");
  m.def(
      "weight_quadratic",
      [](const PairsAt& ends, const Indices& system, const Doubles& weight, const Matrix& form) {
        const Weights weights = weights_of(ends, system, weight, form.shape(0));
        if (form.shape(1) != form.shape(0)) throw std::invalid_argument("a form is a square");
        return numpy_array(long_call([&] { return quadratic(weights, form.data()); }), {weights.n_docs});
      },
      "ends"_a, "system"_a, "weight"_a, "form"_a,
      "weight x form x weight of each document, of a symmetric form (system, system): (document,).");
}

}  // namespace irassay
