// SPDX-License-Identifier: MIT
// The forms in which a caller may give boxes, and where boxes are written. The stages know float
// columns only; input/given_boxes.hpp reads all others.
#pragma once

#include <cstddef>
#include <variant>

#include "data/tree_view.hpp"
#include "quadphase/box.hpp"
#include "quadphase/boxes.hpp"

namespace quadphase::detail {

/// Boxes in double near an origin.
struct DoubleSpan {
  const double* min_x;
  const double* min_y;
  const double* max_x;
  const double* max_y;
  Origin origin;
};

/// Centers and half sizes in double near an origin.
struct CenterSpan {
  const double* center_x;
  const double* center_y;
  const double* half_width;
  const double* half_height;
  Origin origin;
};

/// Four floats each, `stride` bytes apart, at any alignment.
struct RowSpan {
  const std::byte* first;
  std::size_t stride;
};

/// Boxes of floats in any other layout, `stride` bytes apart.
struct LooseFloats {
  Boxes::Columns first;
  std::size_t stride;
};
/// As above, of doubles near an origin.
struct LooseDoubles {
  Boxes::Columns first;
  std::size_t stride;
  Origin origin;
};

/// Boxes that keep the rules, in one of the forms.
struct GivenBoxes {
  std::variant<BoxSpan, RowSpan, DoubleSpan, CenterSpan, LooseFloats, LooseDoubles> form;
  std::size_t count = 0;

  /// The columns, if they are given as such; otherwise null ones, and they must be read.
  [[nodiscard]] BoxSpan columns() const noexcept {
    const auto* const boxes = std::get_if<BoxSpan>(&form);
    return boxes != nullptr ? *boxes : BoxSpan{};
  }
  [[nodiscard]] bool must_be_read() const noexcept {
    return !std::holds_alternative<BoxSpan>(form);
  }
  /// The point that is (0, 0) in float for boxes in double; null if they are given in float.
  [[nodiscard]] const Origin* origin() const noexcept {
    if (const auto* const doubles = std::get_if<DoubleSpan>(&form)) return &doubles->origin;
    if (const auto* const centers = std::get_if<CenterSpan>(&form)) return &centers->origin;
    const auto* const loose = std::get_if<LooseDoubles>(&form);
    return loose != nullptr ? &loose->origin : nullptr;
  }
  /// For boxes in double.
  void move_origin(const Origin& to) noexcept {
    if (auto* const doubles = std::get_if<DoubleSpan>(&form)) doubles->origin = to;
    if (auto* const centers = std::get_if<CenterSpan>(&form)) centers->origin = to;
    if (auto* const loose = std::get_if<LooseDoubles>(&form)) loose->origin = to;
  }
  [[nodiscard]] bool is_double() const noexcept { return origin() != nullptr; }
};

/// Where the edges of boxes are written.
struct EdgeColumns {
  float* min_x;
  float* min_y;
  float* max_x;
  float* max_y;

  void set(std::size_t i, const Box& box) const noexcept {
    min_x[i] = box.min_x;
    min_y[i] = box.min_y;
    max_x[i] = box.max_x;
    max_y[i] = box.max_y;
  }
  /// The columns from row `first` on.
  [[nodiscard]] EdgeColumns from(std::size_t first) const noexcept {
    return {min_x + first, min_y + first, max_x + first, max_y + first};
  }
};

/// Where boxes in double are copied.
struct DoubleCopies {
  DoubleBox* first = nullptr;  // null: nowhere
  bool are_streamed = false;   // past the caches

  /// The copies from row `row` on.
  [[nodiscard]] DoubleCopies from(std::size_t row) const noexcept {
    return {first != nullptr ? first + row : nullptr, are_streamed};
  }
};

}  // namespace quadphase::detail
