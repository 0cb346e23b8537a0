#include <nanobind/nanobind.h>

namespace nb = nanobind;

namespace irassay {
void bind_bound(nb::module_&) {}
}  // namespace irassay
