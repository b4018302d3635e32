// SPDX-License-Identifier: MIT
// Convex shapes at rest, and the formulas of each: when it overlaps a box, and when a box lies
// inside it. The shapes are closed: touching counts. Formulas are evaluated in double precision, in
// the order in which they are written; `overlaps` and `contains` of shapes.hpp evaluate them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>

#include "quadphase/box.hpp"

namespace quadphase {

/// A closed disc, unless `Config::touching` is false: see `interiors_overlap` in shapes.hpp. Valid
/// when the center is finite and `radius >= 0`; the radius may be infinite.
///
/// It overlaps a box if `distance(center, box) <= radius`, by the formula of shapes.hpp. So the
/// circle whose radius is the distance that `find_nearest` gave for an object overlaps its box.
///
///     overlaps:  sqrt(x * x + y * y) <= radius, where
///                x = max(0, box.min_x - center.x, center.x - box.max_x), y likewise
///     contains:  the same with x = max(box.max_x - center.x, center.x - box.min_x), y likewise
struct Circle {
  Point center;       ///< its middle
  double radius = 0;  ///< unit: that of the boxes. It holds any float exactly
};

/// All points within `radius` of a line from one point to another: a rectangle with two half discs
/// at its ends. Valid when finite and `radius >= 0`; the two points may be equal. A radius above
/// 2^130, which reaches from any float to any other, counts as 2^130.
///
///     d = second - first;  s = d.x * d.x + d.y * d.y;  q = sqrt(s);  w = radius / q
///
///     least(n) and greatest(n): the least and the greatest value of
///     n.x * (x - first.x) + n.y * (y - first.y) at all corners (x, y) of the box, where a product
///     with 0 is 0
///
/// It overlaps a box if the circle around either end does, or if `s > 0` and the rectangle does:
///
///     box.min_x <= max(first.x, second.x) + w * abs(d.y)        y likewise, with w * abs(d.x)
///     box.max_x >= min(first.x, second.x) - w * abs(d.y)
///     least((-d.y, d.x)) <= radius * q;   greatest((-d.y, d.x)) >= -(radius * q)
///     least(d) <= s;                      greatest(d) >= 0
///
/// It contains a box if it contains each corner p of it:
///
///     along = d.x * (p.x - first.x) + d.y * (p.y - first.y)
///     across = d.x * (p.y - first.y) - d.y * (p.x - first.x)
///
///     along <= 0:  p is in the circle around first
///     along >= s:  p is in the circle around second
///     else:        across * across <= (radius * radius) * s
struct Capsule {
  Point first;        ///< one end of the line
  Point second;       ///< the other one
  double radius = 0;  ///< unit: that of the boxes
};

/// A box that is turned around its center. Valid when finite, `half_size` is not negative, and
/// `axis` is not (0, 0).
///
///     s = axis.x * axis.x + axis.y * axis.y
///     e = (abs(axis.x) * half_size.x + abs(axis.y) * half_size.y,
///          abs(axis.y) * half_size.x + abs(axis.x) * half_size.y)
///     v = (-axis.y, axis.x)
///
///     least(n) and greatest(n) as for a capsule, but from `center` instead of `first`
///
///     overlaps:  box.min_x <= center.x + e.x, box.max_x >= center.x - e.x;  y likewise
///                least(axis) <= half_size.x * s, greatest(axis) >= -(half_size.x * s)
///                least(v) <= half_size.y * s, greatest(v) >= -(half_size.y * s)
///     contains:  box.min_x >= center.x - e.x, box.max_x <= center.x + e.x;  y likewise
///                greatest(axis) <= half_size.x * s, least(axis) >= -(half_size.x * s)
///                greatest(v) <= half_size.y * s, least(v) >= -(half_size.y * s)
struct RotatedBox {
  Point center;     ///< its middle
  Point half_size;  ///< half of its width and height
  /// The direction of its width: the cosine and the sine of the angle. If its length is not 1, the
  /// box is scaled by it. Why no angle: cosines differ in their last bits between C libraries.
  Point axis{1, 0};
};

/// A convex polygon of up to 8 vertices, counter-clockwise (with y up). Valid when it has at least
/// three, all are finite, and no vertex is to the right of an edge. Equal vertices, and three or
/// more on one line, are valid.
///
///     edge i: from vertex a to the next one, b;  d = b - a;  n = (d.y, -d.x)
///     side(i, p) = n.x * (p.x - a.x) + n.y * (p.y - a.y)
///     reach(i): the greatest side(i, p) of all vertices p; that of a is 0
///     tolerance(i): (abs(d.x) + abs(d.y)) * (the greatest abs of all coordinates) * 2^-20
///
///     valid:     reach(i) <= tolerance(i) for all edges, as vertices may be rounded
///     overlaps:  the bounds of the vertices overlap the box, and the least side(i, corner) of its
///                corners is <= reach(i) for all edges; a product with 0 is 0
///     contains:  the bounds contain the box, and the greatest side(i, corner) is <= reach(i)
struct ConvexPolygon {
  /// The most vertices.
  static constexpr std::size_t kMaxVertices = 8;

  /// No vertices, which is not valid.
  constexpr ConvexPolygon() noexcept = default;
  /// These vertices. More than `kMaxVertices` make a polygon that is not valid.
  explicit constexpr ConvexPolygon(std::span<const Point> points) noexcept {
    if (points.size() > kMaxVertices) return;
    for (const Point& point : points) vertices[count++] = point;
  }
  /// As above.
  constexpr ConvexPolygon(std::initializer_list<Point> points) noexcept
      : ConvexPolygon(std::span<const Point>(points.begin(), points.size())) {}

  std::array<Point, kMaxVertices> vertices{};  ///< the first `count` are used
  std::uint32_t count = 0;                     ///< the number of vertices
};

}  // namespace quadphase
