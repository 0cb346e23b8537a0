// Work split over threads. What a task computes must not depend on which thread takes it.
#pragma once

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace irassay {

// How many threads `asked` means (0: one a core) for n tasks.
inline unsigned n_threads(unsigned asked, size_t n) {
  const unsigned wanted = asked == 0 ? std::max(1u, std::thread::hardware_concurrency()) : asked;
  return static_cast<unsigned>(std::max<size_t>(1, std::min<size_t>(wanted, n)));
}

// Calls task(i, worker) once for each i in [0, n), worker below n_threads(threads, n). The first exception of any task is
// thrown here, after all threads have stopped.
template <class Task>
void parallel_for(size_t n, unsigned threads, Task task) {
  const unsigned workers = n_threads(threads, n);
  if (workers == 1) {
    for (size_t i = 0; i < n; ++i) task(i, 0u);
    return;
  }
  std::atomic<size_t> next{0};
  std::exception_ptr failure;
  std::mutex failing;
  const auto work = [&](unsigned worker) {
    try {
      for (size_t i = next++; i < n; i = next++) task(i, worker);
    } catch (...) {
      next = n;
      const std::lock_guard<std::mutex> lock(failing);
      if (!failure) failure = std::current_exception();
    }
  };
  std::vector<std::thread> others;
  for (unsigned worker = 1; worker < workers; ++worker) others.emplace_back(work, worker);
  work(0);
  for (std::thread& thread : others) thread.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace irassay
