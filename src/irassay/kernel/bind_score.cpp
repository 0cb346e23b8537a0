#include <nanobind/nanobind.h>

namespace nb = nanobind;

namespace irassay {
void bind_score(nb::module_&) {}
}  // namespace irassay
