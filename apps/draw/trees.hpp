// SPDX-License-Identifier: MIT
// The cells of three quadtrees over the same boxes, and the number of tests of each.
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
  bool is_leaf = false;
  bool is_large = false;  // of large objects, below the cells of the others
};

struct DrawnTree {
  std::string title;
  std::vector<DrawnCell> cells;
  std::uint32_t depth = 0;             // of the deepest cell
  std::uint64_t tests = 0;             // pairs of boxes that were compared to find all pairs
  std::vector<ObjectId> above_leaves;  // boxes that every search tests on its way down
  std::string remark;                  // a remark on the picture
};

[[nodiscard]] DrawnTree draw_quadphase(const BroadPhase& broad_phase);

/// The quadtree of tutorials: a box on a center line stays in the upper cell.
[[nodiscard]] DrawnTree draw_classic(const BoxView& boxes);

/// Each box is in the cell of its center, on the level whose cells are as large as the box.
[[nodiscard]] DrawnTree draw_loose(const BoxView& boxes);

}  // namespace quadphase::draw
