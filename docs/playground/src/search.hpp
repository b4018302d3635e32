// SPDX-License-Identifier: MIT
// The query under the mouse.
#pragma once

#include <quadphase/quadphase.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace quadphase::playground {

enum class QueryKind : std::uint8_t { none, box, circle, point, ray, nearest };

struct Query {
  QueryKind kind = QueryKind::none;
  Point at;               ///< the mouse; of a ray, where it points to
  Point from;             ///< of a ray
  Point half_size;        ///< of a box; `x` is the radius of a circle
  std::size_t count = 1;  ///< of nearest objects
};

struct Found {
  std::vector<ObjectId> ids;    ///< hits of a ray and neighbors in their order
  std::vector<float> measures;  ///< of a ray: fractions, 1 at the mouse; of neighbors: distances
  double microseconds =
      0;  ///< of one query; the mean of as many as take a few tenths of a millisecond
};

/// Runs a query and times it. Errors: those of `Index`.
void search(const BroadPhase& broad_phase, const Query& query, Found& found);

/// The object under a point: of those that hold it, the one with the least area; of none, the one
/// that is nearest within `reach`; -1 if there is none.
[[nodiscard]] std::int64_t pick(const BroadPhase& broad_phase, const BoxView& boxes, Point point,
                                float reach);

}  // namespace quadphase::playground
