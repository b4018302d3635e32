// SPDX-License-Identifier: MIT
// Distances and cuts in long double, by other means than the formulas of the library.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "quadphase/quadphase.hpp"

namespace quadphase::queries {

using Exact = long double;

struct ExactPoint {
  Exact x = 0;
  Exact y = 0;
};

struct ExactBox {
  Exact min_x, min_y, max_x, max_y;
};

[[nodiscard]] inline ExactPoint exact(const Point& p) {
  return {static_cast<Exact>(p.x), static_cast<Exact>(p.y)};
}
/// With `more` on each side.
[[nodiscard]] inline ExactBox exact(const Box& box, Exact more = 0) {
  return {static_cast<Exact>(box.min_x) - more, static_cast<Exact>(box.min_y) - more,
          static_cast<Exact>(box.max_x) + more, static_cast<Exact>(box.max_y) + more};
}

[[nodiscard]] inline Exact distance_of(const ExactPoint& p, const ExactBox& box) {
  const Exact x = std::max({Exact{0}, box.min_x - p.x, p.x - box.max_x});
  const Exact y = std::max({Exact{0}, box.min_y - p.y, p.y - box.max_y});
  return std::sqrt(x * x + y * y);
}

/// From a line between two points to a box: the distance of a point on the line is convex along it.
[[nodiscard]] inline Exact distance_of(const ExactPoint& a, const ExactPoint& b,
                                       const ExactBox& box) {
  const auto at = [&](Exact t) {
    return distance_of(ExactPoint{a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)}, box);
  };
  Exact low = 0;
  Exact high = 1;
  for (int i = 0; i < 120; ++i) {
    const Exact third = (high - low) / 3;
    if (at(low + third) <= at(high - third)) {
      high -= third;
    } else {
      low += third;
    }
  }
  return std::min({at(low), at(Exact{0}), at(Exact{1})});
}

/// From a point to a line between two points.
[[nodiscard]] inline Exact distance_of(const ExactPoint& p, const ExactPoint& a,
                                       const ExactPoint& b) {
  const Exact x = b.x - a.x;
  const Exact y = b.y - a.y;
  const Exact s = x * x + y * y;
  const Exact t =
      s > 0 ? std::clamp(((p.x - a.x) * x + (p.y - a.y) * y) / s, Exact{0}, Exact{1}) : Exact{0};
  return std::hypot(p.x - a.x - t * x, p.y - a.y - t * y);
}

/// What a box leaves of a convex polygon; empty if they have no point in common.
/// Source: I. Sutherland, G. Hodgman, "Reentrant polygon clipping", 1974.
[[nodiscard]] inline std::vector<ExactPoint> cut(std::vector<ExactPoint> polygon,
                                                 const ExactBox& box) {
  const auto keep = [&](const auto& side) {  // >= 0 is kept
    std::vector<ExactPoint> kept;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const ExactPoint& a = polygon[i];
      const ExactPoint& b = polygon[(i + 1) % polygon.size()];
      const Exact at_a = side(a);
      const Exact at_b = side(b);
      if (at_a >= 0) kept.push_back(a);
      if ((at_a >= 0) == (at_b >= 0)) continue;
      const Exact t = at_a / (at_a - at_b);
      kept.push_back({a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)});
    }
    polygon = kept;
  };
  keep([&](const ExactPoint& p) { return p.x - box.min_x; });
  keep([&](const ExactPoint& p) { return box.max_x - p.x; });
  keep([&](const ExactPoint& p) { return p.y - box.min_y; });
  keep([&](const ExactPoint& p) { return box.max_y - p.y; });
  return polygon;
}

[[nodiscard]] inline std::vector<ExactPoint> corners_of(const ExactBox& box) {
  return {{box.min_x, box.min_y},
          {box.max_x, box.min_y},
          {box.max_x, box.max_y},
          {box.min_x, box.max_y}};
}
[[nodiscard]] inline std::vector<ExactPoint> corners_of(const RotatedBox& box) {
  const ExactPoint center = exact(box.center);
  const ExactPoint axis = exact(box.axis);
  std::vector<ExactPoint> corners;
  for (const auto& [x, y] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}) {
    const Exact along = static_cast<Exact>(box.half_size.x) * static_cast<Exact>(x);
    const Exact across = static_cast<Exact>(box.half_size.y) * static_cast<Exact>(y);
    corners.push_back(
        {center.x + axis.x * along - axis.y * across, center.y + axis.y * along + axis.x * across});
  }
  return corners;
}
[[nodiscard]] inline std::vector<ExactPoint> corners_of(const ConvexPolygon& polygon) {
  std::vector<ExactPoint> corners;
  for (std::size_t i = 0; i < polygon.count; ++i) corners.push_back(exact(polygon.vertices[i]));
  return corners;
}

}  // namespace quadphase::queries
