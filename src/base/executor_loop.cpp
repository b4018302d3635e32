// SPDX-License-Identifier: MIT
#include "base/executor_loop.hpp"

#include <exception>

#include "base/block_loop.hpp"
#include "base/errors.hpp"
#include "base/scope_mark.hpp"
#include "base/tuning.hpp"

namespace quadphase::detail {
namespace {

struct Loop {
  const Executor& executor;
  int worker_count;
  BlockLoop blocks;

  /// A task of the executor; `loop` is a Loop.
  static void run_task(void* loop, std::size_t /*index*/, int worker) noexcept {
    static_cast<Loop*>(loop)->take_blocks(worker);
  }

  void take_blocks(int worker) noexcept {
    const TaskMark mark(&executor);
    if (worker >= 0 && worker < worker_count) {
      blocks.take_blocks(worker);
    } else {
      blocks.fail(std::make_exception_ptr(
          InvalidWorker("quadphase: an executor must give its tasks the numbers of workers: 0 to "
                        "worker_count() - 1")));
    }
  }
};

}  // namespace

Executor* checked_executor(Executor* executor) {
  const int worker_count = executor != nullptr ? executor->worker_count() : 1;
  require(worker_count >= 1 && worker_count <= kMaxThreads,
          "quadphase: the worker_count() of an executor must be 1 to 4096");
  return executor;
}

bool is_in_task_of(const Executor& executor) noexcept {
  return TaskMark::is_inside(&executor);
}

void for_each_range_on(Executor& executor, int worker_count, std::size_t count, std::size_t grain,
                       FunctionRef<void(std::size_t first, std::size_t last, int worker)> range) {
  Loop loop{executor, worker_count, {worker_count, count, grain, range}};
  try {
    executor.run(loop.blocks.task_count(), {&Loop::run_task, &loop});
  } catch (...) {  // Goes on without the executor: a store that has begun a change must finish it.
  }
  loop.take_blocks(0);
  loop.blocks.rethrow();
}

}  // namespace quadphase::detail
