// SPDX-License-Identifier: MIT
// Parts that are intervals of a Hilbert curve.
//
// Tried: Zoltan's own search for the parts that a box meets, Zoltan_LB_Box_PP_Assign (3.9): of
//        300,000 random boxes among 200 parts, 412 to 1,087 had a point in a part that it did not
//        find, and 6 of 300,000 among 8 parts.
#pragma once

#include <cstdint>
#include <vector>

#include "mpi/grid_parts.hpp"

namespace quadphase::mpi::detail {

/// The cells of the curve that has its square over some bounds.
class CurveGrid {
 public:
  /// The bounds must be valid and finite.
  explicit CurveGrid(const Box& bounds);

  // Monotone. Coordinates beyond the bounds are in the first or last cell.
  [[nodiscard]] std::uint32_t column_of(double x) const noexcept;
  [[nodiscard]] std::uint32_t row_of(double y) const noexcept;
  /// The place of a point along the curve.
  [[nodiscard]] std::uint64_t key_of(double x, double y) const noexcept;

 private:
  double min_x_, min_y_;
  double columns_per_unit_, rows_per_unit_;
};

class CurveParts final : public GridParts {
 public:
  /// The curve's cells from `first_key` up to that of the next interval.
  struct Interval {
    std::uint64_t first_key;
    int part;
  };

  /// The intervals ascend, and the first one has the key 0. Errors: `std::bad_alloc`.
  CurveParts(int count, const Box& bounds, std::vector<Interval> intervals);

 private:
  /// A square of cells that the curve visits one after the other.
  struct Square {
    std::uint32_t x, y;
    unsigned level;  // it has 2^level cells along an axis
    unsigned state;
    std::uint64_t first_key;
  };
  /// Columns and rows: closed.
  struct Cells {
    std::uint32_t min_x, min_y, max_x, max_y;
  };

  [[nodiscard]] int exact_part(double x, double y) const noexcept override;
  void add_parts(const Region& region, std::vector<int>& parts) const override;
  [[nodiscard]] std::size_t interval_with(std::uint64_t key) const noexcept;
  void visit(const Square& square, const Cells& wanted, std::vector<int>& parts) const;

  CurveGrid grid_;
  std::vector<Interval> intervals_;
};

}  // namespace quadphase::mpi::detail
