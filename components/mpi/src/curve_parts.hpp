// SPDX-License-Identifier: MIT
// Parts that are intervals of a Hilbert curve.
//
// Tried: Zoltan's own search for the parts that a box meets, Zoltan_LB_Box_PP_Assign (3.9): of
//        300,000 random boxes among 200 parts, 412 to 1,087 had a point in a part that it did not
//        find, and so had 6 of 300,000 among 8 parts.
#pragma once

#include <cstdint>
#include <vector>

#include "grid_parts.hpp"

namespace quadphase::mpi::detail {

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
    Cell min;
    unsigned level;  // it has 2^level cells along an axis
    unsigned state;
    std::uint64_t first_key;
  };
  [[nodiscard]] int exact_part(const Point& point) const noexcept override;
  void add_parts(const Cells& cells, std::vector<int>& parts) const override;
  [[nodiscard]] std::size_t interval_with(std::uint64_t key) const noexcept;
  void visit(const Square& square, const Cells& wanted, std::vector<int>& parts) const;

  std::vector<Interval> intervals_;
};

}  // namespace quadphase::mpi::detail
