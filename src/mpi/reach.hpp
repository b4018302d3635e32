// SPDX-License-Identifier: MIT
// Which ranks may have an answer to a query: bounds of what each of them can answer for.
//
// Every formula that decides what a query finds, of boxes, circles, points, rays, segments and
// moving boxes, is monotone, rounding included: what a box passes, a box around it passes, and at
// no greater distance or fraction. So no rank is missed.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mpi/communicator.hpp"
#include "mpi/local_pairs.hpp"
#include "quadphase/query_index.hpp"

namespace quadphase::mpi::detail {

/// The bounds of all ranks, with ranks as ids.
///
/// A shape, or a point with its nearest objects, is answered where the point of an object lies that
/// is nearest to it: in the rank's part, and in the bounds of its objects. That point has the
/// coordinates of the query or of an edge, so it is in exactly one part. The point where a cast
/// enters an object is rounded, and may lie between two parts: the bounds of the objects are taken
/// whole. So they are where parts are no boxes.
struct Reach {
  QueryIndex shapes{quadphase::Config{.threads = 1}};
  QueryIndex casts{quadphase::Config{.threads = 1}};

  /// Of the objects that all engines have. Collective. Errors: on all ranks.
  void set(const Communicator& communicator, const LocalEngine& engine, const Share& searched);
};

}  // namespace quadphase::mpi::detail
