// SPDX-License-Identifier: MIT
// Arenas of oneTBB.
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/arena.hpp"
#include "base/cpu_quota.hpp"
#include "base/floating_point_mode.hpp"
#include "base/team.hpp"

namespace quadphase::detail {
namespace {

/// Dismisses the helpers of a team. Those that have not begun do so now, on the calling thread, and
/// find that it is over.
struct EndOfTeam {
  Team& team;
  tbb::task_group& helpers;
  ~EndOfTeam() {
    team.end();
    helpers.wait();
  }
};

void run_with_team(int worker_count, FunctionRef<void(Team* team)> frame) {
  // Why again: inside it, an arena restores the mode of the thread that created it.
  const DefaultFloatingPointMode arena_mode;
  // Why a context of its own: a caller who cancels a group of tasks must not cancel the helpers.
  tbb::task_group_context context(tbb::task_group_context::isolated);
  tbb::task_group helpers(context);
  const auto call_helpers = [&helpers](Team& team, int count) {
    try {
      for (int i = 0; i < count; ++i) helpers.run([&team] { team.help(arena_thread_index()); });
    } catch (...) {  // Without memory for their tasks, the loops go on without those helpers.
    }
  };
  Team team(worker_count, call_helpers);
  const EndOfTeam end{team, helpers};
  frame(&team);
}

}  // namespace

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

void run_in_arena(void* arena, int worker_count, FunctionRef<void(Team* team)> frame) {
  const auto isolated = [worker_count, &frame] {
    isolate_in_arena([worker_count, &frame] { run_with_team(worker_count, frame); });
  };
  if (arena != nullptr) {
    static_cast<tbb::task_arena*>(arena)->execute(isolated);
  } else {
    isolated();
  }
}

void for_each_range_in_team(
    Team& team, std::size_t count, std::size_t grain,
    FunctionRef<void(std::size_t first, std::size_t last, int worker)> range) {
  team.for_each_range(count, grain, arena_thread_index(), range);
}

int arena_thread_index() noexcept {
  return tbb::this_task_arena::current_thread_index();
}

void isolate_in_arena(FunctionRef<void()> call) {
  tbb::this_task_arena::isolate(call);
}

}  // namespace quadphase::detail
