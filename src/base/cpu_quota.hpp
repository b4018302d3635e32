// SPDX-License-Identifier: MIT
// How many processors the container grants to this process.
#pragma once

#include <string>

namespace quadphase::detail {

/// The lowest quota of this process's control groups, in processors; 0 if there is none.
/// `groups_file` lists the groups, whose files are below `root`.
/// Why: oneTBB looks at affinity only.
[[nodiscard]] double cpu_quota(const std::string& groups_file = "/proc/self/cgroup",
                               const std::string& root = "/sys/fs/cgroup");

}  // namespace quadphase::detail
