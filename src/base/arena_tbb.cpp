// SPDX-License-Identifier: MIT
// Arenas of oneTBB.
#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/arena.hpp"
#include "base/cpu_quota.hpp"
#include "base/floating_point_mode.hpp"

namespace quadphase::detail {

bool has_arenas() noexcept {
  return true;
}

int default_thread_count() {
  const int cores = std::max(1, tbb::info::default_concurrency());
  const double quota = cpu_quota();
  if (quota <= 0) return cores;
  return std::clamp(static_cast<int>(std::ceil(quota)), 1, cores);
}

int caller_thread_count() noexcept {
  return tbb::this_task_arena::max_concurrency();
}

int allowed_thread_count() noexcept {
  using Control = tbb::global_control;
  const std::size_t allowed = Control::active_value(Control::max_allowed_parallelism);
  return static_cast<int>(
      std::min(allowed, static_cast<std::size_t>(std::numeric_limits<int>::max())));
}

std::shared_ptr<void> make_arena(int thread_count) {
  return std::make_shared<tbb::task_arena>(thread_count);
}

void run_in_arena(void* arena, FunctionRef<void()> frame) {
  const auto isolated = [&frame] {
    isolate_in_arena([&frame] {
      // Why again: inside, an arena restores the mode of the thread that created it.
      const DefaultFloatingPointMode arena_mode;
      frame();
    });
  };
  if (arena != nullptr) {
    static_cast<tbb::task_arena*>(arena)->execute(isolated);
  } else {
    isolated();
  }
}

int arena_thread_index() noexcept {
  return tbb::this_task_arena::current_thread_index();
}

void for_each_range_in_arena(
    std::size_t count, std::size_t grain,
    FunctionRef<void(std::size_t first, std::size_t last, int worker)> range) {
  // Why a context of its own: a caller who cancels a group of tasks must not stop this half-way.
  tbb::task_group_context context(tbb::task_group_context::isolated);
  tbb::parallel_for(
      tbb::blocked_range<std::size_t>(0, count, grain),
      [&range](const tbb::blocked_range<std::size_t>& part) {
        const DefaultFloatingPointMode mode;
        range(part.begin(), part.end(), arena_thread_index());
      },
      tbb::auto_partitioner(), context);
}

void isolate_in_arena(FunctionRef<void()> call) {
  tbb::this_task_arena::isolate(call);
}

}  // namespace quadphase::detail
