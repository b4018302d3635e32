// SPDX-License-Identifier: MIT
// Searches for the objects nearest to a shape. A kernel searches by the distance of the bounds and,
// where a shape is slanted, by that of a slab around it; the formula decides on each object that
// comes near enough. That of a box is the distance of its bounds, so it needs nothing else.
//
// Invariant: the distance of a shape is never less than that of its bounds, even if rounding says
// so: what the kernels rule out by these is farther.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "data/exact_boxes.hpp"
#include "data/tree_view.hpp"
#include "shapes/shape_formulas.hpp"
#include "shapes/shapes.hpp"

namespace quadphase::detail {

/// The points within `radius` of the convex hull of some points: every shape but a box.
struct RoundHull {
  std::array<DoublePoint, ConvexPolygon::kMaxVertices> vertices{};
  std::uint32_t count = 0;
  double radius = 0;

  /// The distance of a box that does not overlap it: the least from a vertex to the box, or from a
  /// corner of the box to an edge, less the radius.
  [[nodiscard]] double distance(const DoubleBox& box) const noexcept;
};

/// A shape that is not a box, or that is in double. Needs a searchable shape.
class NearestShape {
 public:
  /// `origin`: that of boxes without doubles, near which a kernel searches.
  NearestShape(const Shape& shape, const Origin& origin) noexcept;

  /// The same shape for a kernel that searches near another origin.
  [[nodiscard]] NearestShape near(const Origin& origin) const noexcept { return {shape_, origin}; }
  /// False if such a kernel can use it as it is.
  [[nodiscard]] bool must_move_to(const Origin& origin) const noexcept {
    return is_double_ && origin != origin_;
  }

  /// What a kernel searches for.
  [[nodiscard]] NearestQuery query() const noexcept { return {near_, slab_, this}; }

  /// The distance of the object at a position: by its doubles, if the shape is in double, too.
  [[nodiscard]] double distance(const TreeView& tree, std::size_t position) const noexcept;
  /// The distance of a box near the origin.
  [[nodiscard]] double distance(const Box& box) const noexcept;
  /// The distance of a box in double; a shape in float counts as one in double with the same
  /// numbers.
  [[nodiscard]] double distance(const DoubleBox& box) const noexcept;

 private:
  /// The distance of a box in double from a shape, both moved by the same amount.
  [[nodiscard]] static double double_distance(const Shape& shape, const DoubleBox& bounds,
                                              const RoundHull& hull, const DoubleBox& box) noexcept;
  void set_slab() noexcept;

  Shape shape_;
  RoundHull hull_;    // of the shape; without vertices if it is a box
  DoubleBox bounds_;  // of a shape in double; else the same as `near_`
  Shape local_;       // a shape in double, moved by the origin, and its hull and bounds
  RoundHull local_hull_;
  DoubleBox local_bounds_;
  Box near_;  // contains the shape near the origin
  NearestSlab slab_;
  Origin origin_;
  bool is_double_;
};

/// For the kernel of casts: all boxes near an origin that are within a distance, and more.
[[nodiscard]] CastQuery all_within(const NearestQuery& query, double distance,
                                   const Origin& origin) noexcept;

/// The distance of the object at a position.
[[nodiscard]] inline double distance_of(const NearestQuery& query, const TreeView& tree,
                                        std::size_t position) noexcept {
  if (query.shape != nullptr) [[unlikely]]
    return query.shape->distance(tree, position);
  return distance_of(query.box, box_at(tree.objects, position));
}

/// True if something can be near a shape: it is valid and finite.
[[nodiscard]] bool is_searchable(const Shape& shape) noexcept;

}  // namespace quadphase::detail
