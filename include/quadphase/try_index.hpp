// SPDX-License-Identifier: MIT
// The functions of Index and QueryResult without exceptions; try.hpp has their rules.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory_resource>
#include <optional>
#include <span>

#include "quadphase/export.hpp"
#include "quadphase/index.hpp"
#include "quadphase/status.hpp"
#include "quadphase/try_access.hpp"

namespace quadphase {

/// An `Index`. On failure, `index` stays as it was.
QUADPHASE_API Status try_create(std::optional<Index>& index, const Config& config = {}) noexcept;

/// `Index::reserve`
QUADPHASE_API Status try_reserve(Index& index, std::size_t object_count) noexcept;

/// `Index::shrink_to_fit`
QUADPHASE_API Status try_shrink_to_fit(Index& index) noexcept;

/// `Index::build`
QUADPHASE_API Status try_build(Index& index, const Boxes& boxes,
                               const Attributes& attributes = {}) noexcept;

/// `Index::patch`
QUADPHASE_API Status try_patch(Index& index, const Boxes& boxes, const Column<ObjectId>& ids,
                               const Attributes& attributes = {}) noexcept;

/// As above, with objects of a store.
QUADPHASE_API Status try_patch(Index& index, const ObjectStore& store,
                               std::span<const Handle> handles) noexcept;

/// `Index::hide`
QUADPHASE_API Status try_hide(Index& index, const Column<ObjectId>& ids) noexcept;
/// As above, written `{3, 5}`.
inline Status try_hide(Index& index, std::initializer_list<ObjectId> ids) noexcept {
  return try_hide(index, std::span(ids.begin(), ids.size()));
}

/// `Index::for_each_cell`
template <class Visit>
Status try_for_each_cell(const Index& index, Visit&& visit) noexcept {
  return detail::TryAccess::visit_cells(index, detail::erased<Cell>(visit));
}

/// A `QueryResult`. On failure, `result` stays as it was.
QUADPHASE_API Status try_create(std::optional<QueryResult>& result,
                                std::pmr::memory_resource* resource = nullptr) noexcept;

/// `Index::for_each_overlap`
template <class Visit>
Status try_for_each_overlap(const Index& index, const Shape& shape, Visit&& visit,
                            const QueryOptions& options = {}) noexcept {
  return detail::TryAccess::visit_overlaps(index, shape, detail::erased<ObjectId>(visit), options);
}

/// `Index::for_each_inside`
template <class Visit>
Status try_for_each_inside(const Index& index, const Shape& shape, Visit&& visit,
                           const QueryOptions& options = {}) noexcept {
  return detail::TryAccess::visit_inside(index, shape, detail::erased<ObjectId>(visit), options);
}

/// `Index::cast_any`
QUADPHASE_API Status try_cast_any(const Index& index, const Cast& cast,
                                  std::optional<ObjectId>& hit,
                                  const QueryOptions& options = {}) noexcept;

/// `Index::cast_closest`
QUADPHASE_API Status try_cast_closest(const Index& index, const Cast& cast,
                                      std::optional<CastHit>& hit,
                                      const QueryOptions& options = {}) noexcept;

/// `Index::for_each_hit`
template <class Visit>
Status try_for_each_hit(const Index& index, const Cast& cast, Visit&& visit,
                        const QueryOptions& options = {}) noexcept {
  return detail::TryAccess::visit_hits(index, cast, detail::erased<CastHit, Neighbor>(visit),
                                       options, nullptr);
}
/// As above, with a visitor that clips the cast.
template <ClippingVisitor Visit>
Status try_for_each_hit(const Index& index, const Cast& cast, Visit&& visit,
                        const QueryOptions& options = {}) noexcept {
  detail::ClippedVisit<Visit> clipped{visit};
  return detail::TryAccess::visit_hits(index, cast, detail::erased<CastHit, Neighbor>(clipped),
                                       options, &clipped.max_fraction);
}

/// `Index::find_nearest`; `count`: how many it wrote to `nearest`.
QUADPHASE_API Status try_find_nearest(const Index& index, const Shape& shape,
                                      std::span<Neighbor> nearest, std::size_t& count,
                                      const QueryOptions& options = {}) noexcept;

/// `Index::for_each_nearest`
template <class Visit>
Status try_for_each_nearest(const Index& index, const Shape& shape, Visit&& visit,
                            const QueryOptions& options = {}) noexcept {
  return detail::TryAccess::visit_nearest(index, shape, detail::erased<Neighbor>(visit), options);
}

// Batches. On failure, the result is empty.

/// `Index::find_overlaps`
QUADPHASE_API Status try_find_overlaps(const Index& index, const Shapes& shapes,
                                       QueryResult& result,
                                       const BatchOptions& options = {}) noexcept;
/// `Index::find_first_overlaps`
QUADPHASE_API Status try_find_first_overlaps(const Index& index, const Shapes& shapes,
                                             QueryResult& result,
                                             const BatchOptions& options = {}) noexcept;
/// `Index::find_inside`
QUADPHASE_API Status try_find_inside(const Index& index, const Shapes& shapes, QueryResult& result,
                                     const BatchOptions& options = {}) noexcept;
/// `Index::cast_any`
QUADPHASE_API Status try_cast_any(const Index& index, const Casts& casts, QueryResult& result,
                                  const BatchOptions& options = {}) noexcept;
/// `Index::cast_closest`
QUADPHASE_API Status try_cast_closest(const Index& index, const Casts& casts, QueryResult& result,
                                      const BatchOptions& options = {}) noexcept;
/// `Index::find_hits`
QUADPHASE_API Status try_find_hits(const Index& index, const Casts& casts, QueryResult& result,
                                   const BatchOptions& options = {}) noexcept;
/// `Index::find_nearest`
QUADPHASE_API Status try_find_nearest(const Index& index, const Shapes& shapes, std::size_t k,
                                      QueryResult& result,
                                      const BatchOptions& options = {}) noexcept;

}  // namespace quadphase
