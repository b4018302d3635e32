// SPDX-License-Identifier: MIT
// Single queries: one query in, a visitor or the best hits out. Nothing is allocated but for the
// hits of one visitor after the first few hundred.
#pragma once

#include <cstddef>
#include <memory_resource>
#include <span>

#include "base/floating_point_mode.hpp"
#include "data/best_hits.hpp"
#include "kernels/kernels.hpp"
#include "quadphase/shapes.hpp"
#include "quadphase/visitor.hpp"
#include "query/searched_trees.hpp"
#include "shapes/shapes.hpp"

namespace quadphase::detail {

/// What a single query searches. Lives on the stack of the call.
/// Why without a constructor: `trees` would be copied, which takes a tenth of a small query.
struct SingleSearch {
  SearchedTrees trees;
  std::pmr::memory_resource* resource;
  const Kernels& kernels;
  const Filter& filter;
  DefaultFloatingPointMode mode = {};  // the caller's mode is restored while a visitor runs

  template <class Query>
  [[nodiscard]] QueryPacket<Query> packet(const Query& query) const {
    return {&query, &filter, 1, trees.world_mask()};
  }
};

void visit_overlaps(const SingleSearch& search, const Shape& shape,
                    const ErasedVisitor<ObjectId>& visitor);

/// Visits the objects whose boxes lie wholly inside a shape.
void visit_inside(const SingleSearch& search, const Shape& shape,
                  const ErasedVisitor<ObjectId>& visitor);

/// Visits the hits of a cast in their order; if `max_fraction` is not null, only up to
/// `*max_fraction`, which each visit may lower.
void visit_hits(const SingleSearch& search, const Cast& cast, const ErasedVisitor<Hit>& visitor,
                const double* max_fraction);

/// The first hit of a cast, or any; false if it misses all objects.
[[nodiscard]] bool find_hit(const SingleSearch& search, const Cast& cast, bool takes_any, Hit& hit);

/// Visits the objects up to a radius, the nearest first.
void visit_nearest(const SingleSearch& search, const Shape& shape, double radius,
                   const ErasedVisitor<Hit>& visitor);

/// Writes the objects nearest to a shape, up to a radius, in their order; returns how many.
std::size_t find_nearest(const SingleSearch& search, const Shape& shape, double radius,
                         std::span<Hit> nearest);

}  // namespace quadphase::detail
