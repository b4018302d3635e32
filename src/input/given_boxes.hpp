// SPDX-License-Identifier: MIT
// From the forms in which a caller may give boxes to float columns, which is all that the stages
// know.
//
// Cost:    nothing for float columns; for all others, one read and one write of the boxes.
// Threads: fixed chunks.
#pragma once

#include <cstddef>
#include <cstring>

#include "base/parallel.hpp"
#include "data/box_forms.hpp"
#include "quadphase/boxes.hpp"

namespace quadphase::detail {

struct Kernels;

/// Box `i`, of boxes that are given in double.
[[nodiscard]] DoubleBox double_box_at(const GivenBoxes& boxes, std::size_t i) noexcept;

/// True for no boxes, of floats, that keep the rules of `Boxes`.
[[nodiscard]] inline bool are_no_floats(const Boxes& boxes) noexcept {
  const auto counts = boxes.counts();
  return (counts[0] | counts[1] | counts[2] | counts[3]) == 0 && !boxes.is_double() &&
         boxes.stride() >= boxes.least_stride();
}

/// What the caller gives, with the rules of `Boxes` checked. Errors: `std::invalid_argument`.
[[nodiscard]] GivenBoxes given(const Boxes& boxes);

/// Number `i` of a column, which may lie anywhere.
template <class T>
[[nodiscard]] T number_at(const void* column, std::size_t stride, std::size_t i) noexcept {
  T number;
  std::memcpy(&number, static_cast<const std::byte*>(column) + i * stride, sizeof(T));
  return number;
}

/// True if the four floats of a box follow each other, or if there is none.
[[nodiscard]] inline bool are_rows(const Boxes::Columns& columns) noexcept {
  const auto* const first = static_cast<const std::byte*>(columns.min_x);
  if (first == nullptr) return true;
  return columns.min_y == first + 4 && columns.max_x == first + 8 && columns.max_y == first + 12;
}

/// Writes rows `[first, last)` of boxes that must be read to the same rows of `columns`, and boxes
/// in double to those of `copies`.
void read_boxes(const GivenBoxes& boxes, std::size_t first, std::size_t last,
                const Kernels& kernels, const EdgeColumns& columns,
                const DoubleCopies& copies = {});

/// Writes all of them. Inside `workers.run` only.
void read_boxes(const GivenBoxes& boxes, const Kernels& kernels, const Workers& workers,
                const EdgeColumns& columns, DoubleBox* doubles = nullptr);

}  // namespace quadphase::detail
