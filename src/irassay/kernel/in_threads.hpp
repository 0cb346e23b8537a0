// Numbered pieces of work on several threads. An exception in one reaches the caller.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace irassay {

// Calls work(i) for each i < n, in any order. threads = 0: as many as the machine has.
template <class Work>
void in_threads(uint32_t n, uint32_t threads, Work work) {
  if (threads == 0) threads = std::max(1u, std::thread::hardware_concurrency());
  threads = std::min(threads, n);
  if (threads <= 1) {
    for (uint32_t i = 0; i < n; ++i) work(i);
    return;
  }
  std::atomic<uint32_t> next{0};
  std::exception_ptr failure;
  std::mutex mutex;
  const auto run = [&] {
    try {
      for (uint32_t i = next++; i < n; i = next++) work(i);
    } catch (...) {
      const std::lock_guard<std::mutex> lock(mutex);
      failure = std::current_exception();
      next = n;
    }
  };
  std::vector<std::thread> pool;
  for (uint32_t t = 1; t < threads; ++t) pool.emplace_back(run);
  run();
  for (std::thread& thread : pool) thread.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace irassay
