// SPDX-License-Identifier: MIT
// Boxes, points, circles and capsules in double, for worlds that are too large for floats.
#pragma once

namespace quadphase {

/// The point of the world that is (0, 0) in the engine: the camera, the player, the center of a
/// sector. It must be finite.
struct Origin {
  double x = 0;  ///< along the first axis
  double y = 0;  ///< along the second axis

  friend constexpr bool operator==(const Origin&, const Origin&) noexcept = default;
};

/// A closed box in double, valid as a `Box` is.
struct DoubleBox {
  double min_x = 0;  ///< least x
  double min_y = 0;  ///< least y
  double max_x = 0;  ///< greatest x
  double max_y = 0;  ///< greatest y
};

/// True if the box may join pairs: `min <= max` on both axes and nothing is NaN.
[[nodiscard]] constexpr bool is_valid(const DoubleBox& box) noexcept {
  return box.min_x <= box.max_x && box.min_y <= box.max_y;
}

/// True when two valid boxes overlap. Touching counts. This defines what a pair of boxes in double
/// is, unless `Config::touching` is false.
[[nodiscard]] constexpr bool overlaps(const DoubleBox& a, const DoubleBox& b) noexcept {
  return a.min_x <= b.max_x && b.min_x <= a.max_x && a.min_y <= b.max_y && b.min_y <= a.max_y;
}

/// True if two valid boxes overlap where touching does not count, as with `Config::touching` false.
[[nodiscard]] constexpr bool interiors_overlap(const DoubleBox& a, const DoubleBox& b) noexcept {
  return a.min_x < b.max_x && b.min_x < a.max_x && a.min_y < b.max_y && b.min_y < a.max_y;
}

/// True if two valid boxes overlap for an engine with this `Config::touching`.
[[nodiscard]] constexpr bool overlaps(const DoubleBox& a, const DoubleBox& b,
                                      bool touching) noexcept {
  return touching ? overlaps(a, b) : interiors_overlap(a, b);
}

/// True if box `a` contains box `b`: every point of `b` is in `a`. Both must be valid.
[[nodiscard]] constexpr bool contains(const DoubleBox& a, const DoubleBox& b) noexcept {
  return a.min_x <= b.min_x && b.max_x <= a.max_x && a.min_y <= b.min_y && b.max_y <= a.max_y;
}

// As query shapes, the types below are compared with the doubles of objects, which are never
// rounded, by the formulas of convex_shapes.hpp. They are valid if their numbers are at most 2^250.

/// A point of the world, or a vector.
struct DoublePoint {
  double x = 0;  ///< along the first axis
  double y = 0;  ///< along the second axis

  friend constexpr bool operator==(const DoublePoint&, const DoublePoint&) noexcept = default;
};

/// A closed disc in double, like a `Circle`.
struct DoubleCircle {
  DoublePoint center;  ///< its middle
  double radius = 0;   ///< unit: that of the boxes
};

/// All points within `radius` of a line from one point to another, like a `Capsule`. Ends that are
/// closer than 2^-450 to each other count as one.
struct DoubleCapsule {
  DoublePoint first;   ///< one end of the line
  DoublePoint second;  ///< the other one
  double radius = 0;   ///< unit: that of the boxes
};

}  // namespace quadphase
