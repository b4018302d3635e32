// SPDX-License-Identifier: MIT
// Frames in which many boxes only touch.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "scenes/columns.hpp"

namespace quadphase::scenes {

/// The boxes with all edges on a grid as wide as the mean box, so that many only touch, and many
/// are points or lines. Boxes that are not finite stay as they are.
inline Columns snapped(const BoxView& boxes) {
  double sum = 0;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Point size = extent(boxes[i]);
    if (size.x + size.y < 1e6F) sum += static_cast<double>(size.x + size.y);
  }
  const auto cell =
      static_cast<float>(sum / 2 / static_cast<double>(std::max<std::size_t>(1, boxes.size())));
  Columns columns;
  columns.resize(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) columns.set(i, boxes[i]);
  if (!(cell > 0)) return columns;
  const auto to_grid = [cell](float at) {
    return std::isfinite(at) ? cell * std::round(at / cell) : at;
  };
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Box& box = boxes[i];
    columns.set(i,
                {to_grid(box.min_x), to_grid(box.min_y), to_grid(box.max_x), to_grid(box.max_y)});
  }
  return columns;
}

}  // namespace quadphase::scenes
