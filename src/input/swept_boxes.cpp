// SPDX-License-Identifier: MIT
#include "input/swept_boxes.hpp"

#include <bit>
#include <cstdint>
#include <limits>
#include <stdexcept>

#include "base/chunk_loop.hpp"
#include "input/validate_input.hpp"

namespace quadphase::detail {
namespace {

/// One optional column: its data, or null if it is empty.
template <class T>
const T* column(std::span<const T> values, std::size_t count) {
  if (values.empty()) return nullptr;
  if (values.size() != count)
    throw std::invalid_argument(
        "quadphase: an attribute must be empty or as long as the boxes or queries");
  return values.data();
}

}  // namespace

Objects checked(const GivenBoxes& boxes, const Attributes& attributes) {
  Objects objects = checked(boxes.count, attributes);
  objects.given = boxes;
  objects.boxes = boxes.columns();
  return objects;
}

Objects checked(std::size_t count, const Attributes& attributes) {
  Objects objects;
  objects.count = checked(count);
  objects.filters = {column(attributes.category, count), column(attributes.mask, count),
                     column(attributes.group, count), column(attributes.world, count)};
  objects.ids = column(attributes.ids, count);
  objects.generations = column(attributes.generation, count);
  objects.sweeps = {column(attributes.margin, count), column(attributes.displacement_x, count),
                    column(attributes.displacement_y, count)};
  return objects;
}

namespace {

/// min(0, x) and max(0, x) without the branch that g++ 12 would generate. The sign of a zero does
/// not matter.
inline float negative(float x) noexcept {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  return std::bit_cast<float>(bits & (0U - (bits >> 31)));
}
inline float positive(float x) noexcept {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  return std::bit_cast<float>(bits & ((bits >> 31) - 1U));
}
/// `x`, or `other` if `is_good` is false, without a branch.
inline float select(std::int32_t good, float x, float other) noexcept {
  return std::bit_cast<float>((std::bit_cast<std::int32_t>(x) & good) |
                              (std::bit_cast<std::int32_t>(other) & ~good));
}

}  // namespace

/// Why without a branch: the signs of motions cannot be predicted. Tried with branches: 15 ns a
/// box.
Box fat_box(const Box& tight, const SweepSpan& sweeps, std::size_t i) noexcept {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const float margin = sweeps.margin != nullptr ? sweeps.margin[i] : 0.0F;
  const float dx = sweeps.displacement_x != nullptr ? sweeps.displacement_x[i] : 0.0F;
  const float dy = sweeps.displacement_y != nullptr ? sweeps.displacement_y[i] : 0.0F;
  const std::int32_t good =
      -static_cast<std::int32_t>((tight.min_x <= tight.max_x) & (tight.min_y <= tight.max_y) &
                                 (margin >= 0) & (dx == dx) & (dy == dy));
  return {select(good, tight.min_x + negative(dx) - margin, kInfinity),
          select(good, tight.min_y + negative(dy) - margin, kInfinity),
          select(good, tight.max_x + positive(dx) + margin, -kInfinity),
          select(good, tight.max_y + positive(dy) + margin, -kInfinity)};
}

void make_fat_boxes(const Objects& objects, std::size_t first, const Workers& workers,
                    BoxBuffers& fat_boxes) {
  for_each_row(objects.count, workers, [&](std::size_t i) {
    fat_boxes.set(first + i, fat_box(box_at(objects.boxes, i), objects.sweeps, i));
  });
}

}  // namespace quadphase::detail
