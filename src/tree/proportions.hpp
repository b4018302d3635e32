// SPDX-License-Identifier: MIT
// The proportions of some boxes of a sample, and those of cells that fit them.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "base/tuning.hpp"
#include "data/curves.hpp"

namespace quadphase::detail {

/// Some boxes of a sample: how many, and the sums of their extents.
struct SampledBoxes {
  double count = 0;
  double width = 0;
  double height = 0;

  void include(const SampledBoxes& other) {
    count += other.count;
    width += other.width;
    height += other.height;
  }
};

/// Those that are long along x, along y, and the others.
using SampleByAxis = std::array<SampledBoxes, kLongAxes>;

[[nodiscard]] inline SampledBoxes all_of(const SampleByAxis& sample) {
  SampledBoxes all;
  for (const SampledBoxes& alike : sample) all.include(alike);
  return all;
}

/// By what boxes of all axes enlarge a leaf that they share: the mean width of the widest, and the
/// mean height of the tallest. Those of an axis count in full if they are at least one box in
/// kSharesOfSample, so that most leaves have one; fewer enlarge fewer leaves.
struct Enlargement {
  double width = 0;
  double height = 0;
  std::size_t widest = 0;  // a `LongAxis`
  std::size_t tallest = 0;

  explicit Enlargement(const SampleByAxis& sample) {
    const double all_count = all_of(sample).count;
    for (std::size_t axis = 0; axis < kLongAxes; ++axis) {
      const SampledBoxes& alike = sample[axis];
      if (alike.count == 0) continue;
      const double share = std::min(1.0, alike.count * kSharesOfSample / all_count);
      if (share * alike.width / alike.count > width) {
        width = share * alike.width / alike.count;
        widest = axis;
      }
      if (share * alike.height / alike.count > height) {
        height = share * alike.height / alike.count;
        tallest = axis;
      }
    }
  }
};

/// The lengths of an area.
struct Extents {
  double width;
  double height;
  [[nodiscard]] double area() const { return width * height; }
};

/// A cell of this area.
[[nodiscard]] inline Extents cell_of(double area, const Stretch& stretch) {
  const double ratio = std::sqrt(stretch.y / stretch.x);
  const double side = std::sqrt(area);
  return {side * ratio, side / ratio};
}

/// With this stretch, a cell is as long as the scene.
inline constexpr double kGreatestStretch = 1 << kAxisBits;

/// The stretch, of at most `greatest`, that gives square cells the mean proportions of some boxes.
/// Invariant: a power of two, so rounding never changes the order of two centers.
[[nodiscard]] inline Stretch stretch_of(const SampledBoxes& boxes,
                                        double greatest = kGreatestStretch) {
  constexpr double kMinRatio = 4;  // boxes that are nearly square get square cells
  const double longer = std::max(boxes.width, boxes.height);
  const double shorter = std::min(boxes.width, boxes.height);
  if (!(longer >= kMinRatio * shorter) || longer == 0) return {};
  const double ratio = std::min({longer / shorter, greatest, kGreatestStretch});
  if (!(ratio > 1)) return {};
  const double power = std::ldexp(1, std::ilogb(ratio));
  return boxes.width > boxes.height ? Stretch{1, power} : Stretch{power, 1};
}

/// A curve for each long axis, for boxes of whose leaves each would have an area of `leaf_area`.
///
/// Why a greatest stretch: without it, cells of thin boxes would be as long as the scene, and meet
/// all leaves of the other axis. With it they are about as long as the boxes.
[[nodiscard]] inline CellShapes shapes_by_axis(const SampleByAxis& boxes, double leaf_area) {
  CellShapes shapes;
  shapes.has_curve_per_axis = true;
  const double count = all_of(boxes).count;
  for (std::size_t axis = 0; axis < kLongAxes; ++axis) {
    const SampledBoxes& alike = boxes[axis];
    if (alike.count == 0) continue;
    const double length = std::max(alike.width, alike.height) / alike.count;
    const double own_leaf_area = leaf_area * (count / alike.count);
    shapes.stretches[axis] = stretch_of(alike, length * length / own_leaf_area);
  }
  return shapes;
}

}  // namespace quadphase::detail
