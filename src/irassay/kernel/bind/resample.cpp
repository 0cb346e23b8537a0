// What Python calls of resampling. Shapes are checked here; the GIL is released around work.
#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <stdexcept>
#include <string>

#include "bind/arrays.hpp"
#include "bind/long_call.hpp"
#include "machine/in_threads.hpp"
#include "resample/bootstrap.hpp"
#include "resample/drawn_sums.hpp"
#include "resample/exact_flips.hpp"
#include "resample/sign_flips.hpp"

namespace irassay {
namespace {

nb::ndarray<nb::numpy, uint32_t> flips(const Matrix& scores, const Indices& a, const Indices& b, const Doubles& threshold,
                                       uint64_t key, uint64_t first, uint32_t n, bool enumerated, unsigned threads) {
  const uint32_t n_pairs = pairs_of(a, b, scores.shape(1));
  if (threshold.shape(0) != n_pairs) throw std::invalid_argument("one threshold a pair is needed");
  if (enumerated && scores.shape(0) > kSignsPerWord) throw std::invalid_argument("too many queries to enumerate");
  const Flips what{scores.data(), static_cast<uint32_t>(scores.shape(0)), static_cast<uint32_t>(scores.shape(1)),
                   a.data(), b.data(), threshold.data(), n_pairs, key,
                   enumerated ? Signs::enumerated : Signs::drawn};
  return numpy_array(long_call([&] { return count_flips(what, first, n, threads); }), {n_pairs});
}

void check_positive(const Doubles& values, const char* what) {
  for (size_t i = 0; i < values.shape(0); ++i)
    if (!(values.data()[i] > 0 && std::isfinite(values.data()[i]))) throw std::invalid_argument(std::string(what) + " is above 0");
}

void check_finite(const Matrix& values) {
  for (size_t i = 0; i < values.shape(0) * values.shape(1); ++i)
    if (!std::isfinite(values.data()[i])) throw std::invalid_argument("a magnitude is a number");
}

template <class One>
nb::ndarray<nb::numpy, double> tails(const Matrix& magnitudes, const Doubles& threshold, unsigned threads, One&& one) {
  if (threshold.shape(0) != magnitudes.shape(0)) throw std::invalid_argument("one threshold a row is needed");
  const size_t n = magnitudes.shape(0), width = magnitudes.shape(1);
  std::vector<double> out(2 * n);
  {
    const LongCall call;
    in_threads(static_cast<uint32_t>(n), threads, [&](uint32_t i) {
      const Tail tail = one(magnitudes.data() + i * width, static_cast<uint32_t>(width), i);
      out[2 * i] = tail.low;
      out[2 * i + 1] = tail.high;
    });
  }
  return numpy_array(std::move(out), {n, 2});
}

nb::ndarray<nb::numpy, double> lattice(const Matrix& magnitudes, const Doubles& threshold, const Doubles& step, unsigned threads) {
  if (step.shape(0) != magnitudes.shape(0)) throw std::invalid_argument("one step a row is needed");
  check_positive(step, "a step");
  check_finite(magnitudes);
  return tails(magnitudes, threshold, threads, [&](const double* row, uint32_t n, size_t i) {
    return tail_by_lattice(row, n, threshold.data()[i], step.data()[i]);
  });
}

nb::ndarray<nb::numpy, double> inversion(const Matrix& magnitudes, const Doubles& threshold, const Doubles& noise, unsigned threads) {
  if (noise.shape(0) != magnitudes.shape(0)) throw std::invalid_argument("one noise a row is needed");
  check_positive(noise, "a noise");
  check_finite(magnitudes);
  return tails(magnitudes, threshold, threads, [&](const double* row, uint32_t n, size_t i) {
    return tail_by_inversion(row, n, threshold.data()[i], noise.data()[i]);
  });
}

double meeting(const Doubles& magnitudes, double threshold) {
  uint32_t n = 0;
  for (size_t i = 0; i < magnitudes.shape(0); ++i) n += magnitudes.data()[i] > 0;
  if (n > kMeetAtMost) throw std::invalid_argument("too many magnitudes to meet in the middle");
  const LongCall call;
  return tail_by_meeting(magnitudes.data(), static_cast<uint32_t>(magnitudes.shape(0)), threshold);
}

void check_bounds(const std::vector<uint32_t>& bounds) {
  if (bounds.size() < 2 || bounds.front() != 0) throw std::invalid_argument("bounds start at 0 and end at the number of queries");
  for (size_t c = 1; c < bounds.size(); ++c)
    if (bounds[c] <= bounds[c - 1]) throw std::invalid_argument("every collection needs a query");
}

nb::ndarray<nb::numpy, double> draws(uint64_t key, uint64_t first, uint32_t n, const std::vector<uint32_t>& bounds) {
  constexpr uint32_t kPollEvery = 256;
  check_bounds(bounds);
  std::vector<double> out(static_cast<size_t>(n) * bounds.back());
  {
    const LongCall call;
    for (uint32_t r = 0; r < n; ++r) {
      if (r % kPollEvery == 0) poll();
      count_draws(key, first + r, bounds, out.data() + static_cast<size_t>(r) * bounds.back());
    }
  }
  return numpy_array(std::move(out), {n, bounds.back()});
}

nb::ndarray<nb::numpy, double> sums(const Matrix& scores, uint64_t key, uint64_t first, uint32_t n,
                                    const std::vector<uint32_t>& bounds, unsigned threads) {
  check_bounds(bounds);
  const auto n_systems = static_cast<uint32_t>(scores.shape(0));
  if (scores.shape(1) != bounds.back()) throw std::invalid_argument("one score a query is needed");
  std::vector<double> out(static_cast<size_t>(n_systems) * n);
  {
    const LongCall call;
    drawn_sums(scores.data(), n_systems, key, first, n, bounds, threads, out.data());
  }
  return numpy_array(std::move(out), {n_systems, n});
}

nb::ndarray<nb::numpy, double> quantiles(const Matrix& values, const Indices& a, const Indices& b,
                                         const std::vector<double>& probabilities, unsigned threads) {
  const uint32_t n = pairs_of(a, b, values.shape(0));
  for (size_t k = 0; k < probabilities.size(); ++k)
    if (!(probabilities[k] >= 0 && probabilities[k] <= 1) || (k && probabilities[k] < probabilities[k - 1]))
      throw std::invalid_argument("probabilities ascend from 0 to 1");
  if (values.shape(1) == 0) throw std::invalid_argument("at least one resample is needed");
  std::vector<double> out(n * probabilities.size());
  {
    const LongCall call;
    pair_quantiles(values.data(), static_cast<uint32_t>(values.shape(1)), a.data(), b.data(), n,
                   probabilities, threads, out.data());
  }
  return numpy_array(std::move(out), {n, probabilities.size()});
}

}  // namespace

void bind_resample(nb::module_& m) {
  using namespace nb::literals;
  m.def("count_flips", &flips, "scores"_a, "a"_a, "b"_a, "threshold"_a, "key"_a, "first"_a, "n"_a, nb::kw_only(),
        "enumerated"_a = false, "threads"_a = 0u,
        "How many sign flips first .. first + n put a pair's |sum of differences| at its threshold or beyond. "
        "scores: (query, system), snapped; a, b, threshold: one a pair.");
  m.def("lattice_tails", &lattice, "magnitudes"_a, "threshold"_a, "step"_a, nb::kw_only(), "threads"_a = 0u,
        "Lower and upper two-sided tails of randomly signed magnitudes (row, query), rounded to step and convolved.");
  m.def("inverted_tails", &inversion, "magnitudes"_a, "threshold"_a, "noise"_a, nb::kw_only(), "threads"_a = 0u,
        "Lower and upper two-sided tails by inverting the characteristic function, smoothed by noise.");
  m.def("met_tail", &meeting, "magnitudes"_a, "threshold"_a,
        "The two-sided tail over every sign vector, by meeting in the middle.");
  m.attr("MEET_AT_MOST") = kMeetAtMost;
  m.def("count_draws", &draws, "key"_a, "first"_a, "n"_a, "bounds"_a,
        "How often each query is drawn in resamples first .. first + n: (resample, query). bounds part collections.");
  m.def("drawn_sums", &sums, "scores"_a, "key"_a, "first"_a, "n"_a, "bounds"_a, nb::kw_only(), "threads"_a = 0u,
        "Sums of scores (system, query), snapped, over the queries that resamples first .. first + n draw: (system, resample).");
  m.def("pair_quantiles", &quantiles, "values"_a, "a"_a, "b"_a, "probabilities"_a, nb::kw_only(), "threads"_a = 0u,
        "Quantiles over resamples of values[a] - values[b]: (pair, probability). values: (system, resample).");
}
}  // namespace irassay
