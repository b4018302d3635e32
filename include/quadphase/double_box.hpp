// SPDX-License-Identifier: MIT
// Boxes, points, circles and capsules in double, for worlds that are too large for floats: they
// become floats near an origin of the caller's choice. An engine searches the floats; the doubles
// decide what these leave open.
#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <variant>

#include "quadphase/box.hpp"
#include "quadphase/executor.hpp"
#include "quadphase/export.hpp"

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

// As query shapes, the types below are compared with the doubles of objects, by the formulas of
// convex_shapes.hpp, evaluated in double. They are valid if their numbers are at most 2^250.

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

// Calls that are given boxes in double: `BroadPhase::update` and others, with `Boxes`.
//
//     broad_phase.update({min_x, min_y, max_x, max_y, {camera.x, camera.y}});
//
// Pairs, events and `tight_boxes_overlap` are exactly those of the doubles, for both values of
// `Config::touching`, by `overlaps(a, b, touching)` above. The search uses floats relative to the
// origin, as `to_local` does; the doubles decide where the floats cannot. So the origin affects the
// time and the order of the pairs, but not which pairs there are: near it, floats decide nearly all
// of them.
//
// Margins and displacements are added in double, in this order, y likewise:
//
//     min_x + min(0, displacement_x) - margin     max_x + max(0, displacement_x) + margin
//
// A box in float is relative to the origin: it overlaps one in double if it overlaps
// `box - origin`, exactly. Static objects in double may be given with any origin; if it is not that
// of the frame, all are rounded and sorted again. In a periodic world, whose border lies where the
// origin says, all must be given with the same origin, and pairs are those of `overlaps(a, b,
// touching, periods)` for boxes in double, in periodic.hpp. Overlaps with and distances from shapes
// in double are those of the doubles, too: see `Shape`. Casts and shapes in float see the float
// boxes, which are larger by up to a step; double_shapes.hpp has `to_local` for these.
//
// Complexity: with two pairs per box, a frame takes some 1.3 times as long as one of floats; in
//             addition, a test in double for each two boxes with edges within a few floats of each
//             other.
// Memory:     32 bytes per box, 4 more with ids, 32 more with events, and 32 more if any object
//             has a margin or a displacement; 96 to 120 per static object in double, and an eighth
//             of the others as their reserve.

/// Four columns of edges in double, read in place; row i of all four is box i.
struct DoubleBoxView {
  std::span<const double> min_x;  ///< least x of each box
  std::span<const double> min_y;  ///< least y of each box
  std::span<const double> max_x;  ///< greatest x of each box
  std::span<const double> max_y;  ///< greatest y of each box
};

/// Boxes as a center and half of their width and height, read in place: box i is
/// `[center - half, center + half]`, computed in double.
struct CenterView {
  std::span<const double> center_x;     ///< x of each center
  std::span<const double> center_y;     ///< y of each center
  std::span<const double> half_width;   ///< half of the extent in x
  std::span<const double> half_height;  ///< half of the extent in y
};

/// The smallest float box that contains `box - origin`.
///
/// No pair is lost: if two boxes in double overlap, their float boxes overlap for every origin. A
/// pair may be added if two boxes are closer than the rounding.
///
/// Precision: an edge that is a float value stays exact. Any other edge moves outwards to the next
///            float. At distance d from the origin it moves by up to d / 2^23 (or 2^-149): 0.1 mm
///            at 1 km, 8 mm at 100 km, 1 m at 10,000 km. The position of the origin does not matter
///            while double has enough digits: 2 nm at 10,000 km.
/// Range:     all of double. Beyond the largest float an edge becomes that float or infinite,
///            outwards, so boxes out there overlap all others there. Infinite edges stay infinite.
/// Bad boxes: NaN stays NaN, always with the same bits. If min is above max, that axis is rounded
///            inwards, so min stays above max.
///
/// The result does not depend on the floating-point mode of the caller.
[[nodiscard]] QUADPHASE_API Box to_local(const DoubleBox& box, const Origin& origin) noexcept;

namespace detail {

template <class View>
concept DoubleView = std::same_as<View, DoubleBoxView> || std::same_as<View, CenterView>;

/// What `BroadPhase` and `to_local` are given.
struct DoubleBoxes {
  std::variant<DoubleBoxView, CenterView> view;
  Origin origin;
};

QUADPHASE_API BoxView to_local(const DoubleBoxes& boxes, BoxColumns& columns, Executor* executor);

}  // namespace detail

/// `to_local` of all boxes of a `DoubleBoxView` or a `CenterView`, written to `columns`. Four
/// columns in braces are a `DoubleBoxView`.
///
///     quadphase::BoxColumns columns;  // kept from frame to frame
///     const auto boxes = quadphase::to_local({min_x, min_y, max_x, max_y}, origin, columns);
///
/// `BroadPhase::update` takes boxes in double, too, and finds the pairs of the doubles; the pairs
/// of these columns are those of their floats. This is for queries, and for code that needs floats.
/// Cost:     per box and thread 0.6 ns with AVX-512, 0.7 with AVX2, 1.1 with SSE4 and 10 in plain
///           C++ if the boxes are in the cache; half as much again for centers.
/// Threads:  from 10,000 boxes on, those of the executor or, without one, of the calling thread's
///           oneTBB arena.
/// Lifetime: the spans are read during the call; the view is that of `columns`.
/// Errors:   `std::invalid_argument` if the spans differ in length, the origin is not finite or
///           the executor has no worker or more than 4,096; `std::bad_alloc`. The columns are then
///           as they were.
template <detail::DoubleView View = DoubleBoxView>
BoxView to_local(const View& boxes, const Origin& origin, BoxColumns& columns,
                 Executor* executor = nullptr) {
  return detail::to_local({boxes, origin}, columns, executor);
}

}  // namespace quadphase
