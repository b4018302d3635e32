// SPDX-License-Identifier: MIT
// Boxes that were given in double: the doubles decide where their floats cannot.
//
// The stages search floats near an origin, which are rounded outwards, so every two boxes that
// overlap in double also overlap in float. Where an edge is at least two floats beyond the opposite
// one, the doubles overlap, too; the kernels read the doubles only otherwise
// (kernels/exact-inl.hpp).
//
// A box given in float is relative to the origin of those in double, so comparing one with the
// other means comparing `box - origin`, exactly, with a float.
//
// Needs the default floating-point mode.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "quadphase/double_box.hpp"
#include "quadphase/periodic.hpp"

namespace quadphase::detail {

/// The doubles of some objects.
struct ExactBoxes {
  const DoubleBox* boxes = nullptr;     // null: all were given in float
  const std::uint32_t* rows = nullptr;  // of the objects at each position; null: the positions
  Origin origin;

  [[nodiscard]] bool has_any() const noexcept { return boxes != nullptr; }
};

/// Stands in for the doubles of a box that was given in float, or that is not valid.
[[nodiscard]] constexpr DoubleBox no_double_box() noexcept {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  return {kNone, kNone, kNone, kNone};
}

/// The image of a box along the axes with moves, computed in double.
[[nodiscard]] constexpr DoubleBox moved_back(const DoubleBox& box, const Periods& moves) noexcept {
  const auto x = static_cast<double>(moves.x);
  const auto y = static_cast<double>(moves.y);
  return {box.min_x - x, box.min_y - y, box.max_x - x, box.max_y - y};
}

/// A valid box as it is searched.
struct ExactBox {
  Box local{};                          // near the origin
  DoubleBox doubles = no_double_box();  // its doubles, if it was given in double
  Origin origin{};                      // of the doubles

  [[nodiscard]] bool is_double() const noexcept { return doubles.min_x == doubles.min_x; }
};

/// The image of a box.
[[nodiscard]] ExactBox image_of(const ExactBox& box, const Periods& moves) noexcept;

/// True if two boxes overlap: by their doubles, or by the floats of those without.
[[nodiscard]] bool overlaps(const ExactBox& a, const ExactBox& b, bool touching) noexcept;

/// As above, in a world with these periods.
[[nodiscard]] bool overlaps(const ExactBox& a, const ExactBox& b, bool touching,
                            const Periods& periods) noexcept;

/// True if the doubles of two boxes whose floats overlap are sure to overlap, too.
[[nodiscard]] bool surely_overlap(const Box& a, const Box& b) noexcept;

}  // namespace quadphase::detail
