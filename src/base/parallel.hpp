// SPDX-License-Identifier: MIT
// The one door to oneTBB: an arena of workers, and loops over tasks.
// Why no template of oneTBB's here: its headers would take a third of the library's compile time.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include "base/function_ref.hpp"
#include "quadphase/config.hpp"

namespace quadphase::detail {

/// Threads that a default engine uses: what processor affinity and the container's CPU quota allow.
[[nodiscard]] int default_thread_count();

/// Threads that the arena of the calling thread has.
[[nodiscard]] int caller_thread_count() noexcept;

/// The threads of an engine.
class Workers {
 public:
  /// `threads` of the own arena (0: the default), or the user's arena where `arena` names one.
  Workers(int threads, ArenaRef arena);

  /// The same threads, for one `run` beside those of others.
  /// Why: what a `run` notes is no part of the threads, so that several calls can share them.
  [[nodiscard]] Workers beside() const noexcept { return {arena_, count_}; }

  /// The threads of the arena that the calling thread is in, for one `run` there.
  [[nodiscard]] static Workers of_caller() noexcept { return {nullptr, caller_thread_count()}; }

  /// Upper bound of the worker numbers that tasks see.
  [[nodiscard]] int count() const noexcept { return count_; }

  /// Workers that the loops of the current `run` may use.
  [[nodiscard]] int active_count() const noexcept { return serial_ ? 1 : count_; }

  /// Runs `frame` where its loops may use all workers, or on the calling thread alone when
  /// `serial`. While the calling thread waits for such a loop, it takes up no task from outside.
  /// Why: in the caller's arena that could be a task of the caller's, which may change what this
  /// one still reads, or wait for a lock that this one holds.
  void run(bool serial, FunctionRef<void()> frame);

  /// Calls `task(index, worker)` for each index below `count`, concurrently and in any order,
  /// `grain` or more indices a time. Only inside `run`. What a task throws is thrown again here.
  template <class Task>
  void for_each(std::size_t count, std::size_t grain, const Task& task) const {
    for_each_range(count, grain, [&task](std::size_t first, std::size_t last, int worker) {
      for (std::size_t i = first; i < last; ++i) task(i, worker);
    });
  }

  /// Runs `call` so that the thread takes up no other task of this loop while `call` waits for its
  /// own.
  /// Why: user code may run parallel loops; without this, the waiting thread could start our
  /// next task on the buffer that the user still reads.
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
