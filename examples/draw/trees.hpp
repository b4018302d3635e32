// SPDX-License-Identifier: MIT
// The cells of three quadtrees over the same boxes, and what each of them costs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "quadphase/quadphase.hpp"

namespace quadphase::draw {

/// A cell as it is drawn.
struct DrawnCell {
  Box rectangle;
  std::uint32_t depth = 0;
  bool is_leaf = false;   // filled; the others are only framed
  Box tight{};            // where the tree knows it
  bool is_large = false;  // of large objects, below the cells of the others
};

struct DrawnTree {
  std::string title;
  std::vector<DrawnCell> cells;
  std::uint32_t depth = 0;             // of the deepest cell
  std::uint64_t tests = 0;             // pairs of boxes that were compared to find all pairs
  std::vector<ObjectId> above_leaves;  // boxes that every search meets on its way down
  std::string remark;                  // what is worth to know of the picture
};

[[nodiscard]] DrawnTree draw_quadphase(const BroadPhase& broad_phase);

/// The quadtree of the tutorials: a box that lies on a middle line stays in the cell above.
[[nodiscard]] DrawnTree draw_classic(const BoxView& boxes);

/// Each box in the cell of its center, on the level whose cells are as large as it is.
[[nodiscard]] DrawnTree draw_loose(const BoxView& boxes);

}  // namespace quadphase::draw
