// SPDX-License-Identifier: MIT
// The workers of an engine or of a call, and their loops: threads of a oneTBB arena, or of the
// user's executor.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include "base/arena.hpp"
#include "base/function_ref.hpp"
#include "quadphase/executor.hpp"
#include "quadphase/export.hpp"

namespace quadphase::detail {

class Workers {
 public:
  /// Those of the user's executor if there is one, or else `threads` of an arena of their own (0:
  /// the default).
  QUADPHASE_API Workers(int threads, Executor* executor);

  /// The same threads, for one `run` that may be concurrent with others.
  /// Why: the state of a `run` is not shared, so several calls can use the same threads.
  [[nodiscard]] Workers share() const noexcept { return {executor_, arena_, count_}; }

  /// Those of the user's executor if there is one, or else the threads of the arena that the
  /// calling thread is in, for one `run` there.
  [[nodiscard]] static Workers of_caller(Executor* executor) noexcept;

  /// All worker numbers that tasks get are below this.
  [[nodiscard]] int count() const noexcept { return count_; }

  /// How many workers take part at a time, unless something in the process raises the limit later:
  /// at least 2, except for a single thread, and for an executor at least 8, if it has as many.
  /// Memory is reserved for them; others get theirs when they join.
  [[nodiscard]] int concurrency() const noexcept;

  /// Workers that the loops of the current `run` may use.
  [[nodiscard]] int active_count() const noexcept { return serial_ ? 1 : count_; }

  /// Runs `frame`. Its loops may use all workers; they use only the calling thread if `serial`, or
  /// in a task of the same user's executor. See `run_in_arena`.
  QUADPHASE_API void run(bool serial, FunctionRef<void()> frame);

  /// Calls `task(index, worker)` for each index below `count`, concurrently and in any order,
  /// `grain` or more indices at a time. Call it inside `run` only. Exceptions of tasks are
  /// rethrown. A loop in a task runs on that task's thread alone. In the checked build the order
  /// differs from call to call, even on a single thread.
  template <class Task>
  void for_each(std::size_t count, std::size_t grain, const Task& task) const {
    for_each_range(count, grain, [&task](std::size_t first, std::size_t last, int worker) {
      for (std::size_t i = first; i < last; ++i) task(i, worker);
    });
  }

  /// Runs `call` in a task so that the thread takes no other task of this loop while `call` waits
  /// for tasks of its own. Why: user code may run parallel loops. Without this, the waiting thread
  /// could start our next task on the buffer that the user still reads.
  /// With a user's executor this can still happen, but with another worker's number.
  void isolate(FunctionRef<void()> call) const;

 private:
  using Range = FunctionRef<void(std::size_t first, std::size_t last, int worker)>;

  Workers(Executor* executor, std::shared_ptr<void> arena, int count) noexcept
      : executor_(executor), arena_(std::move(arena)), count_(count) {}

  /// Calls `range(first, last, worker)` for ranges that make up `[0, count)`.
  QUADPHASE_API void for_each_range(std::size_t count, std::size_t grain, Range range) const;
  void divide(std::size_t count, std::size_t grain, Range range) const;

  Executor* executor_ = nullptr;  // the user's; null: threads of an arena
  std::shared_ptr<void> arena_;   // null: that of the calling thread, or none
  int count_ = 1;
  bool serial_ = true;
  Team* team_ = nullptr;  // of the current `run` in an arena
};

}  // namespace quadphase::detail
