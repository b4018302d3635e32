// SPDX-License-Identifier: MIT
// How many threads an engine gets, and the loops that run on them.
#include "base/parallel.hpp"

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <fstream>
#include <string>

#include "base/floating_point_mode.hpp"
#include "base/tuning.hpp"

namespace quadphase::detail {
namespace {

/// The number of processors that a control group grants: by `cpu.max` ("quota period" or "max
/// period"), or by the two files of version 1, whose quota is -1 without a limit. 0 if there is no
/// limit or it cannot be read.
double quota_of(const std::string& folder) {
  std::string quota;
  double period = 0;
  if (!(std::ifstream(folder + "/cpu.max") >> quota >> period)) {
    std::ifstream(folder + "/cpu.cfs_quota_us") >> quota;
    std::ifstream(folder + "/cpu.cfs_period_us") >> period;
  }
  if (quota.empty() || quota == "max" || period <= 0) return 0;
  return std::max(0.0, std::strtod(quota.c_str(), nullptr) / period);
}

/// The lower of two quotas, of which 0 is none.
double lower_quota(double a, double b) {
  return a > 0 && b > 0 ? std::min(a, b) : std::max(a, b);
}

/// The lowest quota on the path from a group to the root of its hierarchy.
double lowest_quota(const std::string& root, std::string group) {
  double lowest = 0;
  while (true) {
    lowest = lower_quota(lowest, quota_of(root + group));
    const std::size_t slash = group.find_last_of('/');
    if (group.empty() || slash == std::string::npos) return lowest;
    group.resize(slash);
  }
}

/// The lowest quota of this process's control groups; 0 if there is none.
/// Source: the kernel's documentation, "Control Group v2", 2015, and "CFS Bandwidth Control", for
/// version 1. oneTBB looks at affinity only.
double cpu_quota() {
  std::ifstream file("/proc/self/cgroup");
  std::string number;
  std::string controllers;
  std::string group;
  double lowest = 0;
  while (std::getline(file, number, ':') && std::getline(file, controllers, ':') &&
         std::getline(file, group)) {
    if (controllers.empty()) {
      lowest = lower_quota(lowest, lowest_quota("/sys/fs/cgroup", group));
    } else if (("," + controllers + ",").find(",cpu,") != std::string::npos) {
      lowest = lower_quota(lowest, lowest_quota("/sys/fs/cgroup/cpu", group));
    }
  }
  return lowest;
}

/// Calls `piece(i)` for each i below `count`, in an order that differs from call to call.
template <class Piece>
void for_each_shuffled(std::size_t count, bool serial, const Piece& piece) {
  static std::atomic<std::size_t> calls{0};
  // Any odd step reaches all numbers below a power of two.
  const std::size_t end = std::bit_ceil(count);
  const std::size_t seed = ++calls * 0x9E37'79B9'7F4A'7C15;
  const auto visit = [&](std::size_t i) {
    const std::size_t index = (i * (seed >> 20 | 1) + (seed >> 40)) % end;
    if (index < count) piece(index);
  };
  if (serial) {
    for (std::size_t i = 0; i < end; ++i) visit(i);
  } else {
    tbb::task_group_context context(tbb::task_group_context::isolated);
    tbb::parallel_for(std::size_t{0}, end, visit, tbb::auto_partitioner(), context);
  }
}

}  // namespace

int default_thread_count() {
  const int cores = std::max(1, tbb::info::default_concurrency());
  const double quota = cpu_quota();
  if (quota <= 0) return cores;
  return std::clamp(static_cast<int>(std::ceil(quota)), 1, cores);
}

int caller_thread_count() noexcept {
  return tbb::this_task_arena::max_concurrency();
}

Workers::Workers(int threads, ArenaRef arena) {
  if (arena.task_arena != nullptr) {
    arena_ = std::shared_ptr<void>(std::shared_ptr<void>(), arena.task_arena);  // the user's
    count_ = static_cast<tbb::task_arena*>(arena.task_arena)->max_concurrency();
  } else {
    count_ = threads > 0 ? threads : default_thread_count();
    arena_ = std::make_shared<tbb::task_arena>(count_);
  }
}

int Workers::concurrency() const noexcept {
  using Control = tbb::global_control;
  const std::size_t allowed = Control::active_value(Control::max_allowed_parallelism);
  return static_cast<int>(
      std::min(static_cast<std::size_t>(count_), std::max<std::size_t>(allowed, 2)));
}

void Workers::run(bool serial, FunctionRef<void()> frame) {
  serial_ = serial || count_ == 1;
  const DefaultFloatingPointMode mode;
  if (serial_) {
    frame();
    return;
  }
  const auto isolated = [&frame] {
    isolate([&frame] {
      // Why again: an arena's own mode, that of the thread which began it, is set inside.
      const DefaultFloatingPointMode arena_mode;
      frame();
    });
  };
  if (arena_) {
    static_cast<tbb::task_arena*>(arena_.get())->execute(isolated);
  } else {
    isolated();
  }
}

void Workers::for_each_range(
    std::size_t count, std::size_t grain,
    FunctionRef<void(std::size_t first, std::size_t last, int worker)> range) const {
  if constexpr (kValidate) {
    const std::size_t pieces = (count + grain - 1) / grain;
    const bool serial = serial_ || pieces <= 1;
    for_each_shuffled(pieces, serial, [&, is_serial = serial_](std::size_t piece) {
      const DefaultFloatingPointMode mode;
      const std::size_t first = piece * grain;
      range(first, std::min(first + grain, count),
            is_serial ? 0 : tbb::this_task_arena::current_thread_index());
    });
    return;
  }
  if (serial_ || count <= grain) {
    range(0, count, serial_ ? 0 : tbb::this_task_arena::current_thread_index());
    return;
  }
  // Why a context of its own: a caller who cancels a group of tasks must not stop this half-way.
  tbb::task_group_context context(tbb::task_group_context::isolated);
  tbb::parallel_for(
      tbb::blocked_range<std::size_t>(0, count, grain),
      [&range](const tbb::blocked_range<std::size_t>& part) {
        const DefaultFloatingPointMode mode;
        range(part.begin(), part.end(), tbb::this_task_arena::current_thread_index());
      },
      tbb::auto_partitioner(), context);
}

void Workers::isolate(FunctionRef<void()> call) {
  tbb::this_task_arena::isolate(call);
}

}  // namespace quadphase::detail
