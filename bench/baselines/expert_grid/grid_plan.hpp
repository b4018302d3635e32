// SPDX-License-Identifier: MIT
// Where a grid lies and how large its cells are, chosen from a sample of the boxes by what the
// frame will cost.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "quadphase/box.hpp"

namespace quadphase::bench {

/// The cell of a coordinate on one axis. A larger coordinate never has a smaller cell; what lies
/// outside is in the outermost ones, so nothing must lie inside.
struct GridAxis {
  float origin = 0;
  float cells_per_unit = 0;
  float last = 0;

  /// For NaN, any cell: the order of the arguments sends it to the first.
  [[nodiscard]] std::int32_t cell(float value) const noexcept {
    const float place = (value - origin) * cells_per_unit;
    const float above = place > 0.0F ? place : 0.0F;
    return static_cast<std::int32_t>(above < last ? above : last);
  }
};

/// Cells row by row, with an empty one at the left end of each row and an empty row above the last:
/// so neither end of a row needs a case of its own.
struct GridPlan {
  GridAxis x_axis, y_axis;
  std::uint32_t columns = 1, rows = 1;
  double cell_size = 0;

  [[nodiscard]] std::uint32_t stride() const noexcept { return columns + 1; }
  [[nodiscard]] std::uint32_t cell_count() const noexcept { return (rows + 1) * stride() + 1; }
};

/// The plan of least estimated cost, or one cell where `boxes` are few. Never more than about
/// sixteen cells a box.
///
/// At least every second box fits into a cell, as far as the sample shows.
[[nodiscard]] GridPlan plan_grid(const BoxView& boxes);

}  // namespace quadphase::bench
