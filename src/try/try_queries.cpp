// SPDX-License-Identifier: MIT
// The functions of Queries without exceptions.
#include "quadphase/try_queries.hpp"
#include "call/attempt.hpp"

namespace quadphase {

using namespace detail;

Status try_create(std::optional<QueryResult>& result,
                  std::pmr::memory_resource* resource) noexcept {
  return attempt([&] { result = QueryResult(resource); });
}

Status try_cast_any(const Queries& queries, const Cast& cast, std::optional<ObjectId>& hit,
                    const QueryOptions& options) noexcept {
  return attempt([&] { hit = queries.cast_any(cast, options); });
}

Status try_cast_closest(const Queries& queries, const Cast& cast, std::optional<CastHit>& hit,
                        const QueryOptions& options) noexcept {
  return attempt([&] { hit = queries.cast_closest(cast, options); });
}

Status try_find_nearest(const Queries& queries, const Shape& shape, std::span<Neighbor> nearest,
                        std::size_t& count, const QueryOptions& options) noexcept {
  return attempt([&] { count = queries.find_nearest(shape, nearest, options); });
}

Status try_find_overlaps(const Queries& queries, const Shapes& shapes, QueryResult& result,
                         const BatchOptions& options) noexcept {
  return attempt([&] { queries.find_overlaps(shapes, result, options); });
}

Status try_find_first_overlaps(const Queries& queries, const Shapes& shapes, QueryResult& result,
                               const BatchOptions& options) noexcept {
  return attempt([&] { queries.find_first_overlaps(shapes, result, options); });
}

Status try_find_inside(const Queries& queries, const Shapes& shapes, QueryResult& result,
                       const BatchOptions& options) noexcept {
  return attempt([&] { queries.find_inside(shapes, result, options); });
}

Status try_cast_any(const Queries& queries, const Casts& casts, QueryResult& result,
                    const BatchOptions& options) noexcept {
  return attempt([&] { queries.cast_any(casts, result, options); });
}

Status try_cast_closest(const Queries& queries, const Casts& casts, QueryResult& result,
                        const BatchOptions& options) noexcept {
  return attempt([&] { queries.cast_closest(casts, result, options); });
}

Status try_find_hits(const Queries& queries, const Casts& casts, QueryResult& result,
                     const BatchOptions& options) noexcept {
  return attempt([&] { queries.find_hits(casts, result, options); });
}

Status try_find_nearest(const Queries& queries, const Shapes& shapes, std::size_t k,
                        QueryResult& result, const BatchOptions& options) noexcept {
  return attempt([&] { queries.find_nearest(shapes, k, result, options); });
}

Status TryAccess::visit_overlaps(const Queries& queries, const Shape& shape,
                                 ErasedVisitor<ObjectId> visitor,
                                 const QueryOptions& options) noexcept {
  return attempt([&] { queries.visit_overlaps(shape, guarded(visitor), options); });
}
Status TryAccess::visit_inside(const Queries& queries, const Shape& shape,
                               ErasedVisitor<ObjectId> visitor,
                               const QueryOptions& options) noexcept {
  return attempt([&] { queries.visit_inside(shape, guarded(visitor), options); });
}
Status TryAccess::visit_hits(const Queries& queries, const Cast& cast,
                             ErasedVisitor<Neighbor> visitor, const QueryOptions& options,
                             const double* max_fraction) noexcept {
  return attempt([&] { queries.visit_hits(cast, guarded(visitor), options, max_fraction); });
}
Status TryAccess::visit_nearest(const Queries& queries, const Shape& shape,
                                ErasedVisitor<Neighbor> visitor,
                                const QueryOptions& options) noexcept {
  return attempt([&] { queries.visit_nearest(shape, guarded(visitor), options); });
}

}  // namespace quadphase
