// How a long call hears Ctrl-C, and what Python sees of a call that was left.
#include "bind/long_call.hpp"

namespace nb = nanobind;

namespace irassay {

namespace {

// Python's handlers run here, on the main thread; elsewhere this does nothing. Their exception stays set.
bool signalled() {
  const nb::gil_scoped_acquire held;
  return PyErr_CheckSignals() != 0;
}

}  // namespace

LongCall::LongCall(Watch& watch) : before_(detail::working()) {
  detail::working() = {&watch, signalled, std::chrono::steady_clock::now() + kAskEvery};
}

LongCall::~LongCall() { detail::working() = before_; }

void bind_interrupt(nb::module_&) {
  nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
    try {
      std::rethrow_exception(thrown);
    } catch (const Interrupted&) {
      // On the main thread the handler's exception is set already; elsewhere somebody else was told to stop.
      if (!PyErr_Occurred()) PyErr_SetNone(PyExc_KeyboardInterrupt);
    }
  });
}

}  // namespace irassay
