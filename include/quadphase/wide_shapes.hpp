// SPDX-License-Identifier: MIT
// Query shapes in double, for worlds that are too large for floats.
#pragma once

#include <concepts>
#include <limits>

#include "quadphase/box.hpp"
#include "quadphase/export.hpp"
#include "quadphase/large_world.hpp"
#include "quadphase/shapes.hpp"

namespace quadphase {

// Overlaps and searches for the nearest need none of this: they take a `WideBox`, a `WidePoint`, a
// `WideCircle` or a `WideCapsule` of wide_box.hpp as they are, and decide by the doubles.
//
// Casts see the float boxes of an engine, so they must be given near the same origin as these:
// `to_local(shape, origin)`. A shape must keep the rules of the float shape that it becomes; if it
// does not, the float shape does not, either, and finds nothing.
//
// Shapes are conservative, moving or not: the float shape contains the wide one and each float box
// contains its wide box, so no object is lost that the exact shape overlaps or hits. More may be
// found, within the distance of the rounding. A cast's fraction is that at which the float shape
// enters the float box: at most the exact one, but for the rounding of the formulas in shapes.hpp,
// which is one part in 2^50.
//
// "A step" is the distance between two neighboring floats at a coordinate's distance d from the
// origin: d / 2^23, and at least 2^-149. Float boxes are up to a step larger on each side than wide
// ones.
//
//     WidePoint    the nearest `Point`, at most half a step away, for `find_nearest`: a distance
//                  that it finds differs from the exact one by less than two steps on each axis
//     WideCircle   a `Circle` that contains it: around the nearest point, with a radius that is
//                  larger by up to two steps, and the same circle if floats can hold the center. So
//                  the distance that `find_nearest` gave for a local point finds its object again
//     WideCapsule  a `Capsule` that contains it, made in the same way

/// A circle that moves along `displacement`. `to_local` gives a `CircleCast` whose circle at each
/// fraction contains this one at the same fraction: the displacement becomes the nearest float, and
/// the radius is larger by what that changes, up to two steps, and by the amount given above.
struct WideCircleCast {
  WideCircle circle;       ///< at fraction 0
  WidePoint displacement;  ///< from fraction 0 to fraction 1
};

/// A capsule that moves along `displacement`. `to_local` gives a `CapsuleCast`, as above.
struct WideCapsuleCast {
  WideCapsule capsule;     ///< at fraction 0
  WidePoint displacement;  ///< from fraction 0 to fraction 1
};

/// A box that moves along `displacement`. `to_local` gives a `BoxCast` whose box at each fraction
/// contains this one at the same fraction: the displacement becomes the nearest float, and the box
/// is enlarged by what that changes, a step at most.
struct WideBoxCast {
  WideBox box;             ///< at fraction 0
  WidePoint displacement;  ///< from fraction 0 to fraction 1
};

/// A line from one point to another. `to_local` gives the `BoxCast` of the smallest float box
/// around `from`, so that no hit is lost.
struct WideSegment {
  WidePoint from;  ///< at fraction 0
  WidePoint to;    ///< at fraction 1
};

/// A half-line, or a part of it. `to_local` gives a `Ray` with all numbers rounded to the nearest
/// float; a part of the direction that is not 0 does not become 0.
///
/// This is not conservative, as no float ray could be: at distance s from its origin it may be off
/// by a step of the origin and by s / 2^24, so it may wrongly hit or miss what is that close to it.
/// Where no hit may be lost, cast a `WideSegment`.
struct WideRay {
  WidePoint origin;     ///< at fraction 0
  WidePoint direction;  ///< of any length; from the origin to fraction 1
  /// Where the ray ends.
  double max_fraction = std::numeric_limits<double>::infinity();
};

namespace detail {

template <class Shape>
concept WideShape = std::same_as<Shape, WidePoint> || std::same_as<Shape, WideCircle> ||
    std::same_as<Shape, WideCapsule> || std::same_as<Shape, WideCircleCast> ||
    std::same_as<Shape, WideCapsuleCast> || std::same_as<Shape, WideBoxCast> ||
    std::same_as<Shape, WideSegment> || std::same_as<Shape, WideRay>;

[[nodiscard]] QUADPHASE_API Point local(const WidePoint& point, const Origin& origin) noexcept;
[[nodiscard]] QUADPHASE_API Circle local(const WideCircle& circle, const Origin& origin) noexcept;
[[nodiscard]] QUADPHASE_API Capsule local(const WideCapsule& capsule,
                                          const Origin& origin) noexcept;
[[nodiscard]] QUADPHASE_API CircleCast local(const WideCircleCast& cast,
                                             const Origin& origin) noexcept;
[[nodiscard]] QUADPHASE_API CapsuleCast local(const WideCapsuleCast& cast,
                                              const Origin& origin) noexcept;
[[nodiscard]] QUADPHASE_API BoxCast local(const WideBoxCast& cast, const Origin& origin) noexcept;
[[nodiscard]] QUADPHASE_API BoxCast local(const WideSegment& segment,
                                          const Origin& origin) noexcept;
[[nodiscard]] QUADPHASE_API Ray local(const WideRay& ray, const Origin& origin) noexcept;

}  // namespace detail

/// The float shape for a query near an origin; each wide shape says which one. The origin must be
/// finite. The result does not depend on the floating-point mode of the caller.
///
///     broad_phase.cast_closest(to_local(WideSegment{muzzle, target}, origin));
///
/// Numbers beyond the largest float become that one, if they are finite.
template <detail::WideShape Shape>
[[nodiscard]] auto to_local(const Shape& shape, const Origin& origin) noexcept {
  return detail::local(shape, origin);
}

}  // namespace quadphase
