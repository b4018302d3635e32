// SPDX-License-Identifier: MIT
// What the walk of a packet of queries finds.
#pragma once

#include <cstdint>

namespace quadphase::detail {

/// An object that a query finds, or may find.
struct WalkHit {
  std::uint32_t query;   // its number in the packet
  std::uint32_t object;  // its id, or its position in the tree: which one depends on the kernel
};
static_assert(sizeof(WalkHit) == 8);

}  // namespace quadphase::detail
