// SPDX-License-Identifier: MIT
// The functions of QueryIndex without exceptions; try.hpp has their rules, try_queries.hpp the
// queries.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "quadphase/export.hpp"
#include "quadphase/query_index.hpp"
#include "quadphase/status.hpp"
#include "quadphase/try_access.hpp"

namespace quadphase {

/// A `QueryIndex`. On failure, `index` stays as it was.
QUADPHASE_API Status try_create(std::optional<QueryIndex>& index,
                                const Config& config = {}) noexcept;

/// `QueryIndex::reserve`
QUADPHASE_API Status try_reserve(QueryIndex& index, std::size_t object_count) noexcept;

/// `QueryIndex::shrink_to_fit`
QUADPHASE_API Status try_shrink_to_fit(QueryIndex& index) noexcept;

/// `QueryIndex::build`
QUADPHASE_API Status try_build(QueryIndex& index, const Boxes& boxes,
                               const Attributes& attributes = {}) noexcept;

/// `QueryIndex::patch`
QUADPHASE_API Status try_patch(QueryIndex& index, const Boxes& boxes, const Column<ObjectId>& ids,
                               const Attributes& attributes = {}) noexcept;

/// `QueryIndex::hide`
QUADPHASE_API Status try_hide(QueryIndex& index, std::span<const ObjectId> ids) noexcept;

/// `QueryIndex::for_each_cell`; needs quadphase/cells.hpp, too.
template <class Visit>
Status try_for_each_cell(const QueryIndex& index, Visit&& visit) noexcept {
  return detail::TryAccess::visit_cells(index, detail::erased<Cell>(visit));
}

}  // namespace quadphase
