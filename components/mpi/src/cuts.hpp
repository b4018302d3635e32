// SPDX-License-Identifier: MIT
// The parts of space, by Zoltan.
//
// Source: M. Berger, S. Bokhari, "A partitioning strategy for nonuniform problems on
//         multiprocessors", 1987 (recursive coordinate bisection).
//         H. Simon, "Partitioning of unstructured problems for parallel processing", 1991
//         (recursive inertial bisection).
//         M. Warren, J. Salmon, "A parallel hashed oct-tree N-body algorithm", 1993 (intervals of a
//         space-filling curve).
#pragma once

#include <memory>

#include "communicator.hpp"
#include "parts.hpp"
#include "quadphase/mpi.hpp"
#include "zoltan_cuts.hpp"

namespace quadphase::mpi::detail {

/// The parts of space, one for each rank; those of `Partition::rcb` are closed boxes of floats.
/// Collective; needs a point on some rank, and finite coordinates. Errors: on all ranks.
[[nodiscard]] std::shared_ptr<const Parts> cut_space(const Communicator& communicator,
                                                     Partition partition,
                                                     const WeightedPoints& points);

}  // namespace quadphase::mpi::detail
