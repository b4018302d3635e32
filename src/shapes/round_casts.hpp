// SPDX-License-Identifier: MIT
// Moving circles and capsules.
#pragma once

#include "quadphase/export.hpp"
#include "quadphase/shapes.hpp"

namespace quadphase::detail {

/// The bounds with which the query of a moving capsule begins: the smallest float box around them,
/// cut off at the largest float.
/// Why not inline: most casts are not round, and making their queries then takes half as much code.
[[nodiscard]] QUADPHASE_API Box bounds_of(const Capsule& capsule) noexcept;

/// A capsule that moves along `displacement`, up to a fraction of it.
struct RoundMotion {
  DoubleCapsule capsule;
  DoublePoint displacement;
  double max_fraction;
};

/// The fraction at which it enters a box that its bounds enter at `first` and leave at `last`:
/// never less than `first`; `CastQuery::kMiss` if there is none or it is more than `last`.
[[nodiscard]] double round_entry(const RoundMotion& motion, const DoubleBox& target, double first,
                                 double last) noexcept;

}  // namespace quadphase::detail
