// SPDX-License-Identifier: MIT
// A square grid of 2^28 by 2^28 cells over the bounds of a world.
//
// All of it is monotone, rounding included: what lies between two coordinates is in a cell between
// theirs. A coordinate beyond the bounds, even an infinite one, is in the first or the last cell.
#pragma once

#include <algorithm>
#include <cstdint>

#include "quadphase/box.hpp"

namespace quadphase::mpi::detail {

inline constexpr unsigned kCellLevels = 28;  // of halving, along an axis

struct Cell {
  std::uint32_t x, y;
};

/// A rectangle of cells: closed.
struct Cells {
  Cell min, max;
};

/// A rectangle in doubles: closed.
struct Region {
  double min_x, min_y, max_x, max_y;
};

class CellGrid {
 public:
  /// The bounds must be valid and finite.
  explicit CellGrid(const Box& bounds) noexcept
      : x_(bounds.min_x, bounds.max_x), y_(bounds.min_y, bounds.max_y) {}

  /// The cell of a point, which must not have NaN.
  [[nodiscard]] Cell cell_of(const Point& point) const noexcept {
    return {x_.cell_of(point.x), y_.cell_of(point.y)};
  }
  /// The cells of all points of a valid box.
  [[nodiscard]] Cells cells_of(const Box& box) const noexcept {
    return {cell_of({box.min_x, box.min_y}), cell_of({box.max_x, box.max_y})};
  }
  /// The point of the bounds that is nearest to a point.
  [[nodiscard]] Point bounded(const Point& point) const noexcept {
    return {x_.bounded(point.x), y_.bounded(point.y)};
  }
  /// A rectangle with all points of the bounds that are in these cells.
  [[nodiscard]] Region region_of(const Cells& cells) const noexcept {
    return {x_.low(cells.min.x), y_.low(cells.min.y), x_.high(cells.max.x), y_.high(cells.max.y)};
  }

 private:
  static constexpr std::uint32_t kCells = std::uint32_t{1} << kCellLevels;

  class Axis {
   public:
    Axis(float min, float max) noexcept
        : min_(min),
          max_(max),
          extent_(static_cast<double>(max) - static_cast<double>(min)),
          cells_per_unit_(max > min ? kCells / extent_ : 0) {}

    [[nodiscard]] float bounded(float value) const noexcept {
      return std::clamp(value, min_, max_);
    }
    [[nodiscard]] std::uint32_t cell_of(float value) const noexcept {
      const double distance = static_cast<double>(bounded(value)) - static_cast<double>(min_);
      return std::min(static_cast<std::uint32_t>(distance * cells_per_unit_), kCells - 1);
    }
    // Why the slack: these divide where the code above multiplies. Coordinates are floats, so two
    // that differ do so by far more than the rounding of doubles.
    [[nodiscard]] double low(std::uint32_t cell) const noexcept { return edge(cell) - slack(); }
    [[nodiscard]] double high(std::uint32_t cell) const noexcept {
      return edge(cell + 1) + slack();
    }

   private:
    [[nodiscard]] double edge(std::uint32_t cell) const noexcept {
      return static_cast<double>(min_) + extent_ * (static_cast<double>(cell) / kCells);
    }
    [[nodiscard]] double slack() const noexcept { return 1e-7 * extent_; }

    float min_, max_;
    double extent_;
    double cells_per_unit_;
  };

  Axis x_, y_;
};

}  // namespace quadphase::mpi::detail
