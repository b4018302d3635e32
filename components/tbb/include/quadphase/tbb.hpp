// SPDX-License-Identifier: MIT
// Adapter: the library works in the user's own oneTBB arena.
#pragma once

#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <cstddef>

#include "quadphase/executor.hpp"

namespace quadphase {

/// The executor of an arena of yours, which must outlive it.
///
///     tbb::task_arena arena(4);
///     quadphase::TbbExecutor executor(arena);
///     quadphase::BroadPhase broad_phase({.executor = &executor});
///
/// The library does not call `run`: a whole frame runs in the arena, and oneTBB divides its loops.
/// A visitor may call functions of the same engine in parallel, or run loops of its own.
class TbbExecutor final : public Executor {
 public:
  /// The executor of that arena.
  explicit TbbExecutor(tbb::task_arena& arena) noexcept : arena_(arena) { tbb_arena_ = &arena; }

  [[nodiscard]] int worker_count() const noexcept override { return arena_.max_concurrency(); }

  void run(std::size_t count, Task task) override {
    // Why isolated: a thread that waits must not begin a second task with the same number, and a
    // caller who cancels a group of tasks must not stop these.
    const auto call = [task](std::size_t index) {
      task(index, tbb::this_task_arena::current_thread_index());
    };
    arena_.execute([&] {
      tbb::this_task_arena::isolate([&] {
        tbb::task_group_context context(tbb::task_group_context::isolated);
        tbb::parallel_for(std::size_t{0}, count, call, tbb::simple_partitioner(), context);
      });
    });
  }

 private:
  tbb::task_arena& arena_;
};

}  // namespace quadphase
