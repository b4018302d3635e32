// SPDX-License-Identifier: MIT
// Source: the kernel's documentation, "Control Group v2", 2015, and "CFS Bandwidth Control", for
// version 1.
#include "base/cpu_quota.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <string>

namespace quadphase::detail {
namespace {

/// The number of processors that a control group grants: from `cpu.max` ("quota period" or "max
/// period"), or from the two files of version 1, where a quota of -1 means no limit. 0 if there is
/// no limit or it cannot be read.
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

/// The lower of two quotas; 0 means no quota.
double lower_quota(double a, double b) {
  return a > 0 && b > 0 ? std::min(a, b) : std::max(a, b);
}

/// The lowest quota on the path from a group to the root of its hierarchy.
double lowest_quota(const std::string& root, std::string group) {
  double lowest = 0;
  while (true) {
    lowest = lower_quota(lowest, quota_of(root + group));
    const std::size_t slash = group.find_last_of('/');
    if (slash == std::string::npos) return lowest;
    group.resize(slash);
  }
}

}  // namespace

double cpu_quota(const std::string& groups_file, const std::string& root) {
  std::ifstream file(groups_file);
  std::string number;
  std::string controllers;
  std::string group;
  double lowest = 0;
  while (std::getline(file, number, ':') && std::getline(file, controllers, ':') &&
         std::getline(file, group)) {
    if (controllers.empty()) {
      lowest = lower_quota(lowest, lowest_quota(root, group));
    } else if (("," + controllers + ",").find(",cpu,") != std::string::npos) {
      lowest = lower_quota(lowest, lowest_quota(root + "/cpu", group));
    }
  }
  return lowest;
}

}  // namespace quadphase::detail
