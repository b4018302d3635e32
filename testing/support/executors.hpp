// SPDX-License-Identifier: MIT
// Executors for tests, and one that watches another.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <numeric>
#include <random>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

#include "quadphase/executor.hpp"

namespace quadphase::contract {

/// Runs tasks on the calling thread, in an order of its own, with workers' numbers of its own.
class OneThread : public Executor {
 public:
  enum class Order { ascending, reverse, random };

  OneThread(int worker_count, Order order) : worker_count_(worker_count), order_(order) {}

  [[nodiscard]] int worker_count() const noexcept override { return worker_count_; }
  void run(std::size_t count, Task task) override {
    std::vector<std::size_t> indices(count);
    std::iota(indices.begin(), indices.end(), std::size_t{0});
    if (order_ == Order::reverse) std::reverse(indices.begin(), indices.end());
    if (order_ == Order::random) std::shuffle(indices.begin(), indices.end(), bits_);
    for (const std::size_t index : indices)
      task(index, std::uniform_int_distribution<int>(0, worker_count_ - 1)(bits_));
  }

 private:
  int worker_count_;
  Order order_;
  std::mt19937 bits_{1};
};

/// A thread for each task.
class ThreadPerTask final : public Executor {
 public:
  explicit ThreadPerTask(int worker_count) : worker_count_(worker_count) {}

  [[nodiscard]] int worker_count() const noexcept override { return worker_count_; }
  void run(std::size_t count, Task task) override {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < count; ++i) threads.emplace_back(task, i, static_cast<int>(i));
  }

 private:
  int worker_count_;
};

/// Passes calls on to another executor, and counts what breaks the rules of either side.
class Watched final : public Executor {
 public:
  explicit Watched(Executor& executor) : executor_(executor) {}

  [[nodiscard]] int worker_count() const noexcept override { return executor_.worker_count(); }
  void run(std::size_t count, Task task) override {
    ++runs;
    if (is_closed) ++wrong;
    if (count < 2 || count > static_cast<std::size_t>(worker_count())) ++wrong;
    if (depth > 0) ++wrong;  // inside a task
    struct Context {
      Watched& watched;
      Task task;
    } context{*this, task};
    executor_.run(count, {[](void* target, std::size_t index, int worker) noexcept {
                            const Context& inner = *static_cast<Context*>(target);
                            ++inner.watched.tasks;
                            ++depth;
                            inner.task(index, worker);
                            --depth;
                          },
                          &context});
  }

  std::atomic<int> runs{0};
  std::atomic<int> tasks{0};
  std::atomic<int> wrong{0};
  std::atomic<bool> is_closed{false};  // no call may come any more

 private:
  static inline thread_local int depth = 0;

  Executor& executor_;
};

}  // namespace quadphase::contract
