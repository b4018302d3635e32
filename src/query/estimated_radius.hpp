// SPDX-License-Identifier: MIT
// An estimate of how far away the k objects nearest to a point are. It decides how far a walk
// searches at first, never what is found.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "data/tree_view.hpp"
#include "kernels/kernels.hpp"
#include "shapes/shapes.hpp"

namespace quadphase::detail {

/// How many more boxes than k the circle should overlap, in standard deviations of their number.
/// Tried, in ns per query of a batch for (the nearest, the nearest 8) of 100,000 boxes, then of
/// 100,000 points: with 1, (171, 553), (143, 449); with 1.5, (168, 493), (135, 403); with 2.5,
/// (157, 426), (122, 352); with 4, (165, 423), (121, 336).
inline constexpr double kSpareDeviations = 2.5;

/// The radius of a circle that overlaps `k` boxes and some more, if boxes are as dense and as
/// large as in a leaf near the point. NaN, infinite or not above 0 if the leaf is no guide. The
/// tree must not be empty.
///
/// Source: J. Steiner, 1840: boxes of width w and height h whose centers lie in the plane with
/// density d; a circle of radius r overlaps d * (pi * r^2 + 2 * (w + h) * r + w * h) of them.
[[nodiscard]] inline double estimated_radius(const TreeView& tree, const Point& point,
                                             std::size_t k, const Kernels& kernels) {
  constexpr double kPi = 3.14159;
  const std::uint32_t leaf = kernels.find_near_leaf(tree, point);
  const std::uint32_t first = tree.leaf_first[leaf];
  const std::uint32_t count = tree.leaf_first[leaf + 1] - first;
  const Box box = box_at(tree.levels[0], leaf);
  const Box sample = box_at(tree.objects, first + count / 2);
  const double width = to_double(sample.max_x) - to_double(sample.min_x);
  const double height = to_double(sample.max_y) - to_double(sample.min_y);
  // Of the rectangle in which the centers of the leaf's boxes lie.
  const double area = (to_double(box.max_x) - to_double(box.min_x) - width) *
                      (to_double(box.max_y) - to_double(box.min_y) - height);
  const auto least = static_cast<double>(k);
  const double wanted = (least + kSpareDeviations * std::sqrt(least)) * area / count;
  const double half = width + height;
  return (std::sqrt(half * half + kPi * (wanted - width * height)) - half) / kPi;
}

}  // namespace quadphase::detail
