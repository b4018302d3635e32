// SPDX-License-Identifier: MIT
// The functions of QueryIndex without exceptions.
#include "quadphase/try_query_index.hpp"
#include "call/attempt.hpp"
#include "quadphase/cells.hpp"

namespace quadphase {

using namespace detail;

Status try_create(std::optional<QueryIndex>& index, const Config& config) noexcept {
  return attempt([&] { index = QueryIndex(config); });
}

Status try_reserve(QueryIndex& index, std::size_t object_count) noexcept {
  return attempt([&] { index.reserve(object_count); });
}

Status try_shrink_to_fit(QueryIndex& index) noexcept {
  return attempt([&] { index.shrink_to_fit(); });
}

Status try_build(QueryIndex& index, const Boxes& boxes, const Attributes& attributes) noexcept {
  return attempt([&] { index.build(boxes, attributes); });
}

Status try_patch(QueryIndex& index, const Boxes& boxes, const Column<ObjectId>& ids,
                 const Attributes& attributes) noexcept {
  return attempt([&] { index.patch(boxes, ids, attributes); });
}

Status try_hide(QueryIndex& index, std::span<const ObjectId> ids) noexcept {
  return attempt([&] { index.hide(ids); });
}

Status TryAccess::visit_cells(const QueryIndex& index,
                              ErasedVisitor<quadphase::Cell> visitor) noexcept {
  return attempt([&] { index.visit_cells(guarded(visitor)); });
}

}  // namespace quadphase
