// SPDX-License-Identifier: MIT
// Parts that are cut by straight lines of any direction, by Zoltan's recursive inertial bisection.
//
// Zoltan compares a cut with the distance of a point along the cut's normal; of a box, with those
// of the nearest and of the farthest corner. The formula is the same one, and monotone in each
// coordinate, rounding included, so no part is missed. A normal of NaN, which results if all points
// are at one place or if there are fewer points than ranks, compares with nothing.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "grid_parts.hpp"
#include "zoltan_cuts.hpp"

namespace quadphase::mpi::detail {

/// Threads: Zoltan's search for a point reads the cuts, and writes to local variables only.
class PlaneParts final : public GridParts {
 public:
  /// From cuts that `are_usable`, between `point_count` points of all ranks. The bounds must be
  /// valid and finite. Errors: `Broken`, `std::bad_alloc`.
  PlaneParts(int count, const Box& bounds, std::uint64_t point_count, Cuts cuts);

  /// Whether all cuts have a direction. Errors: `Broken`, `std::bad_alloc`.
  [[nodiscard]] static bool are_usable(const Cuts& cuts, int count);

 private:
  [[nodiscard]] int exact_part(const Point& point) const noexcept override;
  void add_parts(const Cells& cells, std::vector<int>& parts) const override;

  Cuts cuts_;
};

}  // namespace quadphase::mpi::detail
