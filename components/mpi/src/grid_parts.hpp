// SPDX-License-Identifier: MIT
// Parts of any shape, with a quadtree over the world that answers for most points and boxes.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cell_grid.hpp"
#include "parts.hpp"

namespace quadphase::mpi::detail {

/// Parts for which it is known which one contains a point, and which ones a rectangle of cells may
/// meet. A point beyond the bounds of the world is in the part of the nearest point within.
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
  GridParts(int count, const Box& bounds) : count_(count), grid_(bounds) {}

  /// Makes the tree, down to squares of one part, or of this level. The last thing that a
  /// constructor does. Errors: `std::bad_alloc`, and those of `add_parts`.
  void make_tree(unsigned deepest_level);
  [[nodiscard]] const CellGrid& grid() const noexcept { return grid_; }

  /// The part with a point. It may be slow: it is called only where the tree has several parts.
  [[nodiscard]] virtual int exact_part(const Point& point) const noexcept = 0;
  /// Appends the parts of all points in some cells, and perhaps others near them, in any order,
  /// possibly more than once. Errors: `std::bad_alloc`, `Broken`.
  virtual void add_parts(const Cells& cells, std::vector<int>& parts) const = 0;

 private:
  // What a square of cells has: one part, several parts, or quadrants, whose place follows.
  using Content = std::int32_t;
  static constexpr Content kSeveral = -1;
  static constexpr Content kFirstQuadrants = -2;
  using Quadrants = std::array<Content, 4>;

  [[nodiscard]] Content content_of(const Cell& cell) const noexcept;
  [[nodiscard]] Content only_content_of(const Cells& cells) const noexcept;
  /// The parts of some cells, each once.
  void find_parts(const Cells& cells, std::vector<int>& parts) const;
  [[nodiscard]] Content make_square(const Cell& min, unsigned level, unsigned deepest_level);

  int count_;
  CellGrid grid_;
  std::vector<Content> top_;  // of the squares of one level, row by row
  std::vector<Quadrants> quadrants_;
};

}  // namespace quadphase::mpi::detail
