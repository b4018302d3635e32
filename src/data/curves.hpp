// SPDX-License-Identifier: MIT
// The curves of a scene. Usually there is one. Where boxes that are long in x, boxes that are long
// in y and others would enlarge each other's leaves, each of the three has a curve of its own, in
// cells of its own proportions.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "data/morton.hpp"

namespace quadphase::detail {

/// The axis along which a box is long.
enum class LongAxis : std::uint8_t { none, x, y };
inline constexpr std::size_t kLongAxes = 3;

/// A box is long if it is this many times as long as it is wide.
inline constexpr float kLongRatio = 4;

/// Why without branches: they mispredict. Tried: keys 12 ns per box against 10.
[[nodiscard]] inline LongAxis long_axis(const Box& box) noexcept {
  const float width = box.max_x - box.min_x;
  const float height = box.max_y - box.min_y;
  const unsigned is_wide = (width > height ? 1U : 0U) & (width >= kLongRatio * height ? 1U : 0U);
  const unsigned is_tall = (height > width ? 1U : 0U) & (height >= kLongRatio * width ? 1U : 0U);
  return static_cast<LongAxis>(is_wide + 2 * is_tall);
}

/// The proportions of the cells of a scene.
struct CellShapes {
  std::array<Stretch, kLongAxes> stretches;  // by `LongAxis`, or the first for all boxes
  bool has_curve_per_axis = false;           // each long axis has a curve

  friend bool operator==(const CellShapes&, const CellShapes&) = default;
};

/// The bounds of the objects of a cell, in space and in worlds, and the axes along which they are
/// long.
struct CellBounds {
  Bounds centers;
  std::uint32_t first_world = 0xFFFF'FFFF;
  std::uint32_t last_world = 0;
  std::uint32_t axes = 0;  // bits by `LongAxis`, if these have curves of their own

  /// `worlds`: by row, or null.
  void include(const Box& box, const std::uint32_t* worlds, std::size_t row,
               const CellShapes& shapes) noexcept {
    centers.include(center(box));
    if (worlds != nullptr) {
      first_world = std::min(first_world, worlds[row]);
      last_world = std::max(last_world, worlds[row]);
    }
    if (shapes.has_curve_per_axis) axes |= 1U << static_cast<unsigned>(long_axis(box));
  }
  void include(const CellBounds& other) noexcept {
    centers.include(other.centers);
    first_world = std::min(first_world, other.first_world);
    last_world = std::max(last_world, other.last_world);
    axes |= other.axes;
  }
  /// True where no key can separate two of the objects.
  [[nodiscard]] bool is_point() const noexcept {
    return centers.is_point() && first_world >= last_world && std::popcount(axes) <= 1;
  }
};

/// Maps boxes to positions on the curves of a scene or of a cell.
///
///     position   [ LongAxis | highest bits of the Morton code ]    if there are several curves
///     bits          2         kKeyBits - 2
struct Curves {
  /// Two, because one quartering takes two bits.
  static constexpr int kAxisBitCount = 2;

  Curves() = default;
  /// `axes`: bits by `LongAxis` of those that occur.
  Curves(const Bounds& bounds, const CellShapes& shapes, std::uint32_t axes,
         Spacing spacing = Spacing::even) noexcept
      : has_curve_per_axis(shapes.has_curve_per_axis && std::popcount(axes) > 1) {
    const std::uint32_t used = shapes.has_curve_per_axis ? axes : 1;
    first = static_cast<std::size_t>(std::countr_zero(used | 1U << (kLongAxes - 1)));
    for (std::size_t axis = first; axis < kLongAxes; ++axis) {
      if ((used >> axis & 1) == 0) continue;
      quantizers[axis] =
          Quantizer(bounds, spacing == Spacing::even ? shapes.stretches[axis] : Stretch{}, spacing);
    }
  }

  [[nodiscard]] Key position(const Box& box) const noexcept {
    if (!has_curve_per_axis) return only().key(center(box));
    const LongAxis axis = long_axis(box);
    return with_axis(quantizers[static_cast<std::size_t>(axis)].key(center(box)), axis);
  }
  /// A position on the curve of an axis, among the positions on all curves.
  [[nodiscard]] static Key with_axis(Key position, LongAxis axis) noexcept {
    return static_cast<Key>(axis) << (kKeyBits - kAxisBitCount) | position >> kAxisBitCount;
  }
  /// That of all boxes, if there is one curve.
  [[nodiscard]] const Quantizer& only() const noexcept { return quantizers[first]; }

  std::array<Quantizer, kLongAxes> quantizers;  // by `LongAxis`, or the first for all
  std::size_t first = 0;                        // the lowest that is used
  bool has_curve_per_axis = false;
};

}  // namespace quadphase::detail
