// SPDX-License-Identifier: MIT
// What a query finds, and the cells that it has to look into.
#pragma once

#include <string>
#include <vector>

#include "options.hpp"
#include "trees.hpp"

namespace quadphase::draw {

struct Result {
  std::vector<ObjectId> found;
  std::size_t opened_count = 0;  // leaf cells that it could not exclude by their tight boxes
  std::vector<Box> opened;       // opened cells that are not below others
  double distance = 0;  // the fraction of a ray's first hit; or the farthest of the nearest
  std::string text;     // one line
};

/// Converts a query in fractions of the view to units of the world.
[[nodiscard]] Query scaled(const Query& query, const Box& view);

[[nodiscard]] Result run_query(const BroadPhase& broad_phase, const DrawnTree& tree,
                               const Query& query);

}  // namespace quadphase::draw
