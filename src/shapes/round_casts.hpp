// SPDX-License-Identifier: MIT
// Moving circles and capsules.
#pragma once

#include "quadphase/shapes.hpp"

namespace quadphase::detail {

/// The bounds with which the query of a moving capsule begins: the smallest float box around them,
/// cut off at the largest float.
/// Why not inline: most casts are not round, and making their queries then takes half as much code.
[[nodiscard]] Box bounds_of(const Capsule& capsule) noexcept;

}  // namespace quadphase::detail
