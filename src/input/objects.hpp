// SPDX-License-Identifier: MIT
// What a frame reads of its objects: plain columns, in place; null where a column is absent.
#pragma once

#include <cstddef>
#include <cstdint>

#include "quadphase/attributes.hpp"
#include "quadphase/pair.hpp"
#include "tree/tree_view.hpp"

namespace quadphase::detail {

struct Objects {
  BoxSpan boxes;  // as they are searched: grown where margins or displacements are given
  std::size_t count = 0;
  FilterSpan filters;             // each column may be null: the default
  const ObjectId* ids = nullptr;  // null: the rows

  [[nodiscard]] BoxView view() const noexcept {
    return {{boxes.min_x, count}, {boxes.min_y, count}, {boxes.max_x, count}, {boxes.max_y, count}};
  }
  [[nodiscard]] bool has_filters() const noexcept {
    return filters.category != nullptr || filters.mask != nullptr || filters.group != nullptr ||
           filters.world != nullptr;
  }
};

/// The filter of a row, with defaults where columns are absent.
[[nodiscard]] inline Filter filter_at(const FilterSpan& columns, std::size_t row) noexcept {
  Filter filter;
  if (columns.category != nullptr) filter.category = columns.category[row];
  if (columns.mask != nullptr) filter.mask = columns.mask[row];
  if (columns.group != nullptr) filter.group = columns.group[row];
  if (columns.world != nullptr) filter.world = columns.world[row];
  return filter;
}

}  // namespace quadphase::detail
