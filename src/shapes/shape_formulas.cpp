// SPDX-License-Identifier: MIT
// A box and a convex part are apart if a side of one of the two lies between them: that of the box,
// which the bounds decide, or that of a half-plane. Source: S. Gottschalk et al., "OBBTree", 1996.
#include "shapes/shape_formulas.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <type_traits>
#include <variant>

#include "base/floating_point_mode.hpp"

namespace quadphase {

bool overlaps(const Shape& shape, const Box& box) noexcept {
  const detail::DefaultFloatingPointMode mode;
  return detail::is_valid(shape) && is_valid(box) &&
         detail::is_found(shape, detail::Relation::overlaps, box);
}

bool overlaps(const Circle& circle, const Box& box) noexcept {
  const detail::DefaultFloatingPointMode mode;
  return detail::is_valid(circle) && is_valid(box) &&
         detail::is_within(circle.center, circle.radius, box);
}

bool contains(const Shape& shape, const Box& box) noexcept {
  const detail::DefaultFloatingPointMode mode;
  return detail::is_valid(shape) && is_valid(box) &&
         detail::is_found(shape, detail::Relation::inside, box);
}

bool detail::overlaps_doubles(const Shape& shape, const DoubleBox& box) noexcept {
  const detail::DefaultFloatingPointMode mode;
  return detail::is_valid(shape) && is_valid(box) &&
         detail::is_found(shape, detail::Relation::overlaps, box);
}

bool detail::contains_doubles(const Shape& shape, const DoubleBox& box) noexcept {
  const detail::DefaultFloatingPointMode mode;
  return detail::is_valid(shape) && is_valid(box) &&
         detail::is_found(shape, detail::Relation::inside, box);
}

namespace detail {
namespace {

[[nodiscard]] std::span<const Point> vertices_of(const ConvexPolygon& polygon) noexcept {
  return std::span(polygon.vertices).first(polygon.count);
}

/// The half-plane of edge `i`, which begins at that vertex: its reach is that of all vertices.
[[nodiscard]] HalfPlane edge_of(std::span<const Point> vertices, std::size_t i) noexcept {
  const DoublePoint a = in_double(vertices[i]);
  const DoublePoint b = in_double(vertices[i + 1 < vertices.size() ? i + 1 : 0]);
  HalfPlane edge{b.y - a.y, -(b.x - a.x), a};
  for (const Point& p : vertices)
    edge.reach = branchless_max(
        edge.reach, edge.nx * (to_double(p.x) - a.x) + edge.ny * (to_double(p.y) - a.y));
  return edge;
}

// Of a box in float, or of shape and box in double.

template <class Place>
[[nodiscard]] bool is_in_circle(const Place& center, double radius, const Place& point) noexcept {
  const double x = to_double(point.x) - to_double(center.x);
  const double y = to_double(point.y) - to_double(center.y);
  return std::sqrt(x * x + y * y) <= radius;
}

template <class Round, class Place>
[[nodiscard]] bool holds_point(const Round& capsule, const Place& point) noexcept {
  const Place& first = capsule.first;
  const double radius = counted_radius(capsule);
  if (!has_length(capsule)) return is_in_circle(first, radius, point);
  const double dx = to_double(capsule.second.x) - to_double(first.x);
  const double dy = to_double(capsule.second.y) - to_double(first.y);
  const double x = to_double(point.x) - to_double(first.x);
  const double y = to_double(point.y) - to_double(first.y);
  const double s = dx * dx + dy * dy;
  const double along = dx * x + dy * y;
  if (along <= 0) return is_in_circle(first, radius, point);
  if (along >= s) return is_in_circle(capsule.second, radius, point);
  const double across = dx * y - dy * x;
  return across * across <= (radius * radius) * s;
}

template <class Edges>
requires std::same_as<Edges, Box> || std::same_as<Edges, DoubleBox>
[[nodiscard]] bool meets(const Edges& shape, const Edges& box) noexcept {
  return quadphase::overlaps(shape, box);
}
template <class Disc, class Bounds>
requires std::same_as<Disc, Circle> || std::same_as<Disc, DoubleCircle>
[[nodiscard]] bool meets(const Disc& shape, const Bounds& box) noexcept {
  return is_within(shape.center, shape.radius, box);
}
template <class Round, class Bounds>
requires std::same_as<Round, Capsule> || std::same_as<Round, DoubleCapsule>
[[nodiscard]] bool meets(const Round& shape, const Bounds& box) noexcept {
  return is_within(shape.first, shape.radius, box) || is_within(shape.second, shape.radius, box) ||
         (has_length(shape) && ConvexPart(shape).overlaps(box));
}
template <class Convex, class Bounds>
requires std::same_as<Convex, RotatedBox> || std::same_as<Convex, ConvexPolygon>
[[nodiscard]] bool meets(const Convex& shape, const Bounds& box) noexcept {
  return ConvexPart(shape).overlaps(box);
}

template <class Edges>
requires std::same_as<Edges, Box> || std::same_as<Edges, DoubleBox>
[[nodiscard]] bool holds(const Edges& shape, const Edges& box) noexcept {
  return quadphase::contains(shape, box);
}
template <class Disc, class Bounds>
requires std::same_as<Disc, Circle> || std::same_as<Disc, DoubleCircle>
[[nodiscard]] bool holds(const Disc& shape, const Bounds& box) noexcept {
  const double x = branchless_max(to_double(box.max_x) - to_double(shape.center.x),
                                  to_double(shape.center.x) - to_double(box.min_x));
  const double y = branchless_max(to_double(box.max_y) - to_double(shape.center.y),
                                  to_double(shape.center.y) - to_double(box.min_y));
  return std::sqrt(x * x + y * y) <= shape.radius;
}
template <class Round, class Bounds>
requires std::same_as<Round, Capsule> || std::same_as<Round, DoubleCapsule>
[[nodiscard]] bool holds(const Round& shape, const Bounds& box) noexcept {
  using Place = decltype(shape.first);
  return holds_point(shape, Place{box.min_x, box.min_y}) &&
         holds_point(shape, Place{box.max_x, box.min_y}) &&
         holds_point(shape, Place{box.min_x, box.max_y}) &&
         holds_point(shape, Place{box.max_x, box.max_y});
}
template <class Convex, class Bounds>
requires std::same_as<Convex, RotatedBox> || std::same_as<Convex, ConvexPolygon>
[[nodiscard]] bool holds(const Convex& shape, const Bounds& box) noexcept {
  return ConvexPart(shape).contains(box);
}

template <class Value, class Bounds>
[[nodiscard]] bool finds(const Value& shape, Relation relation, const Bounds& box) noexcept {
  return relation == Relation::overlaps ? meets(shape, box) : holds(shape, box);
}

}  // namespace

bool is_valid(const RotatedBox& box) noexcept {
  return is_finite(box.center) && is_finite(box.half_size) && is_finite(box.axis) &&
         box.half_size.x >= 0 && box.half_size.y >= 0 && box.axis != Point{};
}

bool is_valid(const ConvexPolygon& polygon) noexcept {
  if (polygon.count < 3 || polygon.count > ConvexPolygon::kMaxVertices) return false;
  const std::span<const Point> vertices = vertices_of(polygon);
  if (!std::all_of(vertices.begin(), vertices.end(), [](const Point& p) { return is_finite(p); }))
    return false;
  double greatest = 0;
  for (const Point& p : vertices)
    greatest = std::max({greatest, std::abs(to_double(p.x)), std::abs(to_double(p.y))});
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const HalfPlane edge = edge_of(vertices, i);
    if (edge.reach > (std::abs(edge.nx) + std::abs(edge.ny)) * greatest * 0x1p-20) return false;
  }
  return true;
}

bool has_dent(const ConvexPolygon& polygon) noexcept {
  const std::span<const Point> vertices = vertices_of(polygon);
  for (std::size_t i = 0; i < vertices.size(); ++i)
    if (edge_of(vertices, i).reach > 0) return true;
  return false;
}

bool is_valid(const Shape& shape) noexcept {
  return std::visit([](const auto& value) { return is_valid(value); }, shape.value());
}

bool is_found(const Shape& shape, Relation relation, const Box& box) noexcept {
  return std::visit(
      [&](const auto& value) {
        if constexpr (kIsDouble<std::remove_cvref_t<decltype(value)>>) {
          return finds(value, relation, in_double(box));
        } else {
          return finds(value, relation, box);
        }
      },
      shape.value());
}
bool is_found(const Shape& shape, Relation relation, const DoubleBox& box) noexcept {
  return std::visit([&](const auto& value) { return finds(in_double(value), relation, box); },
                    shape.value());
}
bool is_found(const DoubleBox& shape, Relation relation, const DoubleBox& box) noexcept {
  return finds(shape, relation, box);
}
bool is_found(const DoubleCircle& shape, Relation relation, const DoubleBox& box) noexcept {
  return finds(shape, relation, box);
}
bool is_found(const DoubleCapsule& shape, Relation relation, const DoubleBox& box) noexcept {
  return finds(shape, relation, box);
}

ConvexPart::ConvexPart(const RotatedBox& box) noexcept {
  const double x = to_double(box.axis.x);
  const double y = to_double(box.axis.y);
  const double width = to_double(box.half_size.x);
  const double height = to_double(box.half_size.y);
  const double s = x * x + y * y;
  const double extent_x = std::abs(x) * width + std::abs(y) * height;
  const double extent_y = std::abs(y) * width + std::abs(x) * height;
  min_x = to_double(box.center.x) - extent_x;
  min_y = to_double(box.center.y) - extent_y;
  max_x = to_double(box.center.x) + extent_x;
  max_y = to_double(box.center.y) + extent_y;
  const DoublePoint center = in_double(box.center);
  add(x, y, center, width * s);
  add(-x, -y, center, width * s);
  add(-y, x, center, height * s);
  add(y, -x, center, height * s);
}

ConvexPart::ConvexPart(const ConvexPolygon& polygon) noexcept {
  const std::span<const Point> vertices = vertices_of(polygon);
  min_x = max_x = to_double(vertices[0].x);
  min_y = max_y = to_double(vertices[0].y);
  for (const Point& p : vertices) {
    min_x = std::min(min_x, to_double(p.x));
    min_y = std::min(min_y, to_double(p.y));
    max_x = std::max(max_x, to_double(p.x));
    max_y = std::max(max_y, to_double(p.y));
  }
  for (std::size_t i = 0; i < vertices.size(); ++i) half_planes[count++] = edge_of(vertices, i);
}

ConvexPart::ConvexPart(const Capsule& capsule) noexcept {
  set_capsule(in_double(capsule.first), in_double(capsule.second), counted_radius(capsule));
}
ConvexPart::ConvexPart(const DoubleCapsule& capsule) noexcept {
  set_capsule(capsule.first, capsule.second, counted_radius(capsule));
}

void ConvexPart::set_capsule(const DoublePoint& first, const DoublePoint& second,
                             double radius) noexcept {
  const double x = second.x - first.x;
  const double y = second.y - first.y;
  const double s = x * x + y * y;
  const double q = std::sqrt(s);
  const double w = radius / q;
  min_x = std::min(first.x, second.x) - w * std::abs(y);
  min_y = std::min(first.y, second.y) - w * std::abs(x);
  max_x = std::max(first.x, second.x) + w * std::abs(y);
  max_y = std::max(first.y, second.y) + w * std::abs(x);
  add(-y, x, first, radius * q);
  add(y, -x, first, radius * q);
  add(x, y, first, s);
  add(-x, -y, first, 0);
}

template <class Bounds>
bool ConvexPart::overlaps(const Bounds& box) const noexcept {
  if (!(to_double(box.min_x) <= max_x && to_double(box.max_x) >= min_x &&
        to_double(box.min_y) <= max_y && to_double(box.max_y) >= min_y))
    return false;
  for (const HalfPlane& half : std::span(half_planes).first(count))
    if (!(least_side(half.nx, half.ny, half.from, box) <= half.reach)) return false;
  return true;
}

template <class Bounds>
bool ConvexPart::contains(const Bounds& box) const noexcept {
  if (!(to_double(box.min_x) >= min_x && to_double(box.max_x) <= max_x &&
        to_double(box.min_y) >= min_y && to_double(box.max_y) <= max_y))
    return false;
  for (const HalfPlane& half : std::span(half_planes).first(count))
    if (!(greatest_side(half.nx, half.ny, half.from, box) <= half.reach)) return false;
  return true;
}

}  // namespace detail
}  // namespace quadphase
