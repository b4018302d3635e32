// SPDX-License-Identifier: MIT
// The one door to oneTBB: an arena of workers, and loops over tasks.
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <cstddef>
#include <optional>
#include <utility>

#include "base/floating_point_mode.hpp"
#include "quadphase/config.hpp"

namespace quadphase::detail {

/// Threads that a default engine uses: what processor affinity and the container's CPU quota allow.
[[nodiscard]] int default_thread_count();

/// The threads of an engine.
class Workers {
 public:
  /// `threads` of the own arena (0: the default), or the user's arena where `arena` names one.
  Workers(int threads, ArenaRef arena);

  /// The same threads, for one `run` beside those of others. These must outlive it.
  /// Why: what a `run` notes is no part of the threads, so that several calls can share them.
  [[nodiscard]] Workers beside() noexcept {
    Workers workers;
    workers.user_arena_ = arena();
    workers.count_ = count_;
    return workers;
  }

  /// The threads of the arena that the calling thread is in, for one `run` there.
  [[nodiscard]] static Workers of_caller() noexcept {
    Workers workers;
    workers.count_ = tbb::this_task_arena::max_concurrency();
    return workers;
  }

  /// Upper bound of the worker numbers that tasks see.
  [[nodiscard]] int count() const noexcept { return count_; }

  /// Workers that the loops of the current `run` may use.
  [[nodiscard]] int active_count() const noexcept { return serial_ ? 1 : count_; }

  /// Runs `frame` where its loops may use all workers, or on the calling thread alone when
  /// `serial`. While the calling thread waits for such a loop, it takes up no task from outside.
  /// Why: in the caller's arena that could be a task of the caller's, which may change what this
  /// one still reads, or wait for a lock that this one holds.
  template <class Frame>
  void run(bool serial, Frame&& frame) {
    serial_ = serial || count_ == 1;
    const DefaultFloatingPointMode mode;
    if (serial_) {
      std::forward<Frame>(frame)();
    } else {
      const auto isolated = [&frame] {
        isolate([&frame] {
          // Why again: an arena's own mode, that of the thread which began it, is set inside.
          const DefaultFloatingPointMode arena_mode;
          std::forward<Frame>(frame)();
        });
      };
      if (tbb::task_arena* const own = arena()) {
        own->execute(isolated);
      } else {
        isolated();
      }
    }
  }

  /// Calls `task(index, worker)` for each index below `count`, concurrently and in any order,
  /// `grain` or more indices a time. Only inside `run`. What a task throws is thrown again here.
  template <class Task>
  void for_each(std::size_t count, std::size_t grain, const Task& task) const {
    if (serial_ || count <= grain) {
      const int worker = serial_ ? 0 : tbb::this_task_arena::current_thread_index();
      for (std::size_t i = 0; i < count; ++i) task(i, worker);
      return;
    }
    // Why a context of its own: a caller who cancels a group of tasks must not stop this half-way.
    tbb::task_group_context context(tbb::task_group_context::isolated);
    tbb::parallel_for(
        tbb::blocked_range<std::size_t>(0, count, grain),
        [&task](const tbb::blocked_range<std::size_t>& range) {
          const DefaultFloatingPointMode mode;
          const int worker = tbb::this_task_arena::current_thread_index();
          for (std::size_t i = range.begin(); i != range.end(); ++i) task(i, worker);
        },
        tbb::auto_partitioner(), context);
  }

  /// Runs `call` so that the thread takes up no other task of this loop while `call` waits for its
  /// own.
  /// Why: user code may run parallel loops; without this, the waiting thread could start our
  /// next task on the buffer that the user still reads.
  template <class Call>
  static void isolate(Call&& call) {
    tbb::this_task_arena::isolate(std::forward<Call>(call));
  }

 private:
  Workers() = default;

  /// Null: that of the calling thread.
  [[nodiscard]] tbb::task_arena* arena() noexcept {
    return own_arena_ ? &*own_arena_ : user_arena_;
  }

  tbb::task_arena* user_arena_ = nullptr;
  std::optional<tbb::task_arena> own_arena_;
  int count_ = 1;
  bool serial_ = true;
};

}  // namespace quadphase::detail
