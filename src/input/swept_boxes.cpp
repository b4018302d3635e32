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

/// One optional column: its data, or null where it is empty.
template <class T>
const T* column(std::span<const T> values, std::size_t count) {
  if (values.empty()) return nullptr;
  if (values.size() != count)
    throw std::invalid_argument("quadphase: an attribute must be empty or as long as the boxes");
  return values.data();
}

}  // namespace

Objects checked(const BoxView& boxes, const Attributes& attributes) {
  Objects objects;
  objects.boxes = checked(boxes);
  const std::size_t n = objects.count = boxes.size();
  objects.filters = {column(attributes.category, n), column(attributes.mask, n),
                     column(attributes.group, n), column(attributes.world, n)};
  objects.ids = column(attributes.ids, n);
  objects.generations = column(attributes.generation, n);
  objects.sweeps = {column(attributes.margin, n), column(attributes.displacement_x, n),
                    column(attributes.displacement_y, n)};
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
/// `x`, or `other` where `is_good` is false, without a branch.
inline float select(std::int32_t good, float x, float other) noexcept {
  return std::bit_cast<float>((std::bit_cast<std::int32_t>(x) & good) |
                              (std::bit_cast<std::int32_t>(other) & ~good));
}

/// The formula of the header, or an inverted box, without a branch.
/// Why: the signs of motions cannot be predicted. Tried with branches: 15 ns a box.
inline Box fat_box(const BoxSpan& tight, const SweepSpan& sweeps, std::size_t i) noexcept {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const float margin = sweeps.margin != nullptr ? sweeps.margin[i] : 0.0F;
  const float dx = sweeps.displacement_x != nullptr ? sweeps.displacement_x[i] : 0.0F;
  const float dy = sweeps.displacement_y != nullptr ? sweeps.displacement_y[i] : 0.0F;
  const std::int32_t good = -static_cast<std::int32_t>((tight.min_x[i] <= tight.max_x[i]) &
                                                       (tight.min_y[i] <= tight.max_y[i]) &
                                                       (margin >= 0) & (dx == dx) & (dy == dy));
  return {select(good, tight.min_x[i] + negative(dx) - margin, kInfinity),
          select(good, tight.min_y[i] + negative(dy) - margin, kInfinity),
          select(good, tight.max_x[i] + positive(dx) + margin, -kInfinity),
          select(good, tight.max_y[i] + positive(dy) + margin, -kInfinity)};
}

}  // namespace

void make_fat_boxes(const Objects& objects, std::size_t first, const Workers& workers,
                    BoxBuffers& fat_boxes) {
  for_each_row(objects.count, workers, [&](std::size_t i) {
    fat_boxes.set(first + i, fat_box(objects.boxes, objects.sweeps, i));
  });
}

}  // namespace quadphase::detail
