// SPDX-License-Identifier: MIT
// A loop is cut into blocks, some for each worker, and the executor gets a task for each worker. A
// task takes blocks until none is left. Why not a task for each block: a job costs from 50 ns to
// some microseconds, the next block costs one atomic addition. And whatever an executor leaves out,
// the calling thread finds among the blocks.
#include "base/executor_loop.hpp"

#include <algorithm>
#include <atomic>
#include <exception>

#include "base/errors.hpp"
#include "base/floating_point_mode.hpp"
#include "base/scope_mark.hpp"

namespace quadphase::detail {
namespace {

/// Blocks per worker, so that workers whose blocks take long take fewer.
constexpr std::size_t kBlocksPerWorker = 16;

class Loop {
 public:
  using Range = FunctionRef<void(std::size_t first, std::size_t last, int worker)>;

  Loop(const Executor& executor, int worker_count, std::size_t count, std::size_t grain,
       Range range) noexcept
      : executor_(executor), worker_count_(worker_count), count_(count), range_(range) {
    const std::size_t block_count = static_cast<std::size_t>(worker_count) * kBlocksPerWorker;
    block_size_ = std::max(grain, (count + block_count - 1) / block_count);
    block_count_ = (count + block_size_ - 1) / block_size_;
  }

  [[nodiscard]] std::size_t task_count() const noexcept {
    return std::min(block_count_, static_cast<std::size_t>(worker_count_));
  }

  /// A task of the executor; `loop` is this.
  static void run_task(void* loop, std::size_t /*index*/, int worker) noexcept {
    static_cast<Loop*>(loop)->take_blocks(worker);
  }

  /// Takes blocks until none is left, or until one has thrown.
  void take_blocks(int worker) noexcept {
    const TaskMark mark(&executor_);
    const DefaultFloatingPointMode mode;
    try {
      if (worker < 0 || worker >= worker_count_)
        throw InvalidWorker(
            "quadphase: an executor must give its tasks the numbers of workers: 0 to "
            "worker_count() - 1");
      while (!has_failed_.load(std::memory_order_relaxed)) {
        const std::size_t block = next_.fetch_add(1, std::memory_order_relaxed);
        if (block >= block_count_) return;
        const std::size_t first = block * block_size_;
        range_(first, std::min(first + block_size_, count_), worker);
      }
    } catch (...) {
      if (!has_failed_.exchange(true)) error_ = std::current_exception();
    }
  }

  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  const Executor& executor_;
  int worker_count_;
  std::size_t count_;
  std::size_t block_size_;
  std::size_t block_count_;
  Range range_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> has_failed_{false};
  std::exception_ptr error_;  // of the task that failed first
};

}  // namespace

bool is_in_task_of(const Executor& executor) noexcept {
  return TaskMark::is_inside(&executor);
}

void for_each_range_on(Executor& executor, int worker_count, std::size_t count, std::size_t grain,
                       FunctionRef<void(std::size_t first, std::size_t last, int worker)> range) {
  Loop loop(executor, worker_count, count, grain, range);
  try {
    executor.run(loop.task_count(), {&Loop::run_task, &loop});
  } catch (...) {  // The loop goes on without it: a store that has begun a change must finish it.
  }
  loop.take_blocks(0);
  loop.rethrow();
}

}  // namespace quadphase::detail
