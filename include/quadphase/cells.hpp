// SPDX-License-Identifier: MIT
// A read-only view of the quadtree, for pictures and for the curious: BroadPhase::for_each_cell.
#pragma once

#include <cstddef>
#include <cstdint>

#include "quadphase/box.hpp"

namespace quadphase {

/// A cell of the quadtree that holds objects; those without any are not told.
///
/// There may be several roots, each with its cells behind it: large objects stand apart from the
/// others and before them, and static objects behind those that move, in up to three trees. A scene
/// 2^d times as long as it is wide begins as a row of squares, which is quartered along its length.
/// Where a crowd is far smaller than its cell, the cells below cut a square around its centers
/// instead. With worlds, cells of the first depths part these, in one rectangle.
struct Cell {
  Box rectangle;                 ///< its own: in that of the cell above, and beside its siblings
  Box tight;                     ///< the smallest box around the boxes of its objects
  std::size_t object_count = 0;  ///< in it and all cells below: those whose centers it holds
  std::uint32_t depth = 0;       ///< times that the root was quartered to get it; 0: a root
  bool is_leaf = false;          ///< no cells below
  bool is_large = false;         ///< of large objects, which are kept apart
  bool is_static = false;        ///< of static objects
};

}  // namespace quadphase
