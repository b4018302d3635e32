// SPDX-License-Identifier: MIT
// The cells of the tree, for drawing: BroadPhase::for_each_cell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "quadphase/box.hpp"
#include "quadphase/pair.hpp"

namespace quadphase {

/// A leaf or a node of a tree. A leaf has up to `Config::leaf_capacity` objects of one quadtree
/// cell, or of several small ones next to each other. A node has the next 16 leaves in the order of
/// the tree, or the next 16 nodes of the level below.
///
/// There are several trees: one of the moving objects, and up to three of static ones. The highest
/// level of each has 1 to 16 nodes.
struct Cell {
  Box bounds;  ///< the smallest box around its objects as they are searched, with margin and
               ///< motion; larger if static objects were removed since it was made
  std::size_t object_count = 0;   ///< objects in it, including those of the cells below
  std::span<const ObjectId> ids;  ///< of a leaf: its objects, in tree order; removed static objects
                                  ///< may be among them. Valid until the tree changes
  std::uint32_t level = 0;        ///< 0: a leaf; for a node, one more than that of its children
  std::uint32_t depth = 0;        ///< 0: on the highest level of its tree; for others, one more
                                  ///< than that of the cell above
  bool is_leaf = false;           ///< it has objects of its own; there are no cells below it
  bool is_large = false;          ///< its objects are large, and come before the others in the tree
  bool is_static = false;         ///< its objects are static
};

}  // namespace quadphase
