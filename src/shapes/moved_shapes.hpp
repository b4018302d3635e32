// SPDX-License-Identifier: MIT
// Shapes and casts that are moved, and their bounds in double.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <span>

#include "data/local_box.hpp"
#include "quadphase/shapes.hpp"
#include "shapes/shape_formulas.hpp"

namespace quadphase::detail {

[[nodiscard]] inline float moved(float value, double by) noexcept {
  return static_cast<float>(to_double(value) + by);
}
[[nodiscard]] inline Point moved(const Point& point, double x, double y) noexcept {
  return {moved(point.x, x), moved(point.y, y)};
}
[[nodiscard]] inline Box moved(const Box& box, double x, double y) noexcept {
  return {moved(box.min_x, x), moved(box.min_y, y), moved(box.max_x, x), moved(box.max_y, y)};
}
[[nodiscard]] inline Circle moved(const Circle& circle, double x, double y) noexcept {
  return {moved(circle.center, x, y), circle.radius};
}
[[nodiscard]] inline Capsule moved(const Capsule& capsule, double x, double y) noexcept {
  return {moved(capsule.first, x, y), moved(capsule.second, x, y), capsule.radius};
}
[[nodiscard]] inline RotatedBox moved(const RotatedBox& box, double x, double y) noexcept {
  return {moved(box.center, x, y), box.half_size, box.axis};
}
[[nodiscard]] inline ConvexPolygon moved(ConvexPolygon polygon, double x, double y) noexcept {
  for (Point& vertex : polygon.vertices) vertex = moved(vertex, x, y);
  return polygon;
}
[[nodiscard]] inline Cast moved(Cast cast, double x, double y) noexcept {
  cast.box = moved(cast.box, x, y);
  cast.capsule = moved(cast.capsule, x, y);
  return cast;
}

template <class Place>
[[nodiscard]] DoubleBox around(const Place& center, double half_x, double half_y) noexcept {
  const double x = to_double(center.x);
  const double y = to_double(center.y);
  return {x - half_x, y - half_y, x + half_x, y + half_y};
}
[[nodiscard]] inline DoubleBox merged(const DoubleBox& a, const DoubleBox& b) noexcept {
  return {std::min(a.min_x, b.min_x), std::min(a.min_y, b.min_y), std::max(a.max_x, b.max_x),
          std::max(a.max_y, b.max_y)};
}
[[nodiscard]] inline DoubleBox bounds_in_double(const Box& box) noexcept {
  return in_double(box);
}
[[nodiscard]] inline DoubleBox bounds_in_double(const DoubleBox& box) noexcept {
  return box;
}
[[nodiscard]] inline DoubleBox bounds_in_double(const Point& point) noexcept {
  return around(point, 0, 0);
}
[[nodiscard]] inline DoubleBox bounds_in_double(const Circle& circle) noexcept {
  const double radius = to_double(circle.radius);
  return around(circle.center, radius, radius);
}
template <class Round>
requires std::same_as<Round, Capsule> || std::same_as<Round, DoubleCapsule>
[[nodiscard]] DoubleBox bounds_in_double(const Round& capsule) noexcept {
  const double radius = capsule.radius;
  return merged(around(capsule.first, radius, radius), around(capsule.second, radius, radius));
}
[[nodiscard]] inline DoubleBox bounds_in_double(const RotatedBox& box) noexcept {
  const double x = std::abs(to_double(box.axis.x));
  const double y = std::abs(to_double(box.axis.y));
  const double half_x = to_double(box.half_size.x);
  const double half_y = to_double(box.half_size.y);
  return around(box.center, x * half_x + y * half_y, y * half_x + x * half_y);
}
[[nodiscard]] inline DoubleBox bounds_in_double(const ConvexPolygon& polygon) noexcept {
  DoubleBox bounds = around(polygon.vertices[0], 0, 0);
  for (const Point& vertex : std::span(polygon.vertices).first(polygon.count))
    bounds = merged(bounds, around(vertex, 0, 0));
  return bounds;
}

}  // namespace quadphase::detail
