// SPDX-License-Identifier: MIT
// The formulas of shapes at rest, as convex_shapes.hpp gives them. They need valid shapes and
// boxes, and the default floating-point mode.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <type_traits>
#include <variant>

#include "quadphase/export.hpp"
#include "quadphase/shapes.hpp"
#include "shapes/shapes.hpp"

namespace quadphase::detail {

/// What a query finds: boxes that overlap its shape, or those that lie wholly inside.
enum class Relation : std::uint8_t { overlaps, inside };

[[nodiscard]] bool is_valid(const RotatedBox& box) noexcept;
[[nodiscard]] bool is_valid(const ConvexPolygon& polygon) noexcept;
[[nodiscard]] QUADPHASE_API bool is_valid(const Shape& shape) noexcept;

/// True if a vertex lies on the right of an edge, by no more than is allowed in a valid polygon.
[[nodiscard]] bool has_dent(const ConvexPolygon& polygon) noexcept;

/// The radius that the formulas of a capsule use.
[[nodiscard]] inline double counted_radius(const Capsule& capsule) noexcept {
  return branchless_min(capsule.radius, kLargestRadius);
}
[[nodiscard]] inline double counted_radius(const DoubleCapsule& capsule) noexcept {
  return capsule.radius;
}

/// True if there is a rectangle between the ends.
[[nodiscard]] inline bool has_length(const Capsule& capsule) noexcept {
  return capsule.first != capsule.second;
}
[[nodiscard]] inline bool has_length(const DoubleCapsule& capsule) noexcept {
  constexpr double kLeast = 0x1p-900;  // squares of less are denormal
  const double x = capsule.second.x - capsule.first.x;
  const double y = capsule.second.y - capsule.first.y;
  return x * x + y * y >= kLeast;
}

/// True for the shapes in double.
template <class Value>
inline constexpr bool kIsDouble =
    std::same_as<Value, DoubleBox> || std::same_as<Value, DoubleCircle> ||
    std::same_as<Value, DoubleCapsule>;

[[nodiscard]] constexpr bool is_double(const Shape& shape) noexcept {
  return std::visit(
      [](const auto& value) { return kIsDouble<std::remove_cvref_t<decltype(value)>>; },
      shape.value());
}

[[nodiscard]] constexpr DoubleBox in_double(const Box& box) noexcept {
  return {to_double(box.min_x), to_double(box.min_y), to_double(box.max_x), to_double(box.max_y)};
}
[[nodiscard]] constexpr DoublePoint in_double(const Point& point) noexcept {
  return {to_double(point.x), to_double(point.y)};
}

[[nodiscard]] constexpr DoubleCircle in_double(const Circle& circle) noexcept {
  return {in_double(circle.center), circle.radius};
}
[[nodiscard]] inline DoubleCapsule in_double(const Capsule& capsule) noexcept {
  return {in_double(capsule.first), in_double(capsule.second), counted_radius(capsule)};
}
/// Shapes that are in double, or whose formulas are for boxes in double, too.
template <class Value>
[[nodiscard]] constexpr const Value& in_double(const Value& value) noexcept {
  return value;
}

/// True if the formula finds the box.
[[nodiscard]] bool is_found(const Shape& shape, Relation relation, const Box& box) noexcept;
/// A shape in float counts as one in double with the same numbers.
[[nodiscard]] bool is_found(const Shape& shape, Relation relation, const DoubleBox& box) noexcept;
/// The same for a shape in double.
[[nodiscard]] bool is_found(const DoubleBox& shape, Relation relation,
                            const DoubleBox& box) noexcept;
[[nodiscard]] bool is_found(const DoubleCircle& shape, Relation relation,
                            const DoubleBox& box) noexcept;
[[nodiscard]] bool is_found(const DoubleCapsule& shape, Relation relation,
                            const DoubleBox& box) noexcept;

/// A product where 0 times infinity is 0.
[[nodiscard]] inline double side_product(double factor, double edge, double from) noexcept {
  return factor == 0 ? 0 : factor * (edge - from);
}
/// The least of n.x * (x - from.x) + n.y * (y - from.y) at the corners (x, y) of a box.
template <class Bounds>
[[nodiscard]] double least_side(double nx, double ny, const DoublePoint& from,
                                const Bounds& box) noexcept {
  return side_product(nx, to_double(nx > 0 ? box.min_x : box.max_x), from.x) +
         side_product(ny, to_double(ny > 0 ? box.min_y : box.max_y), from.y);
}
template <class Bounds>
[[nodiscard]] double greatest_side(double nx, double ny, const DoublePoint& from,
                                   const Bounds& box) noexcept {
  return -least_side(-nx, -ny, from, box);
}

/// The points p with n.x * (p.x - from.x) + n.y * (p.y - from.y) <= reach.
struct HalfPlane {
  double nx = 0;
  double ny = 0;
  DoublePoint from;
  double reach = 0;
};

/// A convex part of the plane: what lies in some bounds and in some half-planes.
struct ConvexPart {
  ConvexPart() = default;
  explicit ConvexPart(const RotatedBox& box) noexcept;
  explicit ConvexPart(const ConvexPolygon& polygon) noexcept;
  /// The rectangle between the ends, which must differ.
  explicit ConvexPart(const Capsule& capsule) noexcept;
  explicit ConvexPart(const DoubleCapsule& capsule) noexcept;

  template <class Bounds>
  [[nodiscard]] bool overlaps(const Bounds& box) const noexcept;
  template <class Bounds>
  [[nodiscard]] bool contains(const Bounds& box) const noexcept;

  double min_x = 0;
  double min_y = 0;
  double max_x = 0;
  double max_y = 0;
  std::array<HalfPlane, ConvexPolygon::kMaxVertices> half_planes;
  std::uint32_t count = 0;  // of half-planes

 private:
  void set_capsule(const DoublePoint& first, const DoublePoint& second, double radius) noexcept;
  void add(double nx, double ny, const DoublePoint& from, double reach) noexcept {
    half_planes[count++] = {nx, ny, from, reach};
  }
};

}  // namespace quadphase::detail
