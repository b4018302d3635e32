// SPDX-License-Identifier: MIT
// Shapes in float as shapes in double.
#pragma once

#include <optional>
#include <type_traits>

#include "quadphase/quadphase.hpp"

namespace quadphase::queries {

/// A shape in double that must find the same, if there is one.
template <class Query>
std::optional<Shape> double_form(const Query& query) {
  const auto wide = [](const Point& point) {
    return DoublePoint{static_cast<double>(point.x), static_cast<double>(point.y)};
  };
  if constexpr (std::is_same_v<Query, Box>) {
    const DoublePoint min = wide({query.min_x, query.min_y});
    const DoublePoint max = wide({query.max_x, query.max_y});
    return DoubleBox{min.x, min.y, max.x, max.y};
  } else if constexpr (std::is_same_v<Query, Point>) {
    return wide(query);
  } else if constexpr (std::is_same_v<Query, Circle> || std::is_same_v<Query, Capsule>) {
    if (!(query.radius <= 0x1p130)) return std::nullopt;  // greater ones count otherwise
    if constexpr (std::is_same_v<Query, Circle>)
      return DoubleCircle{wide(query.center), query.radius};
    else
      return DoubleCapsule{wide(query.first), wide(query.second), query.radius};
  } else {
    return std::nullopt;
  }
}

}  // namespace quadphase::queries
