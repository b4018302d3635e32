// SPDX-License-Identifier: MIT
// The functions of Index and QueryResult without exceptions.
#include "quadphase/try_index.hpp"
#include "call/attempt.hpp"
#include "quadphase/index.hpp"

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

Status try_patch(Index& index, const ObjectStore& store, std::span<const Handle> handles) noexcept {
  return attempt([&] { index.patch(store, handles); });
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

namespace {

/// Runs `find(options)`, with a predicate whose exceptions are known as such.
template <class Find>
Status attempt_batch(const BatchOptions& options, const Find& find) noexcept {
  return attempt([&] {
    const auto accept = [&](std::size_t row, ObjectId id) {
      return call_visitor([&] { return options.accept(row, id); });
    };
    BatchOptions guarded = options;
    if (options.accept) guarded.accept = accept;
    find(guarded);
  });
}

}  // namespace

Status try_find_overlaps(const Index& index, const Shapes& shapes, QueryResult& result,
                         const BatchOptions& options) noexcept {
  return attempt_batch(options,
                       [&](const auto& guarded) { index.find_overlaps(shapes, result, guarded); });
}

Status try_find_first_overlaps(const Index& index, const Shapes& shapes, QueryResult& result,
                               const BatchOptions& options) noexcept {
  return attempt_batch(
      options, [&](const auto& guarded) { index.find_first_overlaps(shapes, result, guarded); });
}

Status try_find_inside(const Index& index, const Shapes& shapes, QueryResult& result,
                       const BatchOptions& options) noexcept {
  return attempt_batch(options,
                       [&](const auto& guarded) { index.find_inside(shapes, result, guarded); });
}

Status try_cast_any(const Index& index, const Casts& casts, QueryResult& result,
                    const BatchOptions& options) noexcept {
  return attempt_batch(options,
                       [&](const auto& guarded) { index.cast_any(casts, result, guarded); });
}

Status try_cast_closest(const Index& index, const Casts& casts, QueryResult& result,
                        const BatchOptions& options) noexcept {
  return attempt_batch(options,
                       [&](const auto& guarded) { index.cast_closest(casts, result, guarded); });
}

Status try_find_hits(const Index& index, const Casts& casts, QueryResult& result,
                     const BatchOptions& options) noexcept {
  return attempt_batch(options,
                       [&](const auto& guarded) { index.find_hits(casts, result, guarded); });
}

Status try_find_nearest(const Index& index, const Shapes& shapes, std::size_t k,
                        QueryResult& result, const BatchOptions& options) noexcept {
  return attempt_batch(
      options, [&](const auto& guarded) { index.find_nearest(shapes, k, result, guarded); });
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
