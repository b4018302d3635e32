// SPDX-License-Identifier: MIT
// A query, and what it took: the cells that were opened and the objects that were tested.
#pragma once

#include <cstddef>
#include <span>
#include <variant>
#include <vector>

#include "quadphase/quadphase.hpp"

namespace quadphase::view {

/// The objects nearest to a point.
struct Nearest {
  Point point;
  std::size_t count = 1;
};

/// A segment is searched for its first hit, a box cast for all.
using TracedShape = std::variant<Box, Circle, Point, Segment, BoxCast, Nearest>;

struct TracedQuery {
  std::vector<ObjectId> found;   ///< by the engine; of casts and neighbors, the nearest first
  std::vector<ObjectId> tested;  ///< the objects of all leaves that were opened
  std::vector<Box> opened;       ///< the tight boxes of nodes and leaves that were opened
  std::size_t opened_leaf_count = 0;
  double distance = 0;      ///< to the farthest neighbor; the fraction of a segment's hit, else 1
  double microseconds = 0;  ///< that the engine took
};

/// Lets the engine search, and follows the search from the cells: one is opened if its tight box
/// may hold an object that is found, and if the cell above is opened. A search that stops early,
/// or learns from what it has found, opens no more than that. Complexity: O(cells).
[[nodiscard]] TracedQuery trace_query(const BroadPhase& engine, const TracedShape& shape);

}  // namespace quadphase::view
