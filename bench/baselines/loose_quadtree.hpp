// SPDX-License-Identifier: MIT
// The loose quadtree: each object in the one cell that holds its center, on the level whose cells
// are as large as it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "baselines/support/pair_buffer.hpp"
#include "quadphase/box.hpp"

namespace quadphase::bench {

/// Cells are loosened to twice their size, so an object fits the cell of its center without copies.
/// T. Ulrich, "Loose octrees", 2000.
///
/// The trap: objects of two cells that do not touch may overlap in their loose margins, and so may
/// objects of a cell and of its parent's neighbor. A search of only an object's own cell and
/// those below and above it misses these pairs. Here an object is tested against every cell, on
/// every level as coarse as its own or coarser, whose loosened bounds it touches.
///
/// Exact: every pair of valid boxes once, `first < second`; what is infinite or larger than the
///        world is at the root, which every object meets.
class LooseQuadtree {
 public:
  /// The first step of a frame: the root's cell and the number of levels, which suit these boxes.
  void choose_world(const BoxView& boxes);
  /// The second step: all valid boxes into their cells.
  void insert_all(const BoxView& boxes);

  /// Adds the pairs that are found from the objects `begin` to `end`: those with objects on coarser
  /// levels, and with objects of greater ids on their own level.
  void find_pairs(std::size_t begin, std::size_t end, PairBuffer& found) const;

  /// Whether the cell of one object is that of the other, or lies above or below it: all that a
  /// search without neighbors would compare. Both boxes must be valid.
  [[nodiscard]] bool are_on_one_path(ObjectId a, ObjectId b) const noexcept;

  /// Calls `visit(cell, depth, object_count)` for every cell that holds objects, level by level.
  /// Its objects reach half of its size beyond it.
  template <class Visit>
  void for_each_cell(Visit&& visit) const {
    for (std::uint32_t level = 0; level <= deepest_; ++level) {
      for (std::uint32_t y = 0; y < 1U << level; ++y) {
        for (std::uint32_t x = 0; x < 1U << level; ++x) {
          const std::size_t object_count = count_of({level, x, y});
          if (object_count > 0) visit(bounds_of({level, x, y}), level, object_count);
        }
      }
    }
  }
  /// Boxes that are compared to find the pairs.
  [[nodiscard]] std::size_t test_count() const;

  /// The finest level; the root is level 0.
  [[nodiscard]] std::uint32_t depth() const noexcept { return deepest_; }
  [[nodiscard]] std::size_t byte_count() const noexcept;

 private:
  /// Where an object is: `x` and `y` count cells of the level, of which there are 2 to the power of
  /// the level on an axis.
  struct Place {
    std::uint32_t level, x, y;
  };

  template <class Visit>
  void visit_candidates(ObjectId id, const Visit& visit) const;
  [[nodiscard]] Place place_of(const Box& box) const noexcept;
  [[nodiscard]] std::uint32_t cell_on(std::uint32_t level, double offset) const noexcept;
  [[nodiscard]] std::size_t index_of(const Place& place) const noexcept;
  [[nodiscard]] Box bounds_of(const Place& place) const noexcept;
  [[nodiscard]] std::size_t count_of(const Place& place) const noexcept;

  double origin_x_ = 0, origin_y_ = 0, size_ = 1;  // of the root's cell, which is square
  std::uint32_t deepest_ = 0;
  std::vector<Box> boxes_;
  std::vector<std::uint32_t> heads_;  // level by level, row by row: a cell's first object
  std::vector<std::uint32_t> nexts_;  // of each object: the next one in its cell
  std::vector<std::size_t> counts_;   // of objects on each level
};

}  // namespace quadphase::bench
