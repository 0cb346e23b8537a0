#include <nanobind/nanobind.h>

namespace nb = nanobind;

namespace irassay {
void bind_collection(nb::module_&) {}
}  // namespace irassay
