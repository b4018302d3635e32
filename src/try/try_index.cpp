// SPDX-License-Identifier: MIT
// The functions of Index and QueryResult without exceptions.
#include "quadphase/try_index.hpp"
#include "call/attempt.hpp"
#include "quadphase/cells.hpp"

namespace quadphase {

using namespace detail;

Status try_create(std::optional<Index>& index, const Config& config) noexcept {
  return attempt([&] { index = Index(config); });
}

Status try_reserve(Index& index, std::size_t object_count) noexcept {
  return attempt([&] { index.reserve(object_count); });
}

Status try_shrink_to_fit(Index& index) noexcept {
  return attempt([&] { index.shrink_to_fit(); });
}

Status try_build(Index& index, const Boxes& boxes, const Attributes& attributes) noexcept {
  return attempt([&] { index.build(boxes, attributes); });
}

Status try_patch(Index& index, const Boxes& boxes, const Column<ObjectId>& ids,
                 const Attributes& attributes) noexcept {
  return attempt([&] { index.patch(boxes, ids, attributes); });
}

Status try_hide(Index& index, const Column<ObjectId>& ids) noexcept {
  return attempt([&] { index.hide(ids); });
}

Status TryAccess::visit_cells(const Index& index, ErasedVisitor<quadphase::Cell> visitor) noexcept {
  return attempt([&] { index.visit_cells(guarded(visitor)); });
}

Status try_create(std::optional<QueryResult>& result,
                  std::pmr::memory_resource* resource) noexcept {
  return attempt([&] { result = QueryResult(resource); });
}

Status try_cast_any(const Index& index, const Cast& cast, std::optional<ObjectId>& hit,
                    const QueryOptions& options) noexcept {
  return attempt([&] { hit = index.cast_any(cast, options); });
}

Status try_cast_closest(const Index& index, const Cast& cast, std::optional<CastHit>& hit,
                        const QueryOptions& options) noexcept {
  return attempt([&] { hit = index.cast_closest(cast, options); });
}

Status try_find_nearest(const Index& index, const Shape& shape, std::span<Neighbor> nearest,
                        std::size_t& count, const QueryOptions& options) noexcept {
  return attempt([&] { count = index.find_nearest(shape, nearest, options); });
}

Status try_find_overlaps(const Index& index, const Shapes& shapes, QueryResult& result,
                         const BatchOptions& options) noexcept {
  return attempt([&] { index.find_overlaps(shapes, result, options); });
}

Status try_find_first_overlaps(const Index& index, const Shapes& shapes, QueryResult& result,
                               const BatchOptions& options) noexcept {
  return attempt([&] { index.find_first_overlaps(shapes, result, options); });
}

Status try_find_inside(const Index& index, const Shapes& shapes, QueryResult& result,
                       const BatchOptions& options) noexcept {
  return attempt([&] { index.find_inside(shapes, result, options); });
}

Status try_cast_any(const Index& index, const Casts& casts, QueryResult& result,
                    const BatchOptions& options) noexcept {
  return attempt([&] { index.cast_any(casts, result, options); });
}

Status try_cast_closest(const Index& index, const Casts& casts, QueryResult& result,
                        const BatchOptions& options) noexcept {
  return attempt([&] { index.cast_closest(casts, result, options); });
}

Status try_find_hits(const Index& index, const Casts& casts, QueryResult& result,
                     const BatchOptions& options) noexcept {
  return attempt([&] { index.find_hits(casts, result, options); });
}

Status try_find_nearest(const Index& index, const Shapes& shapes, std::size_t k,
                        QueryResult& result, const BatchOptions& options) noexcept {
  return attempt([&] { index.find_nearest(shapes, k, result, options); });
}

Status TryAccess::visit_overlaps(const Index& index, const Shape& shape,
                                 ErasedVisitor<ObjectId> visitor,
                                 const QueryOptions& options) noexcept {
  return attempt([&] { index.visit_overlaps(shape, guarded(visitor), options); });
}
Status TryAccess::visit_inside(const Index& index, const Shape& shape,
                               ErasedVisitor<ObjectId> visitor,
                               const QueryOptions& options) noexcept {
  return attempt([&] { index.visit_inside(shape, guarded(visitor), options); });
}
Status TryAccess::visit_hits(const Index& index, const Cast& cast, ErasedVisitor<Neighbor> visitor,
                             const QueryOptions& options, const double* max_fraction) noexcept {
  return attempt([&] { index.visit_hits(cast, guarded(visitor), options, max_fraction); });
}
Status TryAccess::visit_nearest(const Index& index, const Shape& shape,
                                ErasedVisitor<Neighbor> visitor,
                                const QueryOptions& options) noexcept {
  return attempt([&] { index.visit_nearest(shape, guarded(visitor), options); });
}

}  // namespace quadphase
