// SPDX-License-Identifier: MIT
// The shapes of queries, and the formulas that decide what they find.
//
// Every formula is evaluated in double precision, in the order in which it is written here, so that
// results are the same on every processor. A shape that is not valid finds nothing.
#pragma once

#include <concepts>
#include <cstddef>
#include <limits>
#include <optional>
#include <ranges>
#include <span>
#include <type_traits>
#include <variant>

#include "quadphase/box.hpp"
#include "quadphase/boxes.hpp"
#include "quadphase/convex_shapes.hpp"
#include "quadphase/double_box.hpp"
#include "quadphase/export.hpp"

namespace quadphase {

namespace detail {

template <class Number>
concept NumberButFloat = std::is_arithmetic_v<Number> && !std::same_as<Number, float>;

}  // namespace detail

/// A shape at rest in one form: a box, a point, a circle, a capsule, a rotated box or a convex
/// polygon. A point is the box of zero size, so it overlaps the boxes that have it inside; if
/// `Config::touching` is false, those that have it strictly inside.
///
/// In float, coordinates are relative to the origin of the index, `Index::origin`: (0, 0), unless
/// the boxes of the last frame were in double.
///
/// In double, boxes, points, circles and capsules have world coordinates, wherever the origin is.
/// They find what the formula finds for the doubles of an object, so the origin changes no result.
/// An object in float is compared with `shape - origin`: exactly if the shape is a box, otherwise
/// in double, as all distances are. The origin is that of the last frame, or (0, 0) if that was in
/// float. In a periodic world, a shape in double is moved by whole periods in double.
class Shape {
 public:
  /// What it may be.
  using Value = std::variant<Box, Circle, Capsule, RotatedBox, ConvexPolygon, DoubleBox,
                             DoubleCircle, DoubleCapsule>;

  /// A box. All constructors are implicit, so that each can be passed where a shape is expected.
  constexpr Shape(const Box& shape) noexcept  // NOLINT(google-explicit-constructor)
      : value_(shape) {}
  /// The box of zero size at a point.
  constexpr Shape(const Point& point) noexcept  // NOLINT(google-explicit-constructor)
      : value_(Box{point.x, point.y, point.x, point.y}) {}
  /// As above, written `{x, y}`. A box in braces needs its name: `Box{...}`.
  constexpr Shape(float x, float y) noexcept : value_(Box{x, y, x, y}) {}
  /// As above, of two numbers of which neither is a float: a point in double.
  template <detail::NumberButFloat X, detail::NumberButFloat Y>
  constexpr Shape(X x, Y y) noexcept
      : Shape(DoublePoint{static_cast<double>(x), static_cast<double>(y)}) {}
  /// A circle.
  constexpr Shape(const Circle& shape) noexcept  // NOLINT(google-explicit-constructor)
      : value_(shape) {}
  /// A capsule.
  constexpr Shape(const Capsule& shape) noexcept  // NOLINT(google-explicit-constructor)
      : value_(shape) {}
  /// A rotated box.
  constexpr Shape(const RotatedBox& shape) noexcept  // NOLINT(google-explicit-constructor)
      : value_(shape) {}
  /// A convex polygon.
  constexpr Shape(const ConvexPolygon& shape) noexcept  // NOLINT(google-explicit-constructor)
      : value_(shape) {}
  /// A box in double.
  constexpr Shape(const DoubleBox& shape) noexcept  // NOLINT(google-explicit-constructor)
      : value_(shape) {}
  /// The box of zero size at a point in double.
  constexpr Shape(const DoublePoint& point) noexcept  // NOLINT(google-explicit-constructor)
      : value_(DoubleBox{point.x, point.y, point.x, point.y}) {}
  /// A circle in double.
  constexpr Shape(const DoubleCircle& shape) noexcept  // NOLINT(google-explicit-constructor)
      : value_(shape) {}
  /// A capsule in double.
  constexpr Shape(const DoubleCapsule& shape) noexcept  // NOLINT(google-explicit-constructor)
      : value_(shape) {}

  /// What it is.
  [[nodiscard]] constexpr const Value& value() const noexcept { return value_; }

 private:
  Value value_;
};

/// A line from one point to another. Fractions are 0 at `from` and 1 at `to`. Valid when finite;
/// the two points may be equal.
struct Segment {
  Point from;  ///< at fraction 0
  Point to;    ///< at fraction 1
};

/// A half-line, or a part of it; the ray of Box2D is a `Segment`. Fractions are multiples of the
/// length of `direction`, up to `max_fraction`, which may be infinite. Valid when `direction` is
/// not (0, 0), `max_fraction >= 0`, and the other numbers are finite.
struct Ray {
  Point origin;     ///< at fraction 0
  Point direction;  ///< of any length; from the origin to fraction 1
  /// Where the ray ends. A box that is entered exactly at this fraction is hit.
  double max_fraction = std::numeric_limits<double>::infinity();
};

/// A box that moves along `displacement`. Fractions are parts of the displacement. Valid when the
/// box is valid and all numbers are finite; the displacement may be (0, 0).
struct BoxCast {
  Box box;             ///< at fraction 0
  Point displacement;  ///< from fraction 0 to fraction 1
};

/// A circle that moves along `displacement`. Valid when all numbers are finite and the radius is
/// not negative; the displacement may be (0, 0).
struct CircleCast {
  Circle circle;       ///< at fraction 0
  Point displacement;  ///< from fraction 0 to fraction 1
};

/// A capsule that moves along `displacement`. Valid when the capsule is valid and the displacement
/// is finite; it may be (0, 0).
struct CapsuleCast {
  Capsule capsule;     ///< at fraction 0
  Point displacement;  ///< from fraction 0 to fraction 1
};

/// A ray, a segment, or a moving box, circle or capsule in one form: at fraction t, `box` or
/// `capsule` has moved by `t * (to - from)`. Casts in double become such casts by `to_local`, in
/// double_shapes.hpp.
struct Cast {
  /// A ray. All constructors are implicit, so that each can be passed where a cast is expected.
  constexpr Cast(const Ray& ray) noexcept  // NOLINT(google-explicit-constructor)
      : box{ray.origin.x, ray.origin.y, ray.origin.x, ray.origin.y},
        to(ray.direction),
        max_fraction(ray.max_fraction),
        must_move(true) {}
  /// A segment.
  constexpr Cast(const Segment& segment) noexcept  // NOLINT(google-explicit-constructor)
      : box{segment.from.x, segment.from.y, segment.from.x, segment.from.y},
        from(segment.from),
        to(segment.to) {}
  /// A moving box.
  constexpr Cast(const BoxCast& cast) noexcept  // NOLINT(google-explicit-constructor)
      : box(cast.box), to(cast.displacement) {}
  /// A moving circle: a capsule whose line is a point.
  constexpr Cast(const CircleCast& cast) noexcept  // NOLINT(google-explicit-constructor)
      : Cast(CapsuleCast{{cast.circle.center, cast.circle.center, cast.circle.radius},
                         cast.displacement}) {}
  /// A moving capsule.
  constexpr Cast(const CapsuleCast& cast) noexcept  // NOLINT(google-explicit-constructor)
      : box{cast.capsule.first.x, cast.capsule.first.y, cast.capsule.first.x, cast.capsule.first.y},
        to(cast.displacement),
        is_round(true),
        capsule(cast.capsule) {}

  Box box;                  ///< where the cast starts; of zero size unless a box moves
  Point from;               ///< start of the displacement
  Point to;                 ///< end of the displacement
  double max_fraction = 1;  ///< where the cast ends, at least 0; set it to cut any cast short
  bool must_move = false;   ///< if true, `to` must not be (0, 0)
  bool is_round = false;    ///< a moving circle or capsule
  Capsule capsule;          ///< if it is round: what moves; `box` is then at its first end
};

/// The fraction at which a cast enters a box; 0 if it starts inside. Empty if the cast misses
/// the box, or one of the two is not valid.
///
///     dx     = cast.to.x - cast.from.x                 dy likewise
///
///     near_x = (box.min_x - cast.box.max_x) / dx       if dx > 0; if dx < 0, of the
///     far_x  = (box.max_x - cast.box.min_x) / dx       other edges; if dx = 0, -inf and
///                                                      inf. y likewise
///
///     enter  = max(0, near_x, near_y)
///     leave  = min(max_fraction, far_x, far_y)         an infinite max_fraction counts as the
///                                                      greatest finite double
///
/// The cast hits the box if enter <= leave and, on an axis along which it does not move, the box
/// overlaps `cast.box`. So a cast that ends at the fraction of one of its hits has that hit.
///
/// If the cast is round, the bounds of the capsule stand for `cast.box` here: the smallest float
/// box around [min(first.x, second.x) - radius, max(first.x, second.x) + radius], y likewise, cut
/// off at the largest float. If these bounds hit the box, the cast enters it at max(enter, round),
/// where `round` is the least fraction from 0 to max_fraction at which a part of the capsule enters
/// a part of the box. It misses the box if no part does, or if max(enter, round) > leave. The
/// parts, for p = capsule.first and, if it is another point, capsule.second:
///
///     p, and the box with `radius` more on the left and on the right: near and far as above, with
///     box.min_x - radius - p.x and box.max_x + radius - p.x; if dx = 0, the first of the two must
///     be <= 0 and the second >= 0. y likewise. The same with `radius` more below and above.
///
///     p, and the circle around a corner c of the box:  m = p - c
///       k = m.x * m.x + m.y * m.y - radius * radius         at 0 if k <= 0; else
///       b = m.x * dx + m.y * dy                             it needs b < 0 and h >= 0
///       x = m.x * dy - m.y * dx
///       h = (radius * radius) * (dx * dx + dy * dy) - x * x at k / (sqrt(h) - b)
///
///     the rectangle between the two ends, and the box: d, s, q, w, least and greatest as for a
///     `Capsule`; they meet at a fraction t if t * v is from `low` to `high` in all four lines:
///       v                low                               high
///       dx               box.min_x - first.x - max(0, d.x) box.max_x - first.x - min(0, d.x)
///                          - w * abs(d.y)                    + w * abs(d.y)
///       dy               likewise
///       d.x*dy - d.y*dx  least((-d.y, d.x)) - radius * q   greatest((-d.y, d.x)) + radius * q
///       d.x*dx + d.y*dy  least(d) - s                      greatest(d)
[[nodiscard]] QUADPHASE_API std::optional<double> entry_fraction(const Cast& cast,
                                                                 const Box& box) noexcept;

/// The distance from a shape to a box, as `find_nearest` gives it; 0 where they overlap. Needs a
/// valid shape that is finite and a valid box. A shape in double must be near the origin of the
/// box.
///
///     box      sqrt(x * x + y * y), where x = max(0, box.min_x - shape.max_x, shape.min_x -
///              box.max_x), y likewise; the same for a point
///     circle   max(0, distance(center, box) - radius)
///     others   the least distance from a vertex to the box, or from a corner of the box to an
///              edge; less the radius of a capsule, whose one edge is its line, but not below 0
///
///     from a corner p to an edge from a to b, with d = b - a, s = d.x * d.x + d.y * d.y:
///              along = d.x * (p.x - a.x) + d.y * (p.y - a.y)
///              along <= 0:  the length of p - a;  along >= s:  the length of p - b
///              else:        abs(d.x * (p.y - a.y) - d.y * (p.x - a.x)) / sqrt(s)
///
/// Where rounding makes this less than the distance of the shape's bounds, the result is that
/// distance. The bounds are the float box around the shape; for shapes in double, the bounds
/// enlarged by 2^-48 of their coordinates.
[[nodiscard]] QUADPHASE_API double distance(const Shape& shape, const Box& box) noexcept;

/// True when a valid shape and a valid box have a point in common. The formula is that of
/// `overlaps` of two boxes, or is given with the shape in convex_shapes.hpp. A shape in double
/// must be near the origin of the box.
[[nodiscard]] QUADPHASE_API bool overlaps(const Shape& shape, const Box& box) noexcept;
/// As above. Why a second one: converting to `Shape` costs a call, which slows some loops.
[[nodiscard]] QUADPHASE_API bool overlaps(const Circle& circle, const Box& box) noexcept;

/// True when a valid circle and a valid box overlap where touching does not count, as with
/// `Config::touching` false. A circle of radius 0 is a point, which overlaps the boxes that have it
/// strictly inside.
///
///     distance(center, box) < radius                                                 if radius > 0
///     box.min_x < center.x && center.x < box.max_x, y likewise                       if radius = 0
[[nodiscard]] QUADPHASE_API bool interiors_overlap(const Circle& circle, const Box& box) noexcept;

/// True when every point of a valid box is in a valid shape. The formula is that of `contains` of
/// two boxes, or is given with the shape in convex_shapes.hpp.
[[nodiscard]] QUADPHASE_API bool contains(const Shape& shape, const Box& box) noexcept;

namespace detail {

[[nodiscard]] QUADPHASE_API double distance_of_doubles(const Shape& shape,
                                                       const DoubleBox& box) noexcept;
[[nodiscard]] QUADPHASE_API bool overlaps_doubles(const Shape& shape,
                                                  const DoubleBox& box) noexcept;
[[nodiscard]] QUADPHASE_API bool contains_doubles(const Shape& shape,
                                                  const DoubleBox& box) noexcept;

}  // namespace detail

// With a box in double, these three need no origin: shape and box have world coordinates. For
// shapes in double, the result is that of queries for objects in double, where touching counts. A
// shape in float counts as one in double with the same numbers. Why templates: four numbers in
// braces stay a `Box`.

/// The distance from a shape to a box in double. Needs a valid shape that is finite and a valid
/// box.
template <std::same_as<DoubleBox> Edges>
[[nodiscard]] double distance(const Shape& shape, const Edges& box) noexcept {
  return detail::distance_of_doubles(shape, box);
}
/// True when a valid shape and a valid box in double have a point in common.
template <std::same_as<DoubleBox> Edges>
[[nodiscard]] bool overlaps(const Shape& shape, const Edges& box) noexcept {
  return detail::overlaps_doubles(shape, box);
}
/// True when every point of a valid box in double is in a valid shape.
template <std::same_as<DoubleBox> Edges>
[[nodiscard]] bool contains(const Shape& shape, const Edges& box) noexcept {
  return detail::contains_doubles(shape, box);
}

namespace detail {

/// A span, vector or array with items of one of these types.
template <class Range, class... Items>
concept RangeOf =
    (std::same_as<std::ranges::range_value_t<Range>, Items> || ...) &&
    std::constructible_from<std::span<const std::ranges::range_value_t<Range>>, const Range&>;

}  // namespace detail

/// Many shapes of one kind: a span, vector or array of boxes, points, circles, capsules, rotated
/// boxes or convex polygons, or of those in double, read in place; or boxes in any form of `Boxes`.
///
///     broad_phase.find_overlaps({bodies, &Body::box}, result);
///
/// Cost: columns of float boxes are read in place, too. Other forms are first copied to arrays of
/// the `QueryResult`, on all threads. Boxes in double have world coordinates: their origin is not
/// read.
class Shapes {
 public:
  /// What they may be.
  using Items = std::variant<BoxView, std::span<const Box>, std::span<const Point>,
                             std::span<const Circle>, std::span<const Capsule>,
                             std::span<const RotatedBox>, std::span<const ConvexPolygon>,
                             std::span<const DoubleBox>, std::span<const DoublePoint>,
                             std::span<const DoubleCircle>, std::span<const DoubleCapsule>>;

  /// Shapes of one kind. Implicit, as the constructor of a span is.
  template <detail::RangeOf<Box, Point, Circle, Capsule, RotatedBox, ConvexPolygon, DoubleBox,
                            DoublePoint, DoubleCircle, DoubleCapsule>
                Range>
  Shapes(const Range& range) noexcept  // NOLINT(google-explicit-constructor)
      : items_(std::span<const std::ranges::range_value_t<Range>>(range)) {}
  /// Columns of boxes.
  // NOLINTNEXTLINE(google-explicit-constructor)
  Shapes(const BoxView& columns) noexcept : items_(columns) {}
  /// Boxes in any form.
  // NOLINTNEXTLINE(google-explicit-constructor)
  Shapes(const Boxes& boxes) noexcept : items_(BoxView{}), boxes_(boxes) {}
  /// As above: what the constructors of `Boxes` take.
  template <class First, class Second, class... Rest,
            class = std::enable_if_t<
                std::is_constructible_v<Boxes, const First&, const Second&, const Rest&...>>>
  Shapes(const First& first, const Second& second, const Rest&... rest) noexcept
      : Shapes(Boxes(first, second, rest...)) {}

  /// How many there are.
  [[nodiscard]] std::size_t size() const noexcept {
    if (boxes_) return boxes_->size();
    return std::visit([](const auto& items) { return items.size(); }, items_);
  }
  /// What was passed; empty if it was `Boxes`.
  [[nodiscard]] const Items& items() const noexcept { return items_; }
  /// What was passed, if it was `Boxes`.
  [[nodiscard]] const std::optional<Boxes>& boxes() const noexcept { return boxes_; }

 private:
  Items items_;
  std::optional<Boxes> boxes_;
};

/// Many casts of one kind, read in place: a span, vector or array of rays, segments, or moving
/// boxes, circles or capsules. Those in double become such casts one by one, by `to_local`.
class Casts {
 public:
  /// What they may be.
  using Items =
      std::variant<std::span<const Ray>, std::span<const Segment>, std::span<const BoxCast>,
                   std::span<const CircleCast>, std::span<const CapsuleCast>>;

  /// Casts of one kind. Implicit, as the constructor of a span is.
  template <detail::RangeOf<Ray, Segment, BoxCast, CircleCast, CapsuleCast> Range>
  Casts(const Range& range) noexcept  // NOLINT(google-explicit-constructor)
      : items_(std::span<const std::ranges::range_value_t<Range>>(range)) {}

  /// How many there are.
  [[nodiscard]] std::size_t size() const noexcept {
    return std::visit([](const auto& items) { return items.size(); }, items_);
  }
  /// What was passed.
  [[nodiscard]] const Items& items() const noexcept { return items_; }

 private:
  Items items_;
};

}  // namespace quadphase
