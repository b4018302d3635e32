// SPDX-License-Identifier: MIT
// How many threads an engine gets.
#include "base/parallel.hpp"

#include <tbb/info.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>

namespace quadphase::detail {
namespace {

/// The number of processors that a control group grants by its `cpu.max` ("quota period" or "max
/// period"); 0 where there is no limit or it cannot be read.
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

Workers::Workers(int threads, ArenaRef arena)
    : user_arena_(static_cast<tbb::task_arena*>(arena.task_arena)) {
  if (user_arena_ != nullptr) {
    count_ = user_arena_->max_concurrency();
    return;
  }
  count_ = threads > 0 ? threads : default_thread_count();
  own_arena_.emplace(count_);
}

}  // namespace quadphase::detail
