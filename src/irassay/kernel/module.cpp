// The extension module: hands on what each file of bind/ binds. Compiled for any processor (CMakeLists.txt): it asks for what
// the others need before they run.
#include <nanobind/nanobind.h>

#include <stdexcept>
#include <string>

namespace nb = nanobind;

namespace irassay {
void bind_collection(nb::module_& m);
void bind_score(nb::module_& m);
void bind_files(nb::module_& m);
void bind_resample(nb::module_& m);
void bind_families(nb::module_& m);
void bind_bound(nb::module_& m);
void bind_inspect(nb::module_& m);
void bind_reach(nb::module_& m);
void bind_label_places(nb::module_& m);
void bind_relevant_ranks(nb::module_& m);
void bind_reranking(nb::module_& m);
void bind_bets(nb::module_& m);
void bind_stack(nb::module_& m);
void bind_missing_labels(nb::module_& m);
void bind_same_docs(nb::module_& m);
void bind_interrupt(nb::module_& m);
void bind_json_rows(nb::module_& m);
void bind_pool(nb::module_& m);
void bind_select(nb::module_& m);
void bind_retrieve(nb::module_& m);
void bind_leak(nb::module_& m);
}  // namespace irassay

namespace {

// What this processor lacks of what the rest was compiled for; nullptr where it lacks nothing.
#ifdef IRASSAY_NEEDS_AVX2
const char* lacking() {
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("avx2")) return "AVX2";
  if (!__builtin_cpu_supports("bmi") || !__builtin_cpu_supports("bmi2")) return "BMI2";
  if (!__builtin_cpu_supports("fma")) return "FMA";
  return nullptr;
}
#else
const char* lacking() { return nullptr; }
#endif

}  // namespace

NB_MODULE(IRASSAY_MODULE, m) {
  if (const char* what = lacking())
    throw std::runtime_error(std::string("this processor has no ") + what + ", which this build of irassay's kernel needs");
  // An interrupted command ends while a thread still holds objects; that is no leak worth a page of warnings.
  nb::set_leak_warnings(false);
  m.doc() = "irassay's kernel: read, intern, rank, score, bound, resample.";
  irassay::bind_collection(m);
  irassay::bind_score(m);
  irassay::bind_files(m);
  irassay::bind_resample(m);
  irassay::bind_families(m);
  irassay::bind_bound(m);
  irassay::bind_inspect(m);
  irassay::bind_reach(m);
  irassay::bind_label_places(m);
  irassay::bind_relevant_ranks(m);
  irassay::bind_reranking(m);
  irassay::bind_stack(m);
  irassay::bind_missing_labels(m);
  irassay::bind_same_docs(m);
  irassay::bind_interrupt(m);
  irassay::bind_json_rows(m);
  irassay::bind_pool(m);
  irassay::bind_select(m);
  irassay::bind_retrieve(m);
  irassay::bind_leak(m);
  irassay::bind_bets(m);
}
