// SPDX-License-Identifier: MIT
// The objects of a generated scene in columns: extents, places, steps, and the range in which each
// one roams.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "scenes/random.hpp"

namespace quadphase::scenes {

/// An interval [low, high].
struct Range {
  float low = 0;
  float high = 0;
};

/// `middle` and `reach` to both sides.
[[nodiscard]] constexpr Range around(float middle, float reach) noexcept {
  return {middle - reach, middle + reach};
}

/// Where objects are along one axis. An object starts anywhere in its range, moves by `step` a
/// frame and is reflected at the range's ends, so that the scene's figures are the same after any
/// number of frames.
struct Axis {
  std::vector<float> middle, half, step, low, high;

  void resize(std::size_t count);
};

struct Objects {
  Axis x, y;
  /// The k-th object that a layout makes has row `rows[k]`: a shuffle, so that no order of making
  /// or of place shows in the ids.
  std::vector<std::uint32_t> rows;

  Objects(std::size_t count, Random random);

  [[nodiscard]] std::size_t count() const noexcept { return rows.size(); }

  void set_extent(std::size_t row, float width, float height) noexcept {
    x.half[row] = 0.5F * width;
    y.half[row] = 0.5F * height;
  }

  /// The shorter side of a box.
  [[nodiscard]] float extent(std::size_t row) const noexcept {
    return 2 * (x.half[row] < y.half[row] ? x.half[row] : y.half[row]);
  }
};

/// Puts an object anywhere in its ranges; it moves by a twentieth to three twentieths of `extent` a
/// frame on each axis, and by no more than the range.
void roam(Objects& objects, std::size_t row, Range x, Range y, float extent,
          Random& random) noexcept;

/// As above, with the object's own extent.
void roam(Objects& objects, std::size_t row, Range x, Range y, Random& random) noexcept;

/// The side of the square world in which objects of these extents, their middles anywhere in it,
/// have `pairs_per_box` pairs a box. Where there are too few objects for that, a quarter of all
/// pairs overlap.
[[nodiscard]] float world_side(const Objects& objects, double pairs_per_box, Random random);

}  // namespace quadphase::scenes
