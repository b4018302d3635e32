// SPDX-License-Identifier: MIT
// The functions of Index without exceptions.
#include "call/attempt.hpp"
#include "quadphase/cells.hpp"
#include "quadphase/try_index.hpp"

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

Status try_hide(Index& index, std::span<const ObjectId> ids) noexcept {
  return attempt([&] { index.hide(ids); });
}

Status TryAccess::visit_cells(const Index& index, ErasedVisitor<quadphase::Cell> visitor) noexcept {
  return attempt([&] { index.visit_cells(guarded(visitor)); });
}

}  // namespace quadphase
