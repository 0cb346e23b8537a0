#include <nanobind/nanobind.h>

namespace nb = nanobind;

namespace irassay {
void bind_resample(nb::module_&) {}
}  // namespace irassay
