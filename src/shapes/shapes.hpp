// SPDX-License-Identifier: MIT
// Queries as the kernels read them. A kernel compares in float, 16 boxes at a time, with some
// slack: it may pass a box that the formula rules out, but never rules out a box that the formula
// finds. The formula, in double, then decides on each box that was passed. Boxes against boxes need
// neither slack nor formula. Where touching does not count, the query box is narrowed instead.
//
// Invariant: every formula is monotone: if it finds a box, it finds each box around it, at no
// greater distance or fraction, because rounding is monotone. So what rules out a node rules out
// all boxes below it. Source: T. Ize, "Robust BVH ray traversal", 2013 (slack for rounded slabs);
// T. Kay, J. Kajiya, "Ray tracing complex scenes", 1986 (slabs); N. Roussopoulos et al., "Nearest
// neighbor queries", 1995 (the distance to a node bounds those below it).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>

#include "base/tuning.hpp"
#include "quadphase/attributes.hpp"
#include "quadphase/shapes.hpp"

namespace quadphase::detail {

/// Relative slack of a comparison in float: a few roundings make a relative error of at most 2^-21.
inline constexpr float kSlack = 1.0F + 0x1p-20F;
/// Absolute slack, for products below the least normal number.
inline constexpr float kTiny = 1e-37F;

[[nodiscard]] constexpr double to_double(float value) noexcept {
  return static_cast<double>(value);
}
/// For formulas of floats and of doubles.
[[nodiscard]] constexpr double to_double(double value) noexcept {
  return value;
}

// As std::max and std::min, which g++ 12 compiles to branches: `a` if `b` is NaN.
[[nodiscard]] inline double branchless_max(double a, double b) noexcept {
  return a < b ? b : a;
}
[[nodiscard]] inline double branchless_min(double a, double b) noexcept {
  return b < a ? b : a;
}

/// Floats a little below, and above, a number, without a branch to mispredict. The very next float
/// would need branches.
[[nodiscard]] inline float float_below(double value) noexcept {
  constexpr auto kMax = static_cast<double>(std::numeric_limits<float>::max());
  const auto rounded = static_cast<float>(branchless_min(branchless_max(value, -kMax), kMax));
  return rounded - (std::abs(rounded) * 0x1p-22F + kTiny);
}
[[nodiscard]] inline float float_above(double value) noexcept {
  return -float_below(-value);
}

/// The distance from one interval to another.
template <class Number>
[[nodiscard]] double axis_distance(Number from_min, Number from_max, Number min,
                                   Number max) noexcept {
  return branchless_max(0, branchless_max(to_double(min) - to_double(from_max),
                                          to_double(from_min) - to_double(max)));
}

// Between a `Point` or a `Box` and a `Box`, or between both in double.

template <class Place, class Bounds>
[[nodiscard]] double squared_distance(const Place& point, const Bounds& box) noexcept {
  const double x = axis_distance(point.x, point.x, box.min_x, box.max_x);
  const double y = axis_distance(point.y, point.y, box.min_y, box.max_y);
  return x * x + y * y;
}
template <class Bounds>
requires std::same_as<Bounds, Box> || std::same_as<Bounds, DoubleBox>
[[nodiscard]] double squared_distance(const Bounds& from, const Bounds& box) noexcept {
  const double x = axis_distance(from.min_x, from.max_x, box.min_x, box.max_x);
  const double y = axis_distance(from.min_y, from.max_y, box.min_y, box.max_y);
  return x * x + y * y;
}

/// The distance of a box, as `find_nearest` gives it.
template <class Place, class Bounds>
[[nodiscard]] double distance_of(const Place& point, const Bounds& box) noexcept {
  return std::sqrt(squared_distance(point, box));
}
/// The formula of a closed circle.
template <class Place, class Bounds>
[[nodiscard]] bool is_within(const Place& center, double radius, const Bounds& box) noexcept {
  return distance_of(center, box) <= radius;
}

/// The least float above a number, which is neither inf nor NaN.
[[nodiscard]] inline float next_above(float value) noexcept {
  const auto bits = std::bit_cast<std::int32_t>(value + 0.0F);  // 0 for -0
  return std::bit_cast<float>(bits + (bits < 0 ? -1 : 1));
}

/// Narrows a valid box by one float at each edge: if it overlaps a box then, as a closed box, their
/// interiors overlapped before, for `next_above(a) <= b` is `a < b`. False if no box does.
/// Why narrow the query: nodes and boxes stay as they are, and so do the kernels. A box that has no
/// float between its edges becomes inverted, which is just as exact: it overlaps the boxes that
/// have it inside and contains none. So is a union of such boxes, which only widens.
[[nodiscard]] inline bool narrow(Box& box) noexcept {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  if (box.min_x == kInfinity || box.min_y == kInfinity || box.max_x == -kInfinity ||
      box.max_y == -kInfinity)
    return false;
  box = {next_above(box.min_x), next_above(box.min_y), -next_above(-box.max_x),
         -next_above(-box.max_y)};
  return true;
}

struct BoxQuery {
  Box box;
};

/// A box that overlaps all boxes that a query may find.
[[nodiscard]] inline const Box& bounds_of(const BoxQuery& query) noexcept {
  return query.box;
}

struct CircleQuery {
  CircleQuery() = default;
  CircleQuery(const Circle& circle, bool touching) noexcept
      : CircleQuery(circle.center, circle.radius) {
    if (!touching) exclude_touching();
  }
  CircleQuery(const Point& circle_center, double circle_radius) noexcept;

  /// The formula, for boxes that overlap the bounds. Why not squares: a distance that was found
  /// must find its box again as a radius, and its square is rounded. Few boxes get here.
  [[nodiscard]] bool hits(const Box& box) const noexcept { return is_within(center, radius, box); }
  /// Finds only boxes whose interior the disc meets.
  void exclude_touching() noexcept;

  Point center;
  double radius = 0;
  Box bounds;       // contains the disc; that of a point is narrowed if touching does not count
  float outer = 0;  // a squared distance in float above this is outside of the disc
  float inner = 0;  // one below this is inside
};

/// A ray, a segment, or a moving box, circle or capsule. A kernel sees the bounds of what moves.
struct CastQuery {
  static constexpr double kMiss = -1;

  CastQuery() = default;
  /// `most_fraction`: where it ends at the latest.
  explicit CastQuery(const Cast& cast,
                     double most_fraction = std::numeric_limits<double>::max()) noexcept;

  [[nodiscard]] bool is_valid() const noexcept { return max_fraction >= 0; }

  /// The fraction at which it enters the box; kMiss if it misses.
  [[nodiscard]] double entry_fraction(const Box& target) const noexcept {
    const float x[] = {target.min_x, target.max_x};
    const float y[] = {target.min_y, target.max_y};
    // Why without a branch: the directions of casts cannot be predicted.
    const double near_fraction_x = (to_double(x[near_edge_x]) - entry_edge_x) / dx_or_one;
    const double near_fraction_y = (to_double(y[near_edge_y]) - entry_edge_y) / dy_or_one;
    const double far_fraction_x = (to_double(x[1 - near_edge_x]) - exit_edge_x) / dx_or_one;
    const double far_fraction_y = (to_double(y[1 - near_edge_y]) - exit_edge_y) / dy_or_one;
    const double first = branchless_max(branchless_max(0, near_fraction_x), near_fraction_y);
    const double last =
        branchless_min(branchless_min(max_fraction, far_fraction_x), far_fraction_y);
    const unsigned is_hit = unsigned{first <= last} &
                            unsigned{to_double(target.min_x) <= still_max_x} &
                            unsigned{still_min_x <= to_double(target.max_x)} &
                            unsigned{to_double(target.min_y) <= still_max_y} &
                            unsigned{still_min_y <= to_double(target.max_y)};
    const double fraction = is_hit != 0 ? first : kMiss;
    if (is_round) [[unlikely]]
      return round_entry_fraction(target, fraction, last);
    return fraction;
  }

  /// Makes the kernels search up to `fraction`. Must be called before a kernel. The formula does
  /// not change.
  void limit_to(double fraction) noexcept;

  // As the caller gave it; if it is round, the box is that of its bounds.
  Box box;
  double dx = 0;
  double dy = 0;
  double max_fraction = 0;

  // For the formula: on an axis without motion, the edges of `box`, and otherwise the whole axis;
  // for each axis, the edge of a target that is met first (0: min), the edges of `box` that meet it
  // and leave it, and the motion. An axis without motion has edges and a motion that make the
  // fractions -inf and inf, or NaN, which `branchless_max` and `branchless_min` ignore. Why not the
  // bounds of the sweep: they are rounded, and a cast up to its own hit would miss it.
  double still_min_x = 0;
  double still_min_y = 0;
  double still_max_x = 0;
  double still_max_y = 0;
  double entry_edge_x = 0;
  double entry_edge_y = 0;
  double exit_edge_x = 0;
  double exit_edge_y = 0;
  double dx_or_one = 1;
  double dy_or_one = 1;
  std::uint32_t near_edge_x = 0;
  std::uint32_t near_edge_y = 0;

  // For the kernels: a box that contains the sweep up to their limit, the same edges, and fractions
  // per unit of length.
  Box bounds;
  float near_x = 0;
  float near_y = 0;
  float far_x = 0;
  float far_y = 0;
  float inverse_dx = 0;
  float inverse_dy = 0;
  float limit = 0;          // at least the fraction
  bool can_cull_x = false;  // the axis can rule out boxes that overlap the bounds
  bool can_cull_y = false;

  bool is_round = false;
  Capsule capsule;  // if it is round

 private:
  /// The entry fraction of a round cast whose bounds enter the box at `first`, unless that is
  /// kMiss, and leave it at `last`: never less than `first` or more than `last`, because the
  /// kernels know only the bounds.
  [[nodiscard]] double round_entry_fraction(const Box& target, double first,
                                            double last) const noexcept;
};

template <class Query>
[[nodiscard]] const Box& bounds_of(const Query& query) noexcept {
  return query.bounds;
}

class NearestShape;

/// The points p for which n.x * p.x + n.y * p.y is from `low` to `high`. The normal n has a length
/// of 1/2, so that no product of floats overflows; it is (0, 0) if there is no slab.
struct NearestSlab {
  float nx = 0;
  float ny = 0;
  float low = 0;
  float high = 0;
};

/// The objects nearest to a box; a point is a box, too.
struct NearestQuery {
  Box box{};                            // finite
  NearestSlab slab{};                   // the shape lies in it
  const NearestShape* shape = nullptr;  // in the box; null: the box itself

  [[nodiscard]] static NearestQuery of(const Point& point) noexcept {
    return {{point.x, point.y, point.x, point.y}, {}, nullptr};
  }
  [[nodiscard]] bool is_point() const noexcept {
    return shape == nullptr && box.min_x == box.max_x && box.min_y == box.max_y;
  }
  /// Needs `is_point()`.
  [[nodiscard]] Point point() const noexcept { return {box.min_x, box.min_y}; }
};

/// A box that overlaps everything at distance 0.
[[nodiscard]] inline const Box& bounds_of(const NearestQuery& query) noexcept {
  return query.box;
}

[[nodiscard]] inline bool is_finite(const Point& point) noexcept {
  return std::isfinite(point.x) && std::isfinite(point.y);
}
[[nodiscard]] inline bool is_valid(const Circle& circle) noexcept {
  return is_finite(circle.center) && circle.radius >= 0;
}
/// Above this, a finite radius of a capsule counts as this: it reaches from any float to any other,
/// and the products of the formulas stay finite.
inline constexpr double kLargestRadius = 0x1p130;

[[nodiscard]] inline bool is_valid(const Capsule& capsule) noexcept {
  return is_finite(capsule.first) && is_finite(capsule.second) && capsule.radius >= 0 &&
         std::isfinite(capsule.radius);
}

/// Above this, the products of the formulas may overflow.
inline constexpr double kLargestDouble = 0x1p250;

[[nodiscard]] inline bool is_usable(const DoublePoint& point) noexcept {
  return std::abs(point.x) <= kLargestDouble && std::abs(point.y) <= kLargestDouble;
}
[[nodiscard]] inline bool is_valid(const DoubleCircle& circle) noexcept {
  return is_usable(circle.center) && circle.radius >= 0 && circle.radius <= kLargestDouble;
}
[[nodiscard]] inline bool is_valid(const DoubleCapsule& capsule) noexcept {
  return is_usable(capsule.first) && is_usable(capsule.second) && capsule.radius >= 0 &&
         capsule.radius <= kLargestDouble;
}

/// Valid queries that one kernel call processes together.
template <class Query>
struct QueryPacket {
  const Query* queries;
  const Filter* filters;  // one for each query; read if the tree has filters
  std::uint32_t count;
  std::uint32_t world_mask;  // bits of a filter's world that count: all, or none
};
inline constexpr std::uint32_t kPacketQueries = tuned<std::uint32_t>(128, 16);

/// An object that each cast of a packet hits, if one was found.
struct AnyHits {
  std::array<ObjectId, kPacketQueries> ids{};
  std::array<bool, kPacketQueries> are_found{};
};

}  // namespace quadphase::detail
