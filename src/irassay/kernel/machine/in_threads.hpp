// Numbered pieces of work on several threads. An exception in one reaches the caller, and so does Ctrl-C (interrupt.hpp).
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <type_traits>
#include <vector>

#include "machine/interrupt.hpp"

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
    for (uint32_t i = 0; i < n; ++i) {
      poll();
      call(i, 0);
    }
    return;
  }
  std::atomic<uint32_t> next{0};
  std::exception_ptr failure;
  std::mutex mutex;
  std::condition_variable left;
  uint32_t working = threads;
  const auto run = [&](uint32_t thread) {
    std::exception_ptr thrown;
    try {
      for (uint32_t i = next++; i < n; i = next++) {
        poll();
        call(i, thread);
      }
    } catch (...) {
      thrown = std::current_exception();
      next = n;
    }
    const std::lock_guard<std::mutex> lock(mutex);
    if (thrown) failure = thrown;
    --working;
    left.notify_one();
  };
  Watch* const watch = detail::working().watch;
  std::vector<std::thread> pool;
  for (uint32_t t = 1; t < threads; ++t)
    pool.emplace_back([&, t] {
      const WorksFor call_of_another(watch);
      run(t);
    });
  run(0);
  while (true) {  // this thread goes on asking while the others finish
    std::unique_lock<std::mutex> lock(mutex);
    if (left.wait_for(lock, kAskEvery, [&] { return working == 0; })) break;
    lock.unlock();
    try {
      poll();
    } catch (...) {
      next = n;
      lock.lock();
      failure = std::current_exception();
    }
  }
  for (std::thread& thread : pool) thread.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace irassay
