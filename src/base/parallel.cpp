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
#include <cmath>
#include <fstream>
#include <string>

#include "base/floating_point_mode.hpp"

namespace quadphase::detail {
namespace {

/// The number of processors that a control group grants by its `cpu.max` ("quota period" or "max
/// period"); 0 if there is no limit or it cannot be read.
double quota_of(const std::string& folder) {
  std::ifstream file(folder + "/cpu.max");
  std::string quota;
  double period = 0;
  if (!(file >> quota >> period) || quota == "max" || period <= 0) return 0;
  return std::strtod(quota.c_str(), nullptr) / period;
}

/// The lowest quota on the path from this process's control group to the root; 0 if there is none.
/// Source: the kernel's "Control Group v2" documentation, 2015. oneTBB looks at affinity only.
double cpu_quota() {
  std::ifstream file("/proc/self/cgroup");
  std::string line;
  std::string group;
  while (std::getline(file, line)) {
    if (line.rfind("0::", 0) == 0) group = line.substr(3);
  }
  double least = 0;
  while (true) {
    const double quota = quota_of("/sys/fs/cgroup" + group);
    if (quota > 0) least = least > 0 ? std::min(least, quota) : quota;
    const std::size_t slash = group.find_last_of('/');
    if (group.empty() || slash == std::string::npos) return least;
    group.resize(slash);
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
