// SPDX-License-Identifier: MIT
// What a frame reads about its objects: plain columns, in place, or its own copy of boxes that are
// given in another form.
//
// Invariant: a column that the caller left out is null here, whatever its span pointed to, and
// null is the only sign of it. `checked` converts the spans, once per call.
#pragma once

#include <cstddef>
#include <cstdint>

#include "data/box_forms.hpp"
#include "data/tree_view.hpp"
#include "quadphase/attributes.hpp"
#include "quadphase/pair.hpp"
#include "quadphase/periodic.hpp"

namespace quadphase::detail {

/// Margins and displacements; see swept_boxes.hpp. Each column may be null, for zeros.
struct SweepSpan {
  const float* margin = nullptr;
  const float* displacement_x = nullptr;
  const float* displacement_y = nullptr;

  [[nodiscard]] bool has_any() const noexcept {
    return margin != nullptr || displacement_x != nullptr || displacement_y != nullptr;
  }
};

struct Objects {
  GivenBoxes given;  // as the caller gives them
  BoxSpan boxes;     // their columns; null until boxes in another form have been read
  std::size_t count = 0;
  SweepSpan sweeps;                            // margins and displacements
  Periods periods;                             // of the world that the boxes must fit
  bool all_fit = false;                        // all are known to be valid and to fit
  const DoubleBox* doubles = nullptr;          // as searched, if they are given in double
  Origin origin{};                             // of the doubles
  bool is_swept_in_double = false;             // `sweeps` are part of `boxes` and `doubles`
  FilterSpan filters;                          // each column may be null, for the default
  const ObjectId* ids = nullptr;               // null: the ids are the rows
  const std::uint32_t* generations = nullptr;  // null: zeros
  /// Those of the caller, if some of the columns above are strided and have not been read.
  const Attributes* strided = nullptr;

  [[nodiscard]] BoxView view() const noexcept {
    return {{boxes.min_x, count}, {boxes.min_y, count}, {boxes.max_x, count}, {boxes.max_y, count}};
  }
  [[nodiscard]] ObjectId id(std::size_t row) const noexcept {
    return ids != nullptr ? ids[row] : static_cast<ObjectId>(row);
  }
  [[nodiscard]] std::uint32_t generation(std::size_t row) const noexcept {
    return generations != nullptr ? generations[row] : 0;
  }
  [[nodiscard]] bool has_fat_boxes() const noexcept { return sweeps.has_any(); }
  /// True if fat boxes still have to be made from `boxes`.
  [[nodiscard]] bool must_be_swept() const noexcept {
    return has_fat_boxes() && !is_swept_in_double;
  }
  /// True if the boxes that are searched are not `boxes` in place.
  [[nodiscard]] bool has_own_boxes() const noexcept {
    return must_be_swept() || (periods.has_any() && !all_fit);
  }
  [[nodiscard]] bool has_filters() const noexcept { return filters.has_any(); }
  [[nodiscard]] bool has_doubles() const noexcept {
    return doubles != nullptr || given.is_double();
  }
};

/// The filter of a row, with the parts of `filter` for columns that are absent.
[[nodiscard]] inline Filter filter_at(const FilterSpan& columns, std::size_t row,
                                      Filter filter = {}) noexcept {
  if (columns.category != nullptr) filter.category = columns.category[row];
  if (columns.mask != nullptr) filter.mask = columns.mask[row];
  if (columns.group != nullptr) filter.group = columns.group[row];
  if (columns.world != nullptr) filter.world = columns.world[row];
  return filter;
}

/// True if the filters of all rows are equal but for their worlds.
[[nodiscard]] inline bool has_only_worlds(const FilterSpan& columns) noexcept {
  return columns.category == nullptr && columns.mask == nullptr && columns.group == nullptr;
}

}  // namespace quadphase::detail
