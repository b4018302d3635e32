// SPDX-License-Identifier: MIT
// What the engine reads: closed boxes in structure-of-arrays columns, and the overlap test that
// defines a pair.
#pragma once

#include <cstddef>
#include <span>

namespace quadphase {

/// A point of the plane, or a vector.
struct Point {
  float x = 0;
  float y = 0;

  friend constexpr bool operator==(const Point&, const Point&) noexcept = default;
};

/// A closed axis-aligned box `[min, max]` on both axes.
///
/// Valid when `min <= max` on both axes; zero width or height (a point) and infinite edges are
/// valid.
struct Box {
  float min_x = 0;
  float min_y = 0;
  float max_x = 0;
  float max_y = 0;
};

/// True when the box may join pairs: `min <= max` on both axes and nothing is NaN.
[[nodiscard]] constexpr bool is_valid(const Box& box) noexcept {
  return box.min_x <= box.max_x && box.min_y <= box.max_y;
}

/// True when two valid boxes overlap. Touching counts: the boxes are closed.
[[nodiscard]] constexpr bool overlaps(const Box& a, const Box& b) noexcept {
  return a.min_x <= b.max_x && b.min_x <= a.max_x && a.min_y <= b.max_y && b.min_y <= a.max_y;
}

/// Four columns of box edges, read in place.
///
/// Shape:     four spans of one length; row i of all four is box i, and i is its object id.
/// Alignment: any; no padding is read behind the last row.
/// Lifetime:  the columns are read during a call that takes a view, never after it.
struct BoxView {
  std::span<const float> min_x;
  std::span<const float> min_y;
  std::span<const float> max_x;
  std::span<const float> max_y;

  /// Number of boxes, where the four spans have one length.
  [[nodiscard]] constexpr std::size_t size() const noexcept { return min_x.size(); }

  /// Row `i` as a box.
  [[nodiscard]] constexpr Box operator[](std::size_t i) const noexcept {
    return {min_x[i], min_y[i], max_x[i], max_y[i]};
  }
};

}  // namespace quadphase
