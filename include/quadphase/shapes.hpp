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
#include <variant>

#include "quadphase/box.hpp"
#include "quadphase/export.hpp"

namespace quadphase {

/// A closed disc, unless `Config::touching` is false. Valid when the center is finite and `radius
/// >= 0`; the radius may be infinite.
struct Circle {
  Point center;      ///< its middle
  float radius = 0;  ///< unit: that of the boxes
};

/// A box, a point or a circle in one form. A point overlaps the boxes that contain it: it is a box
/// of zero size. If `Config::touching` is false, it overlaps those that have it strictly inside.
struct Shape {
  /// A box. All three are implicit, so that each can be passed where a shape is expected.
  constexpr Shape(const Box& shape) noexcept : box(shape) {}  // NOLINT(google-explicit-constructor)
  /// The box of zero size at a point.
  constexpr Shape(const Point& point) noexcept  // NOLINT(google-explicit-constructor)
      : box{point.x, point.y, point.x, point.y} {}
  /// A circle.
  constexpr Shape(const Circle& shape) noexcept  // NOLINT(google-explicit-constructor)
      : circle(shape), is_circle(true) {}

  Box box;                 ///< unless it is a circle
  Circle circle;           ///< if it is one
  bool is_circle = false;  ///< which of the two it is
};

/// A line from one point to another. Fractions are 0 at `from` and 1 at `to`. Valid when finite;
/// the two points may be equal.
struct Segment {
  Point from;  ///< at fraction 0
  Point to;    ///< at fraction 1
};

/// A half-line, or a part of it. Fractions are multiples of the length of `direction`, up to
/// `max_fraction`, which may be infinite. Valid when `direction` is not (0, 0), `max_fraction >=
/// 0`, and the other numbers are finite.
struct Ray {
  Point origin;     ///< at fraction 0
  Point direction;  ///< of any length; from the origin to fraction 1
  /// Where the ray ends.
  float max_fraction = std::numeric_limits<float>::infinity();
};

/// A box that moves along `displacement`. Fractions are parts of the displacement. Valid when the
/// box is valid and all numbers are finite; the displacement may be (0, 0).
struct BoxCast {
  Box box;             ///< at fraction 0
  Point displacement;  ///< from fraction 0 to fraction 1
};

/// A ray, a segment or a moving box in one form: at fraction t, `box` has moved by
/// `t * (to - from)`.
struct Cast {
  /// A ray. All three are implicit, so that each can be passed where a cast is expected.
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

  Box box;                 ///< where the cast starts; of rays and segments, a box of zero size
  Point from;              ///< start of the displacement
  Point to;                ///< end of the displacement
  float max_fraction = 1;  ///< where the cast ends
  bool must_move = false;  ///< not valid if `to` is (0, 0)
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
/// The cast hits the box if enter <= leave and the box overlaps the bounds of the whole sweep,
/// [cast.box.min_x + min(0, dx * max_fraction), cast.box.max_x + max(0, dx * max_fraction)], y
/// likewise.
[[nodiscard]] QUADPHASE_API std::optional<double> entry_fraction(const Cast& cast,
                                                                 const Box& box) noexcept;

/// The distance from a point to a box; 0 inside. Needs a finite point and a valid box.
///
///     sqrt(x * x + y * y), where x = max(0, box.min_x - point.x, point.x - box.max_x), y likewise
[[nodiscard]] QUADPHASE_API double distance(const Point& point, const Box& box) noexcept;

/// True when a valid circle and a valid box have a point in common.
///
///     x * x + y * y <= radius * radius, with x and y as in `distance`
[[nodiscard]] QUADPHASE_API bool overlaps(const Circle& circle, const Box& box) noexcept;

/// True when a valid circle and a valid box overlap where touching does not count, as with
/// `Config::touching` false. A circle of radius 0 is a point, which overlaps the boxes that have it
/// strictly inside.
///
///     x * x + y * y < radius * radius, with x and y as in `distance`                 if radius > 0
///     box.min_x < center.x && center.x < box.max_x, y likewise                       if radius = 0
[[nodiscard]] QUADPHASE_API bool interiors_overlap(const Circle& circle, const Box& box) noexcept;

namespace detail {

/// A span, vector or array of one of some types.
template <class Range, class... Items>
concept RangeOf =
    (std::same_as<std::ranges::range_value_t<Range>, Items> || ...) &&
    std::constructible_from<std::span<const std::ranges::range_value_t<Range>>, const Range&>;

}  // namespace detail

/// Many boxes, points or circles, read in place: a span, vector or array of one of the three, or
/// columns of boxes.
class Shapes {
 public:
  /// What they may be.
  using Items =
      std::variant<BoxView, std::span<const Box>, std::span<const Point>, std::span<const Circle>>;

  /// Boxes, points or circles. Implicit, as the constructor of a span is.
  template <detail::RangeOf<Box, Point, Circle> Range>
  Shapes(const Range& range) noexcept  // NOLINT(google-explicit-constructor)
      : items_(std::span<const std::ranges::range_value_t<Range>>(range)) {}
  /// Columns of boxes.
  // NOLINTNEXTLINE(google-explicit-constructor)
  Shapes(const BoxView& columns) noexcept : items_(columns) {}

  /// How many there are.
  [[nodiscard]] std::size_t size() const noexcept {
    return std::visit([](const auto& items) { return items.size(); }, items_);
  }
  /// What was passed.
  [[nodiscard]] const Items& items() const noexcept { return items_; }

 private:
  Items items_;
};

/// Many rays, segments or moving boxes, read in place: a span, vector or array of one of the three.
class Casts {
 public:
  /// What they may be.
  using Items =
      std::variant<std::span<const Ray>, std::span<const Segment>, std::span<const BoxCast>>;

  /// Rays, segments or moving boxes. Implicit, as the constructor of a span is.
  template <detail::RangeOf<Ray, Segment, BoxCast> Range>
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
