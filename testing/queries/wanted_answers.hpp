// SPDX-License-Identifier: MIT
// What the oracle answers to some queries: computed once, for all engines that are asked them.
#pragma once

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "queries/query_inputs.hpp"
#include "queries/query_oracle.hpp"

namespace quadphase::queries {

using WantedIds = std::vector<std::vector<ObjectId>>;  // by row
using WantedHits = std::vector<std::vector<Hit>>;

/// `queries` may be given other counts and radii: they cut rows that have all objects.
struct WantedAnswers {
  WantedAnswers(const QueryOracle& oracle, Queries asked);

  Queries queries;
  bool is_asked_in_double = false;  // see the oracle
  // By kind, in the order of the functions below.
  std::array<WantedIds, 6> overlaps;
  std::array<WantedIds, 6> insides;
  std::array<WantedHits, 5> hits;
  std::array<WantedHits, 6> nearest;  // of the first few shapes, and of all places
};

/// Calls `visit(kind, queries of the kind)` for each kind of shape that objects overlap.
template <class Visit>
void for_each_kind_of_shape(const Queries& all, const Visit& visit) {
  std::size_t kind = 0;
  const auto each = [&](const auto&... of_kind) { (visit(kind++, of_kind), ...); };
  each(all.boxes, all.points, all.circles, all.capsules, all.rotated_boxes, all.polygons);
}

/// The same for casts.
template <class Visit>
void for_each_kind_of_cast(const Queries& all, const Visit& visit) {
  std::size_t kind = 0;
  const auto each = [&](const auto&... of_kind) { (visit(kind++, of_kind), ...); };
  each(all.rays, all.segments, all.box_casts, all.circle_casts, all.capsule_casts);
}

/// The same for what objects are near to.
template <class Visit>
void for_each_kind_of_place(const Queries& all, const Visit& visit) {
  std::size_t kind = 0;
  const auto each = [&](const auto&... of_kind) { (visit(kind++, of_kind), ...); };
  each(all.boxes, all.circles, all.capsules, all.rotated_boxes, all.polygons, all.places);
}

}  // namespace quadphase::queries
