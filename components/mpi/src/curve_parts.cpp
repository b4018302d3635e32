// SPDX-License-Identifier: MIT
#include "curve_parts.hpp"

#include <algorithm>
#include <utility>

#include "hilbert_curve.hpp"

namespace quadphase::mpi::detail {

CurveParts::CurveParts(int count, const Box& bounds, std::vector<Interval> intervals)
    : GridParts(count, bounds), intervals_(std::move(intervals)) {
  make_tree(kCellLevels);
}

std::size_t CurveParts::interval_with(std::uint64_t key) const noexcept {
  const auto next = std::upper_bound(
      intervals_.begin(), intervals_.end(), key,
      [](std::uint64_t wanted, const Interval& interval) { return wanted < interval.first_key; });
  return static_cast<std::size_t>(next - intervals_.begin()) - 1;
}

int CurveParts::exact_part(const Point& point) const noexcept {
  return intervals_[interval_with(curve_key(grid().cell_of(point)))].part;
}

void CurveParts::add_parts(const Cells& cells, std::vector<int>& parts) const {
  visit({{0, 0}, kCellLevels, 0, 0}, cells, parts);
}

/// Descends to squares that have one part.
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
    const Cell min{square.min.x + quadrant.x * side, square.min.y + quadrant.y * side};
    if (min.x <= wanted.max.x && wanted.min.x <= min.x + (side - 1) && min.y <= wanted.max.y &&
        wanted.min.y <= min.y + (side - 1))
      visit({min, level, square.state ^ state_of_step(step), square.first_key + step * (size / 4)},
            wanted, parts);
  }
}

}  // namespace quadphase::mpi::detail
