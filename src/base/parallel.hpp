// SPDX-License-Identifier: MIT
// The interface to oneTBB: an arena of workers, and loops over tasks.
// Why no header of oneTBB here: it would take a third of the library's compile time.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include "base/function_ref.hpp"
#include "quadphase/config.hpp"

namespace quadphase::detail {

/// The threads of a default engine: as many as processor affinity and the container's CPU quota
/// allow.
[[nodiscard]] int default_thread_count();

/// The number of threads of the calling thread's arena.
[[nodiscard]] int caller_thread_count() noexcept;

/// The threads of an engine.
class Workers {
 public:
  /// `threads` of the own arena (0: the default), or the user's arena if `arena` names one.
  Workers(int threads, ArenaRef arena);

  /// The same threads, for one `run` that may be concurrent with others.
  /// Why: the state of a `run` is not shared, so several calls can use the same threads.
  [[nodiscard]] Workers share() const noexcept { return {arena_, count_}; }

  /// The threads of the arena that the calling thread is in, for one `run` there.
  [[nodiscard]] static Workers of_caller() noexcept { return {nullptr, caller_thread_count()}; }

  /// All worker numbers that tasks get are below this.
  [[nodiscard]] int count() const noexcept { return count_; }

  /// Workers that take part at a time, unless something in the process raises the limit later: at
  /// least 2, except for a single thread. Memory is reserved for them.
  [[nodiscard]] int concurrency() const noexcept;

  /// Workers that the loops of the current `run` may use.
  [[nodiscard]] int active_count() const noexcept { return serial_ ? 1 : count_; }

  /// Runs `frame`. Its loops may use all workers, or only the calling thread if `serial`. While the
  /// calling thread waits for such a loop, it takes no task from outside.
  /// Why: in the caller's arena that could be a task of the caller's, which may change data that
  /// this call still reads, or wait for a lock that this call holds.
  void run(bool serial, FunctionRef<void()> frame);

  /// Calls `task(index, worker)` for each index below `count`, concurrently and in any order,
  /// `grain` or more indices at a time. Call it inside `run` only. Exceptions of tasks are thrown
  /// again. In the checked build the order differs from call to call, on a single thread, too.
  template <class Task>
  void for_each(std::size_t count, std::size_t grain, const Task& task) const {
    for_each_range(count, grain, [&task](std::size_t first, std::size_t last, int worker) {
      for (std::size_t i = first; i < last; ++i) task(i, worker);
    });
  }

  /// Runs `call` so that the thread takes no other task of this loop while `call` waits for tasks
  /// of its own. Why: user code may run parallel loops. Without this, the waiting thread could
  /// start our next task on the buffer that the user still reads.
  static void isolate(FunctionRef<void()> call);

 private:
  Workers(std::shared_ptr<void> arena, int count) noexcept
      : arena_(std::move(arena)), count_(count) {}

  /// Calls `range(first, last, worker)` for ranges that make up `[0, count)`.
  void for_each_range(
      std::size_t count, std::size_t grain,
      FunctionRef<void(std::size_t first, std::size_t last, int worker)> range) const;

  std::shared_ptr<void> arena_;  // a tbb::task_arena; null: that of the calling thread
  int count_;
  bool serial_ = true;
};

}  // namespace quadphase::detail
