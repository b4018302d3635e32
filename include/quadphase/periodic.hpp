// SPDX-License-Identifier: MIT
// Worlds that repeat themselves, as a torus does: what leaves on one side comes back on the other.
//
// An object of such a world has images: itself, moved by whole periods. Two objects are a pair if
// an image of one overlaps an image of the other. Only images next to each other can, so each pair
// occurs once, and no box is ever moved by more than one period.
//
// All comparisons are exact. Source: P. Sterbenz, "Floating-point computation", 1974 (if neither of
// two floats is more than twice the other, their difference is a float).
#pragma once

#include "quadphase/box.hpp"
#include "quadphase/double_box.hpp"

namespace quadphase {

/// The periods of a world, which `Config::period_x` and `period_y` set. 0: it does not repeat
/// itself along this axis.
struct Periods {
  float x = 0;  ///< along the first axis
  float y = 0;  ///< along the second axis

  /// True if the world repeats itself along any axis.
  [[nodiscard]] constexpr bool has_any() const noexcept { return x > 0 || y > 0; }

  friend constexpr bool operator==(const Periods&, const Periods&) noexcept = default;
};

namespace detail {

/// True if an interval is shorter than half a period, and begins at most a quarter outside of
/// `[0, period)`. A period of 0 fits every interval.
[[nodiscard]] constexpr bool fits_axis(float min, float max, float period) noexcept {
  return !(period > 0) ||
         (-0.25F * period <= min && min < 1.25F * period && max - min < 0.5F * period);
}

/// True if two intervals overlap.
template <class Number>
[[nodiscard]] constexpr bool overlap_axis(Number a_min, Number a_max, Number b_min, Number b_max,
                                          bool touching) noexcept {
  return touching ? a_min <= b_max && b_min <= a_max : a_min < b_max && b_min < a_max;
}

/// The number of periods, -1, 0 or 1, by which `b` has to be moved to overlap `a`; 2 if none of
/// them will do.
template <class Number>
[[nodiscard]] constexpr int find_move(Number a_min, Number a_max, Number b_min, Number b_max,
                                      bool touching, Number period) noexcept {
  if (overlap_axis(a_min, a_max, b_min, b_max, touching)) return 0;
  if (!(period > 0)) return 2;
  if (overlap_axis(a_min, a_max, b_min - period, b_max - period, touching)) return -1;
  if (overlap_axis(a_min - period, a_max - period, b_min, b_max, touching)) return 1;
  return 2;
}

}  // namespace detail

/// True if a box can be an object of a world with these periods: along each axis that repeats
/// itself, `-period / 4 <= min`, `min < 1.25 * period`, and `max - min < period / 2`, in float.
/// So can every box that is shorter than half a period and whose center is in `[0, period)`.
[[nodiscard]] constexpr bool fits(const Box& box, const Periods& periods) noexcept {
  return detail::fits_axis(box.min_x, box.max_x, periods.x) &&
         detail::fits_axis(box.min_y, box.max_y, periods.y);
}

/// True if two valid boxes that fit a world overlap in it. This defines what a pair is there. Along
/// each axis, one of these lines has to hold; where the world does not repeat itself, the first:
///
///     a.min <= b.max            && b.min <= a.max
///     a.min <= b.max - period   && b.min - period <= a.max
///     a.min - period <= b.max   && b.min <= a.max - period
///
/// The subtractions are in float, and exact where they matter. `<` replaces `<=` if `touching` is
/// false; see `Config::touching`.
[[nodiscard]] constexpr bool overlaps(const Box& a, const Box& b, bool touching,
                                      const Periods& periods) noexcept {
  return detail::find_move(a.min_x, a.max_x, b.min_x, b.max_x, touching, periods.x) != 2 &&
         detail::find_move(a.min_y, a.max_y, b.min_y, b.max_y, touching, periods.y) != 2;
}

/// As above, for boxes in double: the same lines, with subtractions in double. Whether they fit the
/// world is decided by their float boxes near the origin, which must be the same in all frames.
[[nodiscard]] constexpr bool overlaps(const DoubleBox& a, const DoubleBox& b, bool touching,
                                      const Periods& periods) noexcept {
  const auto x = static_cast<double>(periods.x);
  const auto y = static_cast<double>(periods.y);
  return detail::find_move(a.min_x, a.max_x, b.min_x, b.max_x, touching, x) != 2 &&
         detail::find_move(a.min_y, a.max_y, b.min_y, b.max_y, touching, y) != 2;
}

/// What a narrow phase has to add to the coordinates of `b`, so that it is next to `a`: 0, the
/// period or its negative along each axis. Needs two closed boxes that overlap in the world; (0, 0)
/// if they do not.
[[nodiscard]] constexpr Point image_offset(const Box& a, const Box& b,
                                           const Periods& periods) noexcept {
  const int x = detail::find_move(a.min_x, a.max_x, b.min_x, b.max_x, true, periods.x);
  const int y = detail::find_move(a.min_y, a.max_y, b.min_y, b.max_y, true, periods.y);
  if (x == 2 || y == 2) return {};
  return {static_cast<float>(x) * periods.x, static_cast<float>(y) * periods.y};
}

}  // namespace quadphase
