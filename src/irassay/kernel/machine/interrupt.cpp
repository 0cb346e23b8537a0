// Leaving long work early: see interrupt.hpp.
#include "machine/interrupt.hpp"

namespace irassay {

detail::Working& detail::working() {
  thread_local Working here;
  return here;
}

void poll() {
  detail::Working& here = detail::working();
  if (here.watch == nullptr) return;
  if (here.watch->stopped.load(std::memory_order_relaxed)) throw Interrupted();
  if (here.asks == nullptr) return;
  const auto now = std::chrono::steady_clock::now();
  if (now < here.next) return;
  here.next = now + kAskEvery;
  if (!here.asks()) return;
  here.watch->stopped = true;
  throw Interrupted();
}

}  // namespace irassay
