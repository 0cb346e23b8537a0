// What Python calls of resampling whole families. Shapes are checked here; the GIL is released around work.
#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>

#include "bind/arrays.hpp"
#include "bind/long_call.hpp"
#include "resample/pair_spread.hpp"
#include "resample/shift_test.hpp"
#include "resample/shuffles.hpp"
#include "resample/step_down.hpp"

namespace irassay {
namespace {

nb::ndarray<nb::numpy, uint32_t> step_down(const Matrix& scores, const Indices& a, const Indices& b, const Doubles& weight,
                                           const Doubles& threshold, uint64_t key, uint64_t first, uint32_t n, bool enumerated,
                                           unsigned threads) {
  const uint32_t n_pairs = pairs_of(a, b, scores.shape(1));
  if (threshold.shape(0) != n_pairs || weight.shape(0) != n_pairs)
    throw std::invalid_argument("one weight and one threshold a pair are needed");
  if (enumerated && scores.shape(0) > kSignsPerWord) throw std::invalid_argument("too many queries to enumerate");
  const StepDown family{scores.data(), static_cast<uint32_t>(scores.shape(0)), static_cast<uint32_t>(scores.shape(1)),
                        a.data(), b.data(), weight.data(), threshold.data(), n_pairs, key,
                        enumerated ? Signs::enumerated : Signs::drawn};
  return numpy_array(long_call([&] { return count_step_down(family, first, n, threads); }), {n_pairs});
}

nb::ndarray<nb::numpy, double> ranges(const Matrix& scores, uint64_t key, uint64_t first, uint32_t n, unsigned threads) {
  if (scores.shape(1) == 0) throw std::invalid_argument("at least one system is needed");
  std::vector<double> out(n);
  {
    const LongCall call;
    shuffled_ranges(scores.data(), static_cast<uint32_t>(scores.shape(0)), static_cast<uint32_t>(scores.shape(1)), key, first,
                    n, threads, out.data());
  }
  return numpy_array(std::move(out), {n});
}

nb::ndarray<nb::numpy, uint32_t> shifts(const Matrix& scores, const Indices& a, const Indices& b, const Doubles& threshold,
                                        uint64_t key, uint64_t first, uint32_t n, const std::vector<uint32_t>& bounds,
                                        unsigned threads) {
  const uint32_t n_pairs = pairs_of(a, b, scores.shape(1));
  if (threshold.shape(0) != n_pairs) throw std::invalid_argument("one threshold a pair is needed");
  if (bounds.size() < 2 || bounds.front() != 0 || bounds.back() != scores.shape(0))
    throw std::invalid_argument("bounds start at 0 and end at the number of queries");
  for (size_t c = 1; c < bounds.size(); ++c)
    if (bounds[c] <= bounds[c - 1]) throw std::invalid_argument("every collection needs a query");
  const Shifts what{scores.data(), static_cast<uint32_t>(scores.shape(1)), a.data(), b.data(), threshold.data(), n_pairs, key,
                    bounds};
  return numpy_array(long_call([&] { return count_shifts(what, first, n, threads); }), {n_pairs});
}

nb::ndarray<nb::numpy, double> shares_below(const Matrix& values, const Indices& a, const Indices& b, const Doubles& at,
                                            unsigned threads) {
  const uint32_t n_pairs = pairs_of(a, b, values.shape(0));
  if (at.shape(0) != n_pairs) throw std::invalid_argument("one value a pair is needed");
  if (values.shape(1) == 0) throw std::invalid_argument("at least one resample is needed");
  std::vector<double> out(n_pairs);
  {
    const LongCall call;
    pair_shares_below(values.data(), static_cast<uint32_t>(values.shape(1)), a.data(), b.data(), at.data(), n_pairs, threads,
                      out.data());
  }
  return numpy_array(std::move(out), {n_pairs});
}

nb::ndarray<nb::numpy, double> quantiles_at(const Matrix& values, const Indices& a, const Indices& b,
                                            const Matrix& probabilities, unsigned threads) {
  const uint32_t n_pairs = pairs_of(a, b, values.shape(0));
  if (probabilities.shape(0) != n_pairs) throw std::invalid_argument("probabilities for each pair are needed");
  if (values.shape(1) == 0) throw std::invalid_argument("at least one resample is needed");
  const size_t n_levels = probabilities.shape(1);
  for (size_t i = 0; i < n_pairs * n_levels; ++i)
    if (!(probabilities.data()[i] >= 0 && probabilities.data()[i] <= 1)) throw std::invalid_argument("probabilities are from 0 to 1");
  std::vector<double> out(n_pairs * n_levels);
  {
    const LongCall call;
    pair_quantiles_at(values.data(), static_cast<uint32_t>(values.shape(1)), a.data(), b.data(), probabilities.data(),
                      static_cast<uint32_t>(n_levels), n_pairs, threads, out.data());
  }
  return numpy_array(std::move(out), {n_pairs, n_levels});
}

}  // namespace

void bind_families(nb::module_& m) {
  using namespace nb::literals;
  m.def("count_step_down", &step_down, "scores"_a, "a"_a, "b"_a, "weight"_a, "threshold"_a, "key"_a, "first"_a, "n"_a,
        nb::kw_only(), "enumerated"_a = false, "threads"_a = 0u,
        "How many sign flips first .. first + n put the largest statistic of a pair and all later ones at its threshold or "
        "beyond. scores: (query, system), snapped; pairs from the largest observed statistic to the smallest.");
  m.def("shuffled_ranges", &ranges, "scores"_a, "key"_a, "first"_a, "n"_a, nb::kw_only(), "threads"_a = 0u,
        "Largest minus smallest sum over queries with each query's scores dealt to the systems anew: (shuffle,).");
  m.def("count_shifts", &shifts, "scores"_a, "a"_a, "b"_a, "threshold"_a, "key"_a, "first"_a, "n"_a, "bounds"_a, nb::kw_only(),
        "threads"_a = 0u,
        "How many bootstrap resamples first .. first + n move the sum of a pair's differences by its threshold or more.");
  m.def("pair_shares_below", &shares_below, "values"_a, "a"_a, "b"_a, "at"_a, nb::kw_only(), "threads"_a = 0u,
        "Share of values[a] - values[b] below `at`, ties counted half: (pair,). values: (system, resample).");
  m.def("pair_quantiles_at", &quantiles_at, "values"_a, "a"_a, "b"_a, "probabilities"_a, nb::kw_only(), "threads"_a = 0u,
        "Quantiles over resamples of values[a] - values[b] at each pair's own probabilities: (pair, level).");
}
}  // namespace irassay
