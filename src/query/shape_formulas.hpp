// SPDX-License-Identifier: MIT
// The formulas of shapes at rest, as convex_shapes.hpp has them. They need valid shapes and boxes,
// and the default floating-point mode.
#pragma once

#include <array>
#include <cstdint>

#include "quadphase/shapes.hpp"
#include "query/shapes.hpp"

namespace quadphase::detail {

/// What a query finds: boxes that overlap its shape, or those that lie wholly inside.
enum class Relation : std::uint8_t { overlaps, inside };

[[nodiscard]] bool is_valid(const RotatedBox& box) noexcept;
[[nodiscard]] bool is_valid(const ConvexPolygon& polygon) noexcept;
[[nodiscard]] bool is_valid(const Shape& shape) noexcept;

/// True if the formula finds the box.
[[nodiscard]] bool is_found(const Shape& shape, Relation relation, const Box& box) noexcept;

/// A product of which 0 times infinity is 0.
[[nodiscard]] inline double side_product(double factor, float edge, float from) noexcept {
  return factor == 0 ? 0 : factor * (to_double(edge) - to_double(from));
}
/// The least of n.x * (x - from.x) + n.y * (y - from.y) at the corners (x, y) of a box.
[[nodiscard]] inline double least_side(double nx, double ny, const Point& from,
                                       const Box& box) noexcept {
  return side_product(nx, nx > 0 ? box.min_x : box.max_x, from.x) +
         side_product(ny, ny > 0 ? box.min_y : box.max_y, from.y);
}
[[nodiscard]] inline double greatest_side(double nx, double ny, const Point& from,
                                          const Box& box) noexcept {
  return -least_side(-nx, -ny, from, box);
}

/// The points p with n.x * (p.x - from.x) + n.y * (p.y - from.y) <= reach.
struct HalfPlane {
  double nx = 0;
  double ny = 0;
  Point from;
  double reach = 0;
};

/// A convex part of the plane: what lies in some bounds and in some half-planes.
struct ConvexPart {
  ConvexPart() = default;
  explicit ConvexPart(const RotatedBox& box) noexcept;
  explicit ConvexPart(const ConvexPolygon& polygon) noexcept;
  /// The rectangle between the ends, which must differ.
  explicit ConvexPart(const Capsule& capsule) noexcept;

  [[nodiscard]] bool overlaps(const Box& box) const noexcept;
  [[nodiscard]] bool contains(const Box& box) const noexcept;

  double min_x = 0;
  double min_y = 0;
  double max_x = 0;
  double max_y = 0;
  std::array<HalfPlane, ConvexPolygon::kMaxVertices> half_planes;
  std::uint32_t count = 0;  // of half-planes

 private:
  void add(double nx, double ny, const Point& from, double reach) noexcept {
    half_planes[count++] = {nx, ny, from, reach};
  }
};

}  // namespace quadphase::detail
