// SPDX-License-Identifier: MIT
// Shapes in double as queries. A kernel finds the float boxes that overlap the bounds of the shape,
// and the formula decides on each by the doubles of the object.
#pragma once

#include "data/exact_boxes.hpp"
#include "quadphase/shapes.hpp"
#include "shapes/shape_formulas.hpp"
#include "shapes/shapes.hpp"

namespace quadphase::detail {

struct DoubleQuery {
  /// Needs a valid shape in double.
  DoubleQuery(const Shape& its_shape, Relation its_relation, bool touching) noexcept;

  /// What the kernel of casts searches for: all boxes near an origin that the formula may find.
  [[nodiscard]] CastQuery near(const Origin& origin) const noexcept;

  /// The formula. `origin`: that of boxes without doubles.
  [[nodiscard]] bool hits(const ExactBox& box, const Origin& origin) const noexcept;

  Shape shape;
  Relation relation;
  bool touching;          // counts
  DoubleBox bounds{};     // contains the shape, and what rounding adds to it
  double world_size = 0;  // of the numbers that are rounded; 0 if none is
};

/// A shape in double that is moved, in double.
[[nodiscard]] DoubleBox moved(const DoubleBox& box, double x, double y) noexcept;
[[nodiscard]] DoubleCircle moved(const DoubleCircle& circle, double x, double y) noexcept;
[[nodiscard]] DoubleCapsule moved(const DoubleCapsule& capsule, double x, double y) noexcept;

}  // namespace quadphase::detail
