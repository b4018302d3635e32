// SPDX-License-Identifier: MIT
#include "mpi/curve_parts.hpp"

#include <algorithm>
#include <utility>

#include "mpi/hilbert_curve.hpp"

namespace quadphase::mpi::detail {
namespace {

constexpr std::uint32_t kSide = std::uint32_t{1} << kCurveLevels;

double cells_per_unit(float min, float max) {
  return max > min ? kSide / (static_cast<double>(max) - static_cast<double>(min)) : 0;
}

std::uint32_t cell_of(double distance, double per_unit) {
  return static_cast<std::uint32_t>(
      std::clamp(distance * per_unit, 0.0, static_cast<double>(kSide - 1)));
}

}  // namespace

CurveGrid::CurveGrid(const Box& bounds)
    : min_x_(static_cast<double>(bounds.min_x)),
      min_y_(static_cast<double>(bounds.min_y)),
      columns_per_unit_(cells_per_unit(bounds.min_x, bounds.max_x)),
      rows_per_unit_(cells_per_unit(bounds.min_y, bounds.max_y)) {}

std::uint32_t CurveGrid::column_of(double x) const noexcept {
  return cell_of(x - min_x_, columns_per_unit_);
}

std::uint32_t CurveGrid::row_of(double y) const noexcept {
  return cell_of(y - min_y_, rows_per_unit_);
}

std::uint64_t CurveGrid::key_of(double x, double y) const noexcept {
  return curve_key(column_of(x), row_of(y));
}

CurveParts::CurveParts(int count, const Box& bounds, std::vector<Interval> intervals)
    : GridParts(count, bounds), grid_(bounds), intervals_(std::move(intervals)) {
  make_grid();
}

std::size_t CurveParts::interval_with(std::uint64_t key) const noexcept {
  const auto next = std::upper_bound(
      intervals_.begin(), intervals_.end(), key,
      [](std::uint64_t wanted, const Interval& interval) { return wanted < interval.first_key; });
  return static_cast<std::size_t>(next - intervals_.begin()) - 1;
}

int CurveParts::exact_part(double x, double y) const noexcept {
  return intervals_[interval_with(grid_.key_of(x, y))].part;
}

void CurveParts::add_parts(const Region& region, std::vector<int>& parts) const {
  visit({0, 0, kCurveLevels, 0, 0},
        {grid_.column_of(region.min_x), grid_.row_of(region.min_y), grid_.column_of(region.max_x),
         grid_.row_of(region.max_y)},
        parts);
}

/// Down to squares that have one part.
void CurveParts::visit(const Square& square, const Cells& wanted, std::vector<int>& parts) const {
  const std::uint64_t size = std::uint64_t{1} << (2 * square.level);
  const std::size_t first = interval_with(square.first_key);
  if (first == interval_with(square.first_key + size - 1)) {
    parts.push_back(intervals_[first].part);
    return;
  }
  const unsigned level = square.level - 1;
  const std::uint32_t side = std::uint32_t{1} << level;
  for (unsigned step = 0; step < 4; ++step) {
    const Quadrant quadrant = quadrant_of(step, square.state);
    const Square next{square.x + quadrant.x * side, square.y + quadrant.y * side, level,
                      square.state ^ state_of_step(step), square.first_key + step * (size / 4)};
    if (next.x <= wanted.max_x && wanted.min_x <= next.x + (side - 1) && next.y <= wanted.max_y &&
        wanted.min_y <= next.y + (side - 1))
      visit(next, wanted, parts);
  }
}

}  // namespace quadphase::mpi::detail
