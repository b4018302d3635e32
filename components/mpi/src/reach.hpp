// SPDX-License-Identifier: MIT
// Which ranks may have an answer to a query: bounds of what each of them can answer for.
//
// Every formula that decides what a query finds is monotone, rounding included: what a box passes,
// a box around it passes, and at no greater distance or fraction. So no rank is missed. Two
// formulas are not monotone: that of boxes inside a shape, and that of a moving circle or capsule.
// There the bounds of the shape decide: all that it finds lies in them.
#pragma once

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "communicator.hpp"
#include "local_pairs.hpp"
#include "quadphase/index.hpp"
#include "shapes/convex_query.hpp"
#include "shapes/round_casts.hpp"

namespace quadphase::mpi::detail {

/// The bounds of all ranks, with ranks as ids.
///
/// A query for a box, a circle, or the objects nearest to a point is answered where the point of an
/// object that is nearest to it lies: in the rank's part, and in the bounds of its objects. That
/// point has the coordinates of the query or of an edge, so it is in exactly one part. The point
/// where a cast enters an object, or where another shape meets it, is rounded, and may lie between
/// two parts: then the whole bounds of the objects are taken. The same holds wherever parts are not
/// boxes.
struct Reach {
  using Relation = quadphase::detail::Relation;

  Index in_parts{quadphase::Config{.threads = 1}};
  Index whole{quadphase::Config{.threads = 1}};

  /// Of the objects that all engines have. Collective. Errors: on all ranks.
  void set(const Communicator& communicator, const LocalEngine& engine, const Share& searched);

  /// Calls `visit(ObjectId)` for each rank that may have objects that the shape finds.
  template <class Visit>
  void for_each_rank(const Shape& shape, Relation relation, const Visit& visit) const {
    if (std::holds_alternative<Box>(shape.value()) ||
        std::holds_alternative<Circle>(shape.value())) {
      // A shape that contains a box also overlaps it, by these formulas.
      in_parts.for_each_overlap(shape, visit);
    } else if (relation == Relation::overlaps || quadphase::detail::is_double(shape)) {
      whole.for_each_overlap(shape, visit);
    } else if (quadphase::detail::is_valid(shape)) {
      whole.for_each_overlap(quadphase::detail::ConvexQuery(shape, relation).bounds, visit);
    }
  }

  /// Calls `visit(ObjectId)` for each rank that may have objects that the cast hits.
  template <class Visit>
  void for_each_rank(const Cast& cast, const Visit& visit) const {
    const Cast searched =
        cast.is_round ? BoxCast{quadphase::detail::bounds_of(cast.capsule), cast.to} : cast;
    whole.for_each_hit(searched, [&](const CastHit& hit) { visit(hit.id); });
  }
};

}  // namespace quadphase::mpi::detail
