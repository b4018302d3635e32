// SPDX-License-Identifier: MIT
// Boxes in structure-of-arrays columns that a scene owns and shows as a view.
#pragma once

#include <cstddef>
#include <vector>

#include "quadphase/box.hpp"

namespace quadphase::scenes {

struct Columns {
  std::vector<float> min_x, min_y, max_x, max_y;

  void resize(std::size_t count) {
    for (auto* column : {&min_x, &min_y, &max_x, &max_y}) column->resize(count);
  }

  void set(std::size_t row, const Box& box) {
    min_x[row] = box.min_x;
    min_y[row] = box.min_y;
    max_x[row] = box.max_x;
    max_y[row] = box.max_y;
  }

  [[nodiscard]] BoxView view() const noexcept { return {min_x, min_y, max_x, max_y}; }
};

}  // namespace quadphase::scenes
