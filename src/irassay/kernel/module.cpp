// The one extension module. Each translation unit that Python calls binds itself.
#include <nanobind/nanobind.h>

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
void bind_stack(nb::module_& m);
void bind_interrupt(nb::module_& m);
}  // namespace irassay

NB_MODULE(_core, m) {
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
  irassay::bind_stack(m);
  irassay::bind_interrupt(m);
}
