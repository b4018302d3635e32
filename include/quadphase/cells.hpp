// SPDX-License-Identifier: MIT
// The cells of the quadtree, for pictures: BroadPhase::for_each_cell.
#pragma once

#include <cstddef>
#include <cstdint>

#include "quadphase/box.hpp"

namespace quadphase {

/// A cell of the quadtree that has objects; empty cells are not visited.
///
/// There may be several roots, each followed by its descendants: one for large objects, which are
/// kept apart, one for all other moving objects, and up to three trees of static objects. A scene
/// that is 2^d times as long as it is wide begins as a row of squares, whose cells are first
/// quartered along its length. Where a crowd of objects is far smaller than its cell, the cells
/// below divide a square around the centers of the crowd instead. With worlds, cells of the first
/// depths separate the worlds and have the same rectangle.
struct Cell {
  Box rectangle;  ///< inside that of the parent, disjoint from those of siblings but for edges
  Box tight;      ///< the smallest box around the boxes of its objects
  std::size_t object_count = 0;  ///< objects whose centers are in it, those of cells below included
  std::uint32_t depth = 0;       ///< how often the root was quartered to get it; 0: a root
  bool is_leaf = false;          ///< there are no cells below it
  bool is_large = false;         ///< its objects are large ones, which are kept apart
  bool is_static = false;        ///< its objects are static
};

}  // namespace quadphase
