// SPDX-License-Identifier: MIT
// The parts of space, by Zoltan.
//
// Source: M. Berger, S. Bokhari, "A partitioning strategy for nonuniform problems on
//         multiprocessors", 1987 (recursive coordinate bisection).
#pragma once

#include <span>
#include <vector>

#include "mpi/communicator.hpp"
#include "quadphase/box.hpp"

namespace quadphase::mpi::detail {

/// Points to be divided, and how much each weighs.
struct WeightedPoints {
  std::span<const Point> points;
  std::span<const float> weights;
};

/// The parts of space, one for each rank, by recursive coordinate bisection: closed boxes of floats
/// such that every point whose coordinates are floats, infinite ones included, is in exactly one.
/// Collective; needs a point on some rank. Errors: `Broken`, on some ranks only.
[[nodiscard]] std::vector<Box> cut_space(const Communicator& communicator,
                                         const WeightedPoints& points);

}  // namespace quadphase::mpi::detail
