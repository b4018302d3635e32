// SPDX-License-Identifier: MIT
#include "data/exact_boxes.hpp"

#include <bit>
#include <cstdint>

#include "data/local_box.hpp"

namespace quadphase::detail {
namespace {

/// True if a box in double overlaps one in float near its origin.
/// Why rounded: a float is below a number exactly if it is below the next float above the number,
/// and at most the number if it is at most the next float below.
bool overlaps_local(const ExactBox& exact, const Box& local, bool touching) noexcept {
  if (!touching) return interiors_overlap(exact.local, local);
  const DoubleBox& box = exact.doubles;
  const Origin& origin = exact.origin;
  const Box inner = {rounded_up(box.min_x, origin.x), rounded_up(box.min_y, origin.y),
                     rounded_down(box.max_x, origin.x), rounded_down(box.max_y, origin.y)};
  return overlaps(inner, local);
}

/// The least float above a number; NaN if the number is infinite.
float above(float value) noexcept {
  const auto bits = std::bit_cast<std::int32_t>(value + 0.0F);  // 0 for -0
  return std::bit_cast<float>(bits + (bits < 0 ? -1 : 1));
}

}  // namespace

ExactBox image_of(const ExactBox& box, const Periods& moves) noexcept {
  if (box.is_double()) {
    const DoubleBox moved = moved_back(box.doubles, moves);
    return {local_box(moved, box.origin), moved, box.origin};
  }
  const Box& local = box.local;
  return {
      {local.min_x - moves.x, local.min_y - moves.y, local.max_x - moves.x, local.max_y - moves.y}};
}

bool overlaps(const ExactBox& a, const ExactBox& b, bool touching) noexcept {
  if (a.is_double() && b.is_double()) return overlaps(a.doubles, b.doubles, touching);
  if (a.is_double()) return overlaps_local(a, b.local, touching);
  if (b.is_double()) return overlaps_local(b, a.local, touching);
  return overlaps(a.local, b.local, touching);
}

bool overlaps(const ExactBox& a, const ExactBox& b, bool touching,
              const Periods& periods) noexcept {
  if (!a.is_double() && !b.is_double()) return overlaps(a.local, b.local, touching, periods);
  const int moves_x = periods.x > 0 ? 3 : 1;
  const int moves_y = periods.y > 0 ? 3 : 1;
  for (int x = 0; x < moves_x; ++x) {
    for (int y = 0; y < moves_y; ++y) {
      const Periods of_a{x == 1 ? periods.x : 0, y == 1 ? periods.y : 0};
      const Periods of_b{x == 2 ? periods.x : 0, y == 2 ? periods.y : 0};
      if (overlaps(of_a.has_any() ? image_of(a, of_a) : a, of_b.has_any() ? image_of(b, of_b) : b,
                   touching))
        return true;
    }
  }
  return false;
}

bool surely_overlap(const Box& a, const Box& b) noexcept {
  return above(a.min_x) < b.max_x && above(b.min_x) < a.max_x && above(a.min_y) < b.max_y &&
         above(b.min_y) < a.max_y;
}

}  // namespace quadphase::detail
