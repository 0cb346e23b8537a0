// A call from Python that may take long: it releases the GIL and listens to Ctrl-C. Stands where nb::gil_scoped_release would.
#pragma once

#include <nanobind/nanobind.h>

#include "machine/interrupt.hpp"

namespace irassay {

class LongCall {
 public:
  LongCall() : LongCall(own_) {}
  // Stops also when somebody else sets the flag of `watch`.
  explicit LongCall(Watch& watch);
  ~LongCall();
  LongCall(const LongCall&) = delete;

 private:
  Watch own_;
  detail::Working before_;
  nanobind::gil_scoped_release release_;
};

// The result of work that may take long; Python's objects are made of it afterwards.
template <class Work>
auto long_call(Work&& work) {
  const LongCall call;
  return work();
}

}  // namespace irassay
