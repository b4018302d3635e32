// SPDX-License-Identifier: MIT
// How many processors the container grants to this process.
#pragma once

namespace quadphase::detail {

/// The lowest quota of this process's control groups, in processors; 0 if there is none.
/// Why: oneTBB looks at affinity only.
[[nodiscard]] double cpu_quota();

}  // namespace quadphase::detail
