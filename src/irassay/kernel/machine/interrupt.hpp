// Leaving long work early. Python hears signals on its main thread alone, and while the kernel works that thread is here:
// it asks now and then whether somebody pressed Ctrl-C. Whoever works for the same call learns it from a shared flag, and
// leaves by an exception. What the work was filling is then half done, and must be thrown away.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace irassay {

struct Interrupted {};

// How often the thread that called from Python asks: well within the third of a second that a person notices.
constexpr std::chrono::milliseconds kAskEvery{50};

// One call from Python, or several that shall stop together.
struct Watch {
  std::atomic<bool> stopped{false};
};

namespace detail {

// What this thread works for.
struct Working {
  Watch* watch = nullptr;
  bool (*asks)() = nullptr;  // true: stop. Only on the thread that called from Python
  std::chrono::steady_clock::time_point next{};
};
Working& working();

}  // namespace detail

// Called wherever work goes on for long without coming by: at least every tenth of a second. Throws Interrupted.
void poll();

// For work in small pieces: comes by once in `kEvery` of them.
template <uint32_t kEvery>
class PollNowAndThen {
 public:
  void operator()() {
    if (++pieces_ % kEvery == 0) poll();
  }

 private:
  uint32_t pieces_ = 0;
};

// For its lifetime, this thread works for a call that another thread made.
class WorksFor {
 public:
  explicit WorksFor(Watch* watch) : before_(detail::working()) { detail::working() = {watch, nullptr, {}}; }
  ~WorksFor() { detail::working() = before_; }
  WorksFor(const WorksFor&) = delete;

 private:
  detail::Working before_;
};

}  // namespace irassay
