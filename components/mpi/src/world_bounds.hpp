// SPDX-License-Identifier: MIT
// Bounds of the points of a world, without those that are very far from all others.
#pragma once

#include <span>

#include "communicator.hpp"
#include "quadphase/box.hpp"

namespace quadphase::mpi::detail {

/// Finite bounds that hold most points, equal on all ranks. Collective; needs a point on some rank,
/// and finite coordinates. Errors: on all ranks.
[[nodiscard]] Box world_bounds(const Communicator& communicator, std::span<const Point> points);

}  // namespace quadphase::mpi::detail
