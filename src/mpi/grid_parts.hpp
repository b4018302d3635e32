// SPDX-License-Identifier: MIT
// Parts of any shape, with a grid over the world that has the answer for most points and boxes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "mpi/parts.hpp"

namespace quadphase::mpi::detail {

/// A rectangle in doubles: closed.
struct Region {
  double min_x, min_y, max_x, max_y;
};

/// Parts of which it is known exactly which one has a point, and which ones meet a rectangle.
///
/// All coordinates are first moved into the bounds of the world, so a point beyond them is in the
/// part of the nearest point within, and infinite coordinates are like any others. From then on a
/// coordinate is only compared, or put into formulas that are monotone, rounding included: what
/// lies between two coordinates stays between what the formulas make of them.
class GridParts : public Parts {
 public:
  [[nodiscard]] int count() const noexcept final { return count_; }
  [[nodiscard]] bool are_boxes() const noexcept final { return false; }
  [[nodiscard]] Box box_of(int /*part*/) const noexcept final { return kNowhere; }
  [[nodiscard]] int part_with(const Point& point) const noexcept final;
  [[nodiscard]] int only_part(const Box& box) const noexcept final;
  void for_each_part(std::span<const Box> boxes, const Visit& visit) const final;

 protected:
  /// The bounds must be valid and finite.
  GridParts(int count, const Box& bounds);

  /// Fills the grid. The last thing that a constructor does. Errors: `std::bad_alloc`.
  void make_grid();
  [[nodiscard]] const Region& bounds() const noexcept { return bounds_; }

  /// The part with a point in the bounds.
  [[nodiscard]] virtual int exact_part(double x, double y) const noexcept = 0;
  /// Appends the parts of all points in a rectangle, and perhaps others near it, in any order, also
  /// more than once. It may reach beyond the bounds. Errors: `std::bad_alloc`.
  virtual void add_parts(const Region& region, std::vector<int>& parts) const = 0;

 private:
  /// A square of cells.
  struct Block {
    std::uint32_t x, y, side;
  };

  [[nodiscard]] double bounded_x(float x) const noexcept {
    return std::clamp(static_cast<double>(x), bounds_.min_x, bounds_.max_x);
  }
  [[nodiscard]] double bounded_y(float y) const noexcept {
    return std::clamp(static_cast<double>(y), bounds_.min_y, bounds_.max_y);
  }
  [[nodiscard]] std::uint32_t column_of(double x) const noexcept;
  [[nodiscard]] std::uint32_t row_of(double y) const noexcept;
  [[nodiscard]] std::int32_t sole_part(std::uint32_t column, std::uint32_t row) const noexcept;
  [[nodiscard]] Region region_of(const Block& block) const noexcept;
  /// The parts of a rectangle, each once.
  void find_parts(const Region& region, std::vector<int>& parts) const;
  void fill(const Block& block, std::vector<int>& parts);

  int count_;
  Region bounds_;
  double columns_per_unit_ = 0;
  double rows_per_unit_ = 0;
  std::vector<std::int32_t> sole_parts_;  // of each cell, row by row; -1 where several meet
};

}  // namespace quadphase::mpi::detail
