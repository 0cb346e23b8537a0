// Test texts held against training texts.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>

#include "bind/arrays.hpp"
#include "bind/long_call.hpp"
#include "leak/matcher.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace irassay {

namespace {

using TextViews = std::vector<std::string_view>;

template <class T>
using Array = nb::ndarray<nb::numpy, T>;

std::tuple<Array<uint32_t>, Array<uint32_t>, Array<uint8_t>, Array<float>> match(Matcher& matcher, const TextViews& texts, uint32_t threads) {
  const std::vector<MayLeak> pairs = long_call([&] { return matcher.match(texts, threads); });
  std::vector<uint32_t> rows, of;
  std::vector<uint8_t> by;
  std::vector<float> grams;
  for (const MayLeak& pair : pairs) {
    rows.push_back(pair.row);
    of.push_back(pair.text);
    by.push_back(pair.by);
    grams.push_back(pair.grams_share);
  }
  const size_t n = pairs.size();
  return {numpy_array(std::move(rows), {n}), numpy_array(std::move(of), {n}), numpy_array(std::move(by), {n}), numpy_array(std::move(grams), {n})};
}

uint32_t n_grams(const Matcher& matcher, uint32_t text) {
  if (text >= matcher.n_texts()) throw std::out_of_range("no test text of that number");
  return matcher.n_grams(text);
}

// Stems of a training text, each with the stems of test texts that it may be a slip of.
std::vector<std::pair<std::string, std::vector<std::string>>> slips(const TestTexts& test, std::string_view text) {
  std::vector<std::pair<std::string, std::vector<std::string>>> out;
  Content::Word described;
  std::vector<uint32_t> meant;
  test.content().each(text, [&](std::string_view word, bool is_spaced) {
    test.content().describe(word, is_spaced, described);
    if (!is_spaced || described.is_function) return;
    test.meant_by(described, meant);
    if (meant.empty()) return;
    out.emplace_back(described.stem, std::vector<std::string>{});
    for (const uint32_t stem : meant) out.back().second.push_back(test.stem_text(stem));
  });
  return out;
}

}  // namespace

void bind_leak(nb::module_& m) {
  nb::class_<TestTexts>(m, "TestTexts", "Test texts, as training texts are held against them.")
      .def(nb::init<const TextViews&, const std::vector<std::string>&>(), "texts"_a, "function_words"_a)
      .def_prop_ro("n_texts", [](const TestTexts& test) { return test.texts().size(); })
      .def("stems", [](const TestTexts& test, std::string_view text) { return test.content().stems(text); }, "text"_a,
           "The distinct stems of any text, in byte order, without function words unless it has no others.")
      .def("slips", &slips, "text"_a, "The stems of any text that may be slips, each with the test texts' stems that may be meant.");
  nb::class_<TrainingCounts>(m, "TrainingCounts", "How many training texts have what test texts have.")
      .def(nb::init<const TestTexts&>(), "test"_a, nb::keep_alive<1, 2>())
      .def("add", &TrainingCounts::add, "texts"_a, nb::kw_only(), "threads"_a, nb::call_guard<LongCall>())
      .def("merge", [](TrainingCounts& counts, const nb::bytes& of) { counts.merge({of.c_str(), of.size()}); }, "counts"_a,
           "Add what another object of the same test texts counted.")
      .def("to_bytes", [](const TrainingCounts& counts) { const std::string bytes = counts.to_bytes(); return nb::bytes(bytes.data(), bytes.size()); })
      .def_prop_ro("n", &TrainingCounts::n)
      .def_prop_ro("n_empty", &TrainingCounts::n_empty);
  nb::class_<StemCounts>(m, "StemCounts", "How many training texts have each of some stems.")
      .def(nb::init<const TestTexts&, const std::vector<std::string>&>(), "test"_a, "stems"_a, nb::keep_alive<1, 2>())
      .def("add", &StemCounts::add, "texts"_a, nb::kw_only(), "threads"_a, nb::call_guard<LongCall>())
      .def_prop_ro("counts", &StemCounts::counts);
  nb::class_<Matcher>(m, "Matcher", "Lets training texts through that may ask what a test text asks.")
      .def(nb::init<const TestTexts&, const TrainingCounts&, double, uint64_t>(), "test"_a, "counts"_a, nb::kw_only(), "floor"_a, "boilerplate"_a,
           nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>())
      .def("match", &match, "texts"_a, nb::kw_only(), "threads"_a,
           "Of each pair the row, the test text, the evidence (1 words, 2 a slip forgiven, 4 runs of 13 words) and the share of the "
           "test text's runs of words; by row, then by test text.")
      .def("weight", &Matcher::weight_of, "n_texts"_a, "The weight of a stem that so many training texts have.")
      .def("n_grams", &n_grams, "text"_a, "How many of a test text's runs of 13 words are no boilerplate.");
}

}  // namespace irassay
