// SPDX-License-Identifier: MIT
// Capsules, rotated boxes and convex polygons as the kernels read them, and every shape whose
// inside is searched.
#pragma once

#include <cstdint>

#include "quadphase/export.hpp"
#include "shapes/shape_formulas.hpp"

namespace quadphase::detail {

/// The numbers of a kernel are floats, so each comparison with them has three results: yes, no and
/// unsure; the formula decides if it is unsure. See shapes/shapes.hpp.
struct ConvexQuery {
  ConvexQuery() = default;
  /// Needs a valid shape that is not in double.
  QUADPHASE_API ConvexQuery(const Shape& its_shape, Relation its_relation) noexcept;

  /// The formula.
  [[nodiscard]] bool hits(const Box& box) const noexcept { return is_found(shape, relation, box); }

  Shape shape = Point{};
  Relation relation = Relation::overlaps;

  Box bounds;  // contains the shape
  Box core;    // is contained in the bounds of the part that `inner` describes; may be inverted

  /// Half-planes: nx * x + ny * y errs by kSideError of the two products. A point where it is above
  /// `outer` is surely outside of the shape, and one where it is below `inner` surely inside of the
  /// half-plane of its part.
  struct Sides {
    float nx[ConvexPolygon::kMaxVertices];
    float ny[ConvexPolygon::kMaxVertices];
    float outer[ConvexPolygon::kMaxVertices];
    float inner[ConvexPolygon::kMaxVertices];
    std::uint32_t count = 0;
  };
  static constexpr float kSideError = 0x1p-20F;
  Sides sides;

  // The two ends of a capsule, or the center of a circle twice: a point is surely nearer to either
  // than the radius if its squared distance is at most `disc_inner`, which is negative if the shape
  // is not round.
  Point first;
  Point second;
  float disc_inner = -1;

 private:
  void set_core(const ConvexPart& part) noexcept;
  void add_side(const HalfPlane& half, double outer_reach) noexcept;
  void set(const Box& box) noexcept;
  void set(const Circle& circle) noexcept;
  void set(const Capsule& capsule) noexcept;
  void set(const RotatedBox& box) noexcept;
  void set(const ConvexPolygon& polygon) noexcept;
};

}  // namespace quadphase::detail
