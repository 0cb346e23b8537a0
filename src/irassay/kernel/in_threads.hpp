// Numbered pieces of work on several threads. An exception in one reaches the caller.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <type_traits>
#include <vector>

namespace irassay {

// How many threads work on n pieces. asked = 0: as many as the machine has.
inline uint32_t n_threads(uint32_t n, uint32_t asked) {
  if (asked == 0) asked = std::max(1u, std::thread::hardware_concurrency());
  return std::max(1u, std::min(asked, n));
}

// Calls work(i), or work(i, thread) with thread < n_threads(n, threads), for each i < n, in any order.
template <class Work>
void in_threads(uint32_t n, uint32_t threads, Work work) {
  const auto call = [&](uint32_t i, uint32_t thread) {
    if constexpr (std::is_invocable_v<Work&, uint32_t, uint32_t>)
      work(i, thread);
    else
      work(i);
  };
  threads = n_threads(n, threads);
  if (threads == 1) {
    for (uint32_t i = 0; i < n; ++i) call(i, 0);
    return;
  }
  std::atomic<uint32_t> next{0};
  std::exception_ptr failure;
  std::mutex mutex;
  const auto run = [&](uint32_t thread) {
    try {
      for (uint32_t i = next++; i < n; i = next++) call(i, thread);
    } catch (...) {
      const std::lock_guard<std::mutex> lock(mutex);
      failure = std::current_exception();
      next = n;
    }
  };
  std::vector<std::thread> pool;
  for (uint32_t t = 1; t < threads; ++t) pool.emplace_back(run, t);
  run(0);
  for (std::thread& thread : pool) thread.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace irassay
