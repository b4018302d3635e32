// SPDX-License-Identifier: MIT
// Query shapes in double, for worlds that are too large for floats.
#pragma once

#include <concepts>
#include <limits>
#include <optional>

#include "quadphase/box.hpp"
#include "quadphase/double_box.hpp"
#include "quadphase/export.hpp"
#include "quadphase/shapes.hpp"

namespace quadphase {

// Overlaps and searches for the nearest need none of this: they take a `DoubleBox`, a
// `DoublePoint`, a `DoubleCircle` or a `DoubleCapsule` of double_box.hpp as they are, and decide by
// the doubles. Rotated boxes and polygons have no form in double: search with their bounds, and
// decide on what is found yourself. The objects that a segment meets overlap the `DoubleCapsule` of
// radius 0, but for the rounding of its formula; where no hit may be lost, cast the segment.
//
// Casts see the float boxes of an engine, so they must be given near the same origin as these:
// `to_local(shape, index.origin())`. A shape must keep the rules of the float shape that it
// becomes; if it does not, the float shape does not, either, and finds nothing.
//
// Shapes are conservative, moving or not: the float shape contains the one in double and each float
// box contains its box in double, so no object is lost that the exact shape overlaps or hits. More
// may be found, within the distance of the rounding. A cast's fraction is that at which the float
// shape enters the float box: at most the exact one, but for the rounding of the formulas in
// shapes.hpp, which is one part in 2^50.
//
// "A step" is the distance between two neighboring floats at a coordinate's distance d from the
// origin: d / 2^23, and at least 2^-149. Float boxes are up to a step larger on each side than the
// boxes in double.
//
//     DoublePoint    the nearest `Point`, at most half a step away, for `find_nearest`: a distance
//                    that it finds differs from the exact one by less than two steps on each axis
//     DoubleCircle   a `Circle` that contains it: around the nearest point, with a radius that is
//                    larger by up to two steps, and the same circle if floats can hold the center.
//                    So the distance that `find_nearest` gave for a local point finds its object
//                    again
//     DoubleCapsule  a `Capsule` that contains it, made in the same way

/// A circle that moves along `displacement`. `to_local` gives a `CircleCast` whose circle at each
/// fraction contains this one at the same fraction: the displacement becomes the nearest float, and
/// the radius is larger by what that changes, up to two steps, and by the amount given above.
struct DoubleCircleCast {
  DoubleCircle circle;       ///< at fraction 0
  DoublePoint displacement;  ///< from fraction 0 to fraction 1
};

/// A capsule that moves along `displacement`. `to_local` gives a `CapsuleCast`, as above.
struct DoubleCapsuleCast {
  DoubleCapsule capsule;     ///< at fraction 0
  DoublePoint displacement;  ///< from fraction 0 to fraction 1
};

/// A box that moves along `displacement`. `to_local` gives a `BoxCast` whose box at each fraction
/// contains this one at the same fraction: the displacement becomes the nearest float, and the box
/// is enlarged by what that changes, a step at most.
struct DoubleBoxCast {
  DoubleBox box;             ///< at fraction 0
  DoublePoint displacement;  ///< from fraction 0 to fraction 1
};

/// A line from one point to another. `to_local` gives the `BoxCast` of the smallest float box
/// around `from`, so that no hit is lost.
struct DoubleSegment {
  DoublePoint from;  ///< at fraction 0
  DoublePoint to;    ///< at fraction 1
};

/// A half-line, or a part of it. `to_local` gives a `Ray` with all numbers rounded to the nearest
/// float; a part of the direction that is not 0 does not become 0.
///
/// This is not conservative, as no float ray could be: at distance s from its origin it may be off
/// by a step of the origin and by s / 2^24, so it may wrongly hit or miss what is that close to it.
/// Where no hit may be lost, cast a `DoubleSegment`.
struct DoubleRay {
  DoublePoint origin;     ///< at fraction 0
  DoublePoint direction;  ///< of any length; from the origin to fraction 1
  /// Where the ray ends.
  double max_fraction = std::numeric_limits<double>::infinity();
};

/// A segment, a ray, or a moving box, circle or capsule in double, in one form: at fraction t,
/// `box` or `capsule` has moved by `t * displacement`. Valid by the rules of the same cast in
/// float, if no number but `max_fraction` is above 2^250.
struct DoubleCast {
  // Implicit, so that each can be passed where a cast is expected.
  // NOLINTBEGIN(google-explicit-constructor)

  /// A segment.
  constexpr DoubleCast(const DoubleSegment& segment) noexcept
      : box{segment.from.x, segment.from.y, segment.from.x, segment.from.y},
        displacement{segment.to.x - segment.from.x, segment.to.y - segment.from.y} {}
  /// A ray.
  constexpr DoubleCast(const DoubleRay& ray) noexcept
      : box{ray.origin.x, ray.origin.y, ray.origin.x, ray.origin.y},
        displacement(ray.direction),
        max_fraction(ray.max_fraction),
        must_move(true) {}
  /// A moving box.
  constexpr DoubleCast(const DoubleBoxCast& cast) noexcept
      : box(cast.box), displacement(cast.displacement) {}
  /// A moving circle: a capsule whose line is a point.
  constexpr DoubleCast(const DoubleCircleCast& cast) noexcept
      : DoubleCast(DoubleCapsuleCast{{cast.circle.center, cast.circle.center, cast.circle.radius},
                                     cast.displacement}) {}
  /// A moving capsule.
  constexpr DoubleCast(const DoubleCapsuleCast& cast) noexcept
      : displacement(cast.displacement), is_round(true), capsule(cast.capsule) {}
  // NOLINTEND(google-explicit-constructor)

  DoubleBox box;             ///< where the cast starts; of zero size unless a box moves
  DoublePoint displacement;  ///< from fraction 0 to fraction 1
  double max_fraction = 1;   ///< where the cast ends, at least 0
  bool must_move = false;    ///< if true, `displacement` must not be (0, 0)
  bool is_round = false;     ///< a moving circle or capsule
  DoubleCapsule capsule;     ///< if it is round: what moves; `box` does not count then
};

/// The fraction at which a cast in double enters a box in double, by the formula of
/// `entry_fraction` in shapes.hpp. A circle or capsule and the box are first moved so that its
/// center or `first` is (0, 0), and its bounds stay in double. Empty if it misses the box, or one
/// of the two is not valid.
///
/// So the doubles can decide on the hits that an engine finds by its floats:
///
///     std::optional<CastHit> first;
///     index.for_each_hit(to_local(segment, index.origin()), [&](const CastHit& near) {
///       const auto fraction = entry_fraction(segment, boxes[near.id]);
///       if (fraction && (!first || CastHit{*fraction, near.id} < *first))
///         first = CastHit{*fraction, near.id};
///       return first ? first->fraction * (1 + 0x1p-48) : 1;  // more than rounding adds
///     });
///
/// An engine rounds the fractions of circles and capsules relative to their coordinates near the
/// origin: let these go on by 2^-48 of the largest such coordinate more, over the length of the
/// way.
[[nodiscard]] QUADPHASE_API std::optional<double> entry_fraction(const DoubleCast& cast,
                                                                 const DoubleBox& box) noexcept;

namespace detail {

template <class Shape>
concept DoubleShape = std::same_as<Shape, DoublePoint> || std::same_as<Shape, DoubleCircle> ||
    std::same_as<Shape, DoubleCapsule> || std::same_as<Shape, DoubleCircleCast> ||
    std::same_as<Shape, DoubleCapsuleCast> || std::same_as<Shape, DoubleBoxCast> ||
    std::same_as<Shape, DoubleSegment> || std::same_as<Shape, DoubleRay>;

[[nodiscard]] QUADPHASE_API Point local(const DoublePoint& point, const Origin& origin) noexcept;
[[nodiscard]] QUADPHASE_API Circle local(const DoubleCircle& circle, const Origin& origin) noexcept;
[[nodiscard]] QUADPHASE_API Capsule local(const DoubleCapsule& capsule,
                                          const Origin& origin) noexcept;
[[nodiscard]] QUADPHASE_API CircleCast local(const DoubleCircleCast& cast,
                                             const Origin& origin) noexcept;
[[nodiscard]] QUADPHASE_API CapsuleCast local(const DoubleCapsuleCast& cast,
                                              const Origin& origin) noexcept;
[[nodiscard]] QUADPHASE_API BoxCast local(const DoubleBoxCast& cast, const Origin& origin) noexcept;
[[nodiscard]] QUADPHASE_API BoxCast local(const DoubleSegment& segment,
                                          const Origin& origin) noexcept;
[[nodiscard]] QUADPHASE_API Ray local(const DoubleRay& ray, const Origin& origin) noexcept;

}  // namespace detail

/// The float shape for a query near an origin; see above for each. The origin must be finite. The
/// result does not depend on the floating-point mode of the caller.
///
///     broad_phase.cast_closest(to_local(DoubleSegment{muzzle, target}, origin));
///
/// Numbers beyond the largest float become that one, if they are finite.
template <detail::DoubleShape Shape>
[[nodiscard]] auto to_local(const Shape& shape, const Origin& origin) noexcept {
  return detail::local(shape, origin);
}

}  // namespace quadphase
