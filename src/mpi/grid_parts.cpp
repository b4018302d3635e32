// SPDX-License-Identifier: MIT
#include "mpi/grid_parts.hpp"

#include <cmath>
#include <cstddef>

namespace quadphase::mpi::detail {
namespace {

/// Cells of the grid along an axis: 256 KiB in all.
constexpr std::uint32_t kSide = 256;

double cells_per_unit(double min, double max) {
  return max > min ? kSide / (max - min) : 0;
}

/// What a distance in the bounds is extended by, so that no rounding matters. Coordinates are
/// floats, so two that differ do so by far more than the rounding of doubles.
double slack_of(double min, double max) {
  return 1e-7 * (max - min);
}

}  // namespace

GridParts::GridParts(int count, const Box& bounds)
    : count_(count),
      bounds_{static_cast<double>(bounds.min_x), static_cast<double>(bounds.min_y),
              static_cast<double>(bounds.max_x), static_cast<double>(bounds.max_y)},
      columns_per_unit_(cells_per_unit(bounds_.min_x, bounds_.max_x)),
      rows_per_unit_(cells_per_unit(bounds_.min_y, bounds_.max_y)) {}

std::uint32_t GridParts::column_of(double x) const noexcept {
  return std::min(static_cast<std::uint32_t>((x - bounds_.min_x) * columns_per_unit_), kSide - 1);
}

std::uint32_t GridParts::row_of(double y) const noexcept {
  return std::min(static_cast<std::uint32_t>((y - bounds_.min_y) * rows_per_unit_), kSide - 1);
}

std::int32_t GridParts::sole_part(std::uint32_t column, std::uint32_t row) const noexcept {
  return sole_parts_[std::size_t{row} * kSide + column];
}

int GridParts::part_with(const Point& point) const noexcept {
  const double x = bounded_x(point.x);
  const double y = bounded_y(point.y);
  const std::int32_t part = sole_part(column_of(x), row_of(y));
  return part >= 0 ? part : exact_part(x, y);
}

int GridParts::only_part(const Box& box) const noexcept {
  const std::uint32_t first_column = column_of(bounded_x(box.min_x));
  const std::uint32_t last_column = column_of(bounded_x(box.max_x));
  const std::uint32_t first_row = row_of(bounded_y(box.min_y));
  const std::uint32_t last_row = row_of(bounded_y(box.max_y));
  const std::int32_t part = sole_part(first_column, first_row);
  if (part < 0) return -1;
  constexpr std::uint32_t kMostCells = 4;  // along an axis: larger boxes take the long way
  if (last_column - first_column >= kMostCells || last_row - first_row >= kMostCells) return -1;
  for (std::uint32_t row = first_row; row <= last_row; ++row) {
    for (std::uint32_t column = first_column; column <= last_column; ++column) {
      if (sole_part(column, row) != part) return -1;
    }
  }
  return part;
}

void GridParts::find_parts(const Region& region, std::vector<int>& parts) const {
  parts.clear();
  add_parts(region, parts);
  std::sort(parts.begin(), parts.end());
  parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
}

void GridParts::for_each_part(std::span<const Box> boxes, const Visit& visit) const {
  std::vector<int> parts;
  for (std::size_t row = 0; row < boxes.size(); ++row) {
    const Box& box = boxes[row];
    const int only = only_part(box);
    if (only >= 0) {
      visit(row, only);
      continue;
    }
    find_parts(
        {bounded_x(box.min_x), bounded_y(box.min_y), bounded_x(box.max_x), bounded_y(box.max_y)},
        parts);
    for (const int part : parts) visit(row, part);
  }
}

/// A rectangle that has all coordinates of which the formulas above make a cell of the block.
Region GridParts::region_of(const Block& block) const noexcept {
  const auto at = [](double min, double per_unit, std::uint32_t cell) {
    return per_unit > 0 ? min + cell / per_unit : min;
  };
  const double slack_x = slack_of(bounds_.min_x, bounds_.max_x);
  const double slack_y = slack_of(bounds_.min_y, bounds_.max_y);
  return {at(bounds_.min_x, columns_per_unit_, block.x) - slack_x,
          at(bounds_.min_y, rows_per_unit_, block.y) - slack_y,
          at(bounds_.min_x, columns_per_unit_, block.x + block.side) + slack_x,
          at(bounds_.min_y, rows_per_unit_, block.y + block.side) + slack_y};
}

void GridParts::make_grid() {
  sole_parts_.assign(std::size_t{kSide} * kSide, -1);
  std::vector<int> parts;
  fill({0, 0, kSide}, parts);
}

/// Halves blocks until each has one part, so it takes time where parts meet only.
void GridParts::fill(const Block& block, std::vector<int>& parts) {
  find_parts(region_of(block), parts);
  if (parts.size() == 1) {
    for (std::uint32_t row = block.y; row < block.y + block.side; ++row) {
      const auto first =
          sole_parts_.begin() + static_cast<std::ptrdiff_t>(std::size_t{row} * kSide + block.x);
      std::fill(first, first + block.side, parts.front());
    }
    return;
  }
  if (block.side == 1) return;
  const std::uint32_t half = block.side / 2;
  for (const std::uint32_t y : {block.y, block.y + half}) {
    for (const std::uint32_t x : {block.x, block.x + half}) fill({x, y, half}, parts);
  }
}

}  // namespace quadphase::mpi::detail
