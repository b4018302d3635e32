// SPDX-License-Identifier: MIT
// What a query finds, and the cells that it has to look into.
#pragma once

#include <string>
#include <vector>

#include "options.hpp"
#include "trees.hpp"

namespace quadphase::draw {

struct Answer {
  std::vector<ObjectId> found;
  std::size_t opened_count = 0;  // leaf cells that it could not rule out by their tight boxes
  std::vector<Box> opened;       // those of them that do not lie below others
  double distance = 0;           // to the first hit of a ray, or to the last of the nearest boxes
  std::string text;              // one line
};

/// The query in units of the world, of one in shares of the view.
[[nodiscard]] Query scaled(const Query& query, const Box& view);

[[nodiscard]] Answer ask(const BroadPhase& broad_phase, const DrawnTree& tree, const Query& query);

}  // namespace quadphase::draw
