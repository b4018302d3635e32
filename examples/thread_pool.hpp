// SPDX-License-Identifier: MIT
// A pool of threads as an executor: the threads sleep until there is a loop, then each takes tasks
// until none is left. Copy it, or write one around your own job system: see executors.cpp.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <quadphase/executor.hpp>
#include <stop_token>
#include <thread>
#include <vector>

namespace examples {

class ThreadPool final : public quadphase::Executor {
 public:
  // `worker_count` threads, of which the one that calls `run` is the first.
  explicit ThreadPool(int worker_count) {
    for (int worker = 1; worker < worker_count; ++worker) {
      threads_.emplace_back([this, worker](const std::stop_token& stop) {
        std::unique_lock lock(mutex_);
        while (wake_.wait(lock, stop, [this] { return next_ < count_; })) run_next(lock, worker);
      });
    }
  }

  [[nodiscard]] int worker_count() const noexcept override {
    return static_cast<int>(threads_.size()) + 1;
  }

  // If several threads call it at the same time, one waits for the other.
  void run(std::size_t count, Task task) override {
    const std::lock_guard one_at_a_time(run_mutex_);
    std::unique_lock lock(mutex_);
    task_ = task;
    next_ = 0;
    count_ = unfinished_ = count;
    wake_.notify_all();
    while (next_ < count_) run_next(lock, 0);
    done_.wait(lock, [this] { return unfinished_ == 0; });
  }

 private:
  // Runs the next task; the lock is free meanwhile.
  void run_next(std::unique_lock<std::mutex>& lock, int worker) {
    const std::size_t index = next_++;
    const Task task = task_;
    lock.unlock();
    task(index, worker);
    lock.lock();
    if (--unfinished_ == 0) done_.notify_one();
  }

  std::mutex run_mutex_;
  std::mutex mutex_;  // of all below but the threads
  std::condition_variable_any wake_;
  std::condition_variable_any done_;
  Task task_{};
  std::size_t next_ = 0;
  std::size_t count_ = 0;
  std::size_t unfinished_ = 0;
  std::vector<std::jthread> threads_;  // last, so that they end before what they use
};

}  // namespace examples
