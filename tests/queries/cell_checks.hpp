// SPDX-License-Identifier: MIT
// What holds of the cells of any tree: they nest, lie beside each other, and hold all objects.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "quadphase/cells.hpp"
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

inline Point center_of(const Box& box) {
  const auto center = [](float min, float max) {
    constexpr float kLargest = std::numeric_limits<float>::max();
    const float middle = 0.5F * min + 0.5F * max;
    return std::isnan(middle) ? 0 : std::clamp(middle, -kLargest, kLargest);
  };
  return {center(box.min_x, box.max_x), center(box.min_y, box.max_y)};
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

inline bool holds(const Box& box, Point point) {
  return holds(box, Box{point.x, point.y, point.x, point.y});
}

inline bool holds_inside(const Box& box, Point p) {
  return box.min_x < p.x && p.x < box.max_x && box.min_y < p.y && p.y < box.max_y;
}

inline bool have_area_in_common(const Box& a, const Box& b) {
  return a.min_x < b.max_x && b.min_x < a.max_x && a.min_y < b.max_y && b.min_y < a.max_y;
}

inline Box hull(const Box& a, const Box& b) {
  return {std::min(a.min_x, b.min_x), std::min(a.min_y, b.min_y), std::max(a.max_x, b.max_x),
          std::max(a.max_y, b.max_y)};
}

inline bool is_same(const Box& a, const Box& b) {
  return holds(a, b) && holds(b, a);
}

inline std::string text_of(const Cell& cell) {
  const Box& r = cell.rectangle;
  return "cell of depth " + std::to_string(cell.depth) + " with " +
         std::to_string(cell.object_count) + " objects in [" + std::to_string(r.min_x) + ", " +
         std::to_string(r.max_x) + "] x [" + std::to_string(r.min_y) + ", " +
         std::to_string(r.max_y) + "]";
}

/// A cell, and the places in the list of those right below it.
struct Node {
  Cell cell;
  std::vector<std::size_t> below;
};

/// The cells as a forest. Fails where a cell does not stand behind the one above it.
inline std::vector<Node> forest_of(const std::vector<Cell>& cells) {
  std::vector<Node> nodes;
  std::vector<std::size_t> path;  // from the root to the last cell
  for (const Cell& cell : cells) {
    if (cell.depth > path.size()) throw std::logic_error(text_of(cell) + " hangs in the air");
    path.resize(cell.depth);
    if (!path.empty()) nodes[path.back()].below.push_back(nodes.size());
    path.push_back(nodes.size());
    nodes.push_back({cell, {}});
  }
  return nodes;
}

/// Expects what holds between each cell and those below it.
inline void expect_nested(const std::vector<Node>& nodes) {
  for (const Node& node : nodes) {
    SCOPED_TRACE(text_of(node.cell));
    ASSERT_GT(node.cell.object_count, 0U);
    ASSERT_TRUE(is_valid(node.cell.rectangle));
    ASSERT_TRUE(is_valid(node.cell.tight));
    ASSERT_EQ(node.cell.is_leaf, node.below.empty());
    if (node.cell.is_leaf) continue;
    ASSERT_LE(node.below.size(), 4U);
    std::size_t object_count = 0;
    Box tight = nodes[node.below[0]].cell.tight;
    for (const std::size_t below : node.below) {
      const Cell& child = nodes[below].cell;
      object_count += child.object_count;
      tight = hull(tight, child.tight);
      ASSERT_TRUE(holds(node.cell.rectangle, child.rectangle)) << text_of(child);
      ASSERT_EQ(child.is_large, node.cell.is_large);
      ASSERT_EQ(child.is_static, node.cell.is_static);
    }
    ASSERT_EQ(object_count, node.cell.object_count);
    ASSERT_TRUE(is_same(tight, node.cell.tight));
  }
}

/// Expects that no two cells right below one cell lie on each other.
inline void expect_apart(const std::vector<Node>& nodes) {
  for (const Node& node : nodes) {
    for (const std::size_t a : node.below) {
      for (const std::size_t b : node.below) {
        if (a == b) continue;
        const Cell& cell = nodes[a].cell;
        const Cell& other = nodes[b].cell;
        ASSERT_FALSE(have_area_in_common(cell.rectangle, other.rectangle))
            << text_of(cell) << ", " << text_of(other);
      }
    }
  }
}

/// Most boxes with one center, of those with a center in `rectangle`.
inline std::size_t most_at_a_point(const std::vector<Box>& boxes, const Box& rectangle) {
  std::map<std::pair<float, float>, std::size_t> counts;
  std::size_t most = 0;
  for (const Box& box : boxes) {
    const Point p = center_of(box);
    if (holds(rectangle, p)) most = std::max(most, ++counts[{p.x, p.y}]);
  }
  return most;
}

/// Expects the leaves to hold these boxes, each once.
inline void expect_holds_all(const std::vector<Cell>& cells, const std::vector<Box>& boxes) {
  const bool has_large =
      std::any_of(cells.begin(), cells.end(), [](const Cell& c) { return c.is_large; });
  std::size_t object_count = 0;
  for (const Cell& cell : cells) {
    if (!cell.is_leaf) continue;
    SCOPED_TRACE(text_of(cell));
    object_count += cell.object_count;
    // A center on the edge of two cells is in one of them; which, the cells do not say.
    std::size_t inside = 0;
    std::size_t inside_or_on_edge = 0;
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    Box most{kInfinity, kInfinity, -kInfinity, -kInfinity};
    for (const Box& box : boxes) {
      const bool is_inside = holds_inside(cell.rectangle, center_of(box));
      inside += is_inside ? 1U : 0U;
      if (!holds(cell.rectangle, center_of(box))) continue;
      ++inside_or_on_edge;
      most = hull(most, box);
      if (is_inside && !has_large) {
        ASSERT_TRUE(holds(cell.tight, box));
      }
    }
    ASSERT_LE(cell.object_count, inside_or_on_edge);
    ASSERT_TRUE(holds(most, cell.tight));
    if (has_large) continue;  // whose cells lie under the others
    ASSERT_GE(cell.object_count, inside);
    if (inside == inside_or_on_edge) {
      ASSERT_TRUE(is_same(most, cell.tight));
    }
    if (cell.object_count > 16) {
      ASSERT_LE(cell.object_count, most_at_a_point(boxes, cell.rectangle));
    }
  }
  EXPECT_EQ(object_count, boxes.size());
}

inline void expect_quadtree(const std::vector<Cell>& cells, const BoxView& boxes) {
  ASSERT_NO_FATAL_FAILURE(expect_nested(forest_of(cells)));
  ASSERT_NO_FATAL_FAILURE(expect_holds_all(cells, valid_boxes(boxes)));
}

inline std::size_t leaf_count_of(const std::vector<Cell>& cells) {
  return static_cast<std::size_t>(
      std::count_if(cells.begin(), cells.end(), [](const Cell& cell) { return cell.is_leaf; }));
}

inline std::uint32_t depth_of(const std::vector<Cell>& cells) {
  std::uint32_t depth = 0;
  for (const Cell& cell : cells) depth = std::max(depth, cell.depth);
  return depth;
}

}  // namespace quadphase::cells
