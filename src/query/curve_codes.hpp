// SPDX-License-Identifier: MIT
// Where the shapes of a batch lie on the Morton curve.
#pragma once

#include <concepts>
#include <cstdint>

#include "data/local_box.hpp"
#include "query/morton_grid.hpp"
#include "shapes/shape_formulas.hpp"

namespace quadphase::detail {

[[nodiscard]] inline Box box_of(const Box& box) {
  return box;
}
[[nodiscard]] inline Box box_of(const Point& point) {
  return {point.x, point.y, point.x, point.y};
}

/// Where a valid shape lies on the curve: a point in it, or near it.
[[nodiscard]] inline Point place_of(const Capsule& capsule) {
  return {capsule.first.x / 2 + capsule.second.x / 2, capsule.first.y / 2 + capsule.second.y / 2};
}
[[nodiscard]] inline Point place_of(const RotatedBox& box) {
  return box.center;
}
[[nodiscard]] inline Point place_of(const ConvexPolygon& polygon) {
  return polygon.vertices[0];
}

[[nodiscard]] inline DoubleBox double_box_of(const DoubleBox& box) {
  return box;
}
[[nodiscard]] inline DoubleBox double_box_of(const DoublePoint& point) {
  return {point.x, point.y, point.x, point.y};
}
[[nodiscard]] inline DoubleBox double_box_of(const DoubleCircle& circle) {
  return double_box_of(circle.center);
}
[[nodiscard]] inline DoubleBox double_box_of(const DoubleCapsule& capsule) {
  return double_box_of(DoublePoint{capsule.first.x / 2 + capsule.second.x / 2,
                                   capsule.first.y / 2 + capsule.second.y / 2});
}

/// The code of a query of any kind. `origin`: that of shapes in float.
template <class Item>
[[nodiscard]] std::uint32_t code_of(const Item& item, const MortonGrid& grid,
                                    const Origin& origin) {
  if constexpr (kIsDouble<Item> || std::same_as<Item, DoublePoint>) {
    return grid.code(local_box(double_box_of(item), origin));
  } else if constexpr (std::same_as<Item, Circle>) {
    return grid.code(item);
  } else if constexpr (std::same_as<Item, Box> || std::same_as<Item, Point>) {
    return grid.code(box_of(item));
  } else {
    return is_valid(item) ? grid.code(place_of(item)) : MortonGrid::kInvalid;
  }
}

}  // namespace quadphase::detail
