// SPDX-License-Identifier: MIT
// What the walk of a group of queries finds.
#pragma once

#include <cstdint>

namespace quadphase::detail {

/// An object that a query finds, or may find.
struct WalkHit {
  std::uint32_t query;   // its number in the group
  std::uint32_t object;  // its id, or its position in the tree: the walk says which
};
static_assert(sizeof(WalkHit) == 8);

}  // namespace quadphase::detail
