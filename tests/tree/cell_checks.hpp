// SPDX-License-Identifier: MIT
// What holds of the cells of any tree.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "quadphase/index.hpp"
#include "quadphase/quadphase.hpp"

namespace quadphase::cells {

inline std::vector<Cell> cells_of(const BroadPhase& broad_phase) {
  std::vector<Cell> cells;
  broad_phase.for_each_cell([&](const Cell& cell) { cells.push_back(cell); });
  return cells;
}

inline std::vector<Cell> cells_of(const BoxView& boxes, const Config& config = {.threads = 1}) {
  BroadPhase broad_phase(config);
  broad_phase.build(boxes);
  return cells_of(broad_phase);
}

inline std::vector<Box> valid_boxes(const BoxView& boxes) {
  std::vector<Box> valid;
  for (std::size_t i = 0; i < boxes.size(); ++i)
    if (is_valid(boxes[i])) valid.push_back(boxes[i]);
  return valid;
}

inline bool holds(const Box& outer, const Box& inner) {
  return outer.min_x <= inner.min_x && outer.min_y <= inner.min_y && outer.max_x >= inner.max_x &&
         outer.max_y >= inner.max_y;
}

inline bool is_same(const Box& a, const Box& b) {
  return holds(a, b) && holds(b, a);
}

inline Box hull(const Box& a, const Box& b) {
  return {std::min(a.min_x, b.min_x), std::min(a.min_y, b.min_y), std::max(a.max_x, b.max_x),
          std::max(a.max_y, b.max_y)};
}

/// The smallest box around some boxes.
inline Box hull(const std::vector<Box>& boxes) {
  Box all = boxes.at(0);
  for (const Box& box : boxes) all = hull(all, box);
  return all;
}

inline std::string text_of(const Cell& cell) {
  const Box& b = cell.bounds;
  return "cell of level " + std::to_string(cell.level) + " with " +
         std::to_string(cell.object_count) + " objects in [" + std::to_string(b.min_x) + ", " +
         std::to_string(b.max_x) + "] x [" + std::to_string(b.min_y) + ", " +
         std::to_string(b.max_y) + "]";
}

/// A cell, and the places in the list of its children.
struct Node {
  Cell cell;
  std::vector<std::size_t> children;
};

/// The cells as a forest. Throws where a cell does not come after its parent.
inline std::vector<Node> forest_of(const std::vector<Cell>& cells) {
  std::vector<Node> nodes;
  std::vector<std::size_t> path;  // from the root to the last cell
  for (const Cell& cell : cells) {
    if (cell.depth > path.size()) throw std::logic_error(text_of(cell) + " has no parent");
    path.resize(cell.depth);
    if (!path.empty()) {
      if (nodes[path.back()].cell.level != cell.level + 1)
        throw std::logic_error(text_of(cell) + " is not on the level below its parent");
      nodes[path.back()].children.push_back(nodes.size());
    }
    path.push_back(nodes.size());
    nodes.push_back({cell, {}});
  }
  return nodes;
}

/// Expects what holds between each cell and its children. `is_tight`: no static object was removed.
inline void expect_nested(const std::vector<Cell>& cells, bool is_tight = true) {
  const std::vector<Node> nodes = forest_of(cells);
  for (const Node& node : nodes) {
    SCOPED_TRACE(text_of(node.cell));
    ASSERT_GT(node.cell.object_count, 0U);
    ASSERT_TRUE(is_valid(node.cell.bounds));
    ASSERT_EQ(node.cell.is_leaf, node.cell.level == 0);
    ASSERT_EQ(node.cell.is_leaf, node.children.empty());
    if (node.cell.is_leaf) continue;
    ASSERT_LE(node.children.size(), 16U);
    std::size_t object_count = 0;
    bool is_large = true;
    Box bounds = nodes[node.children[0]].cell.bounds;
    for (const std::size_t child : node.children) {
      object_count += nodes[child].cell.object_count;
      is_large = is_large && nodes[child].cell.is_large;
      bounds = hull(bounds, nodes[child].cell.bounds);
      ASSERT_EQ(nodes[child].cell.is_static, node.cell.is_static);
    }
    ASSERT_EQ(object_count, node.cell.object_count);
    ASSERT_EQ(is_large, node.cell.is_large);
    ASSERT_TRUE(holds(node.cell.bounds, bounds));
    if (is_tight) {
      ASSERT_TRUE(is_same(bounds, node.cell.bounds));
    }
  }
}

inline std::vector<Cell> leaves_of(const std::vector<Cell>& cells) {
  std::vector<Cell> leaves;
  for (const Cell& cell : cells)
    if (cell.is_leaf) leaves.push_back(cell);
  return leaves;
}

/// Expects leaves of at most `capacity` objects, which hold these boxes and no others.
inline void expect_holds_all(const std::vector<Cell>& cells, const std::vector<Box>& boxes,
                             std::size_t capacity = 16) {
  std::size_t object_count = 0;
  std::vector<Box> all;
  for (const Cell& leaf : leaves_of(cells)) {
    SCOPED_TRACE(text_of(leaf));
    ASSERT_LE(leaf.object_count, capacity);
    object_count += leaf.object_count;
    all.push_back(leaf.bounds);
    std::vector<Box> inside;
    for (const Box& box : boxes)
      if (holds(leaf.bounds, box)) inside.push_back(box);
    ASSERT_GE(inside.size(), leaf.object_count);
    ASSERT_TRUE(is_same(hull(inside), leaf.bounds)) << "its edges are not those of objects";
  }
  ASSERT_EQ(object_count, boxes.size());
  if (boxes.empty()) return;
  EXPECT_TRUE(is_same(hull(all), hull(boxes)));
}

inline void expect_tree(const std::vector<Cell>& cells, const BoxView& boxes) {
  ASSERT_NO_FATAL_FAILURE(expect_nested(cells));
  ASSERT_NO_FATAL_FAILURE(expect_holds_all(cells, valid_boxes(boxes)));
}

}  // namespace quadphase::cells
