// SPDX-License-Identifier: MIT
// The functions of Queries and QueryResult without exceptions; try.hpp has their rules.
#pragma once

#include <cstddef>
#include <memory_resource>
#include <optional>
#include <span>

#include "quadphase/export.hpp"
#include "quadphase/queries.hpp"
#include "quadphase/status.hpp"
#include "quadphase/try_access.hpp"

namespace quadphase {

/// A `QueryResult`. On failure, `result` stays as it was.
QUADPHASE_API Status try_create(std::optional<QueryResult>& result,
                                std::pmr::memory_resource* resource = nullptr) noexcept;

/// `Queries::for_each_overlap`
template <class Visit>
Status try_for_each_overlap(const Queries& queries, const Shape& shape, Visit&& visit,
                            const QueryOptions& options = {}) noexcept {
  return detail::TryAccess::visit_overlaps(queries, shape, detail::erased<ObjectId>(visit),
                                           options);
}

/// `Queries::for_each_inside`
template <class Visit>
Status try_for_each_inside(const Queries& queries, const Shape& shape, Visit&& visit,
                           const QueryOptions& options = {}) noexcept {
  return detail::TryAccess::visit_inside(queries, shape, detail::erased<ObjectId>(visit), options);
}

/// `Queries::cast_any`
QUADPHASE_API Status try_cast_any(const Queries& queries, const Cast& cast,
                                  std::optional<ObjectId>& hit,
                                  const QueryOptions& options = {}) noexcept;

/// `Queries::cast_closest`
QUADPHASE_API Status try_cast_closest(const Queries& queries, const Cast& cast,
                                      std::optional<CastHit>& hit,
                                      const QueryOptions& options = {}) noexcept;

/// `Queries::for_each_hit`
template <class Visit>
Status try_for_each_hit(const Queries& queries, const Cast& cast, Visit&& visit,
                        const QueryOptions& options = {}) noexcept {
  return detail::TryAccess::visit_hits(queries, cast, detail::erased<CastHit, Neighbor>(visit),
                                       options, nullptr);
}
/// As above, with a visitor that clips the cast.
template <ClippingVisitor Visit>
Status try_for_each_hit(const Queries& queries, const Cast& cast, Visit&& visit,
                        const QueryOptions& options = {}) noexcept {
  detail::ClippedVisit<Visit> clipped{visit};
  return detail::TryAccess::visit_hits(queries, cast, detail::erased<CastHit, Neighbor>(clipped),
                                       options, &clipped.max_fraction);
}

/// `Queries::find_nearest`; `count`: how many it wrote to `nearest`.
QUADPHASE_API Status try_find_nearest(const Queries& queries, const Shape& shape,
                                      std::span<Neighbor> nearest, std::size_t& count,
                                      const QueryOptions& options = {}) noexcept;

/// `Queries::for_each_nearest`
template <class Visit>
Status try_for_each_nearest(const Queries& queries, const Shape& shape, Visit&& visit,
                            const QueryOptions& options = {}) noexcept {
  return detail::TryAccess::visit_nearest(queries, shape, detail::erased<Neighbor>(visit), options);
}

// Batches. On failure, the result is empty.

/// `Queries::find_overlaps`
QUADPHASE_API Status try_find_overlaps(const Queries& queries, const Shapes& shapes,
                                       QueryResult& result,
                                       const BatchOptions& options = {}) noexcept;
/// `Queries::find_first_overlaps`
QUADPHASE_API Status try_find_first_overlaps(const Queries& queries, const Shapes& shapes,
                                             QueryResult& result,
                                             const BatchOptions& options = {}) noexcept;
/// `Queries::find_inside`
QUADPHASE_API Status try_find_inside(const Queries& queries, const Shapes& shapes,
                                     QueryResult& result,
                                     const BatchOptions& options = {}) noexcept;
/// `Queries::cast_any`
QUADPHASE_API Status try_cast_any(const Queries& queries, const Casts& casts, QueryResult& result,
                                  const BatchOptions& options = {}) noexcept;
/// `Queries::cast_closest`
QUADPHASE_API Status try_cast_closest(const Queries& queries, const Casts& casts,
                                      QueryResult& result,
                                      const BatchOptions& options = {}) noexcept;
/// `Queries::find_hits`
QUADPHASE_API Status try_find_hits(const Queries& queries, const Casts& casts, QueryResult& result,
                                   const BatchOptions& options = {}) noexcept;
/// `Queries::find_nearest`
QUADPHASE_API Status try_find_nearest(const Queries& queries, const Shapes& shapes, std::size_t k,
                                      QueryResult& result,
                                      const BatchOptions& options = {}) noexcept;

}  // namespace quadphase
