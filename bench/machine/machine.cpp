// SPDX-License-Identifier: MIT
// What the system says of itself: /proc, /sys and the cgroup's quota.
#include "machine/machine.hpp"

#include <fmt/format.h>
#include <sched.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>
#include <utility>

#include "build_info.hpp"

namespace quadphase::bench {
namespace {

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

int topology_number(int cpu, const char* name) {
  std::ifstream file(fmt::format("/sys/devices/system/cpu/cpu{}/topology/{}", cpu, name));
  int number = -1;
  return file >> number ? number : -1;
}

/// The quota of the process's control group in processors; 0 where there is none.
double cpu_quota() {
  double quota = 0;
  double period = 0;
  if (std::ifstream file("/sys/fs/cgroup/cpu.max"); file >> quota >> period) return quota / period;
  std::ifstream quota_file("/sys/fs/cgroup/cpu/cpu.cfs_quota_us");
  std::ifstream period_file("/sys/fs/cgroup/cpu/cpu.cfs_period_us");
  if (quota_file >> quota && period_file >> period && quota > 0) return quota / period;
  return 0;
}

}  // namespace

std::vector<int> usable_cpus() {
  std::vector<int> first_of_core;
  std::vector<int> siblings;
  std::set<std::pair<int, int>> cores;
  cpu_set_t mask;
  CPU_ZERO(&mask);
  if (::sched_getaffinity(0, sizeof mask, &mask) != 0) return {};
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (!CPU_ISSET(static_cast<std::size_t>(cpu), &mask)) continue;
    const int core = topology_number(cpu, "core_id");
    const bool is_first =
        core < 0 || cores.insert({topology_number(cpu, "physical_package_id"), core}).second;
    (is_first ? first_of_core : siblings).push_back(cpu);
  }
  first_of_core.insert(first_of_core.end(), siblings.begin(), siblings.end());
  return first_of_core;
}

int usable_thread_count() {
  const int cpus = std::max(1, static_cast<int>(usable_cpus().size()));
  const double quota = cpu_quota();
  return quota > 0 ? std::clamp(static_cast<int>(std::ceil(quota)), 1, cpus) : cpus;
}

Machine describe_machine() {
  Machine machine{
      .processor = processor_name(), .core_count = usable_thread_count(), .system = "unknown"};
  const long pages = ::sysconf(_SC_PHYS_PAGES);
  const long page_size = ::sysconf(_SC_PAGESIZE);
  if (pages > 0 && page_size > 0) {
    machine.memory_bytes = static_cast<std::size_t>(pages) * static_cast<std::size_t>(page_size);
  }
  utsname names{};
  if (::uname(&names) == 0) {
    machine.system = fmt::format("{} {} {}", names.sysname, names.release, names.machine);
  }
  return machine;
}

Build describe_build() {
  return {.version = kBuildVersion,
          .compiler = kBuildCompiler,
          .type = kBuildType,
          .flags = kBuildFlags,
          .commit = kBuildCommit};
}

}  // namespace quadphase::bench
