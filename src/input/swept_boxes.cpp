// SPDX-License-Identifier: MIT
#include "input/swept_boxes.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <stdexcept>

#include "base/chunks.hpp"
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

struct Growth {
  float margin = 0;
  float dx = 0;
  float dy = 0;

  /// False for NaN and for a negative margin.
  [[nodiscard]] bool is_valid() const noexcept { return margin >= 0 && dx == dx && dy == dy; }
};

Box grown(const Box& box, const Growth& by) noexcept {
  return {
      box.min_x + std::min(0.0F, by.dx) - by.margin, box.min_y + std::min(0.0F, by.dy) - by.margin,
      box.max_x + std::max(0.0F, by.dx) + by.margin, box.max_y + std::max(0.0F, by.dy) + by.margin};
}

}  // namespace

Objects checked(const BoxView& boxes, const Attributes& attributes) {
  Objects objects;
  objects.boxes = checked(boxes);
  const std::size_t n = objects.count = boxes.size();
  objects.filters = {column(attributes.category, n), column(attributes.mask, n),
                     column(attributes.group, n), column(attributes.world, n)};
  objects.ids = column(attributes.ids, n);
  column(attributes.margin, n);
  column(attributes.displacement_x, n);
  column(attributes.displacement_y, n);
  column(attributes.generation, n);
  return objects;
}

Box fat_box(const Box& tight, const Attributes& attributes, std::size_t i) noexcept {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  Growth by;
  if (!attributes.margin.empty()) by.margin = attributes.margin[i];
  if (!attributes.displacement_x.empty()) by.dx = attributes.displacement_x[i];
  if (!attributes.displacement_y.empty()) by.dy = attributes.displacement_y[i];
  if (is_valid(tight) && by.is_valid()) return grown(tight, by);
  return {kInfinity, kInfinity, -kInfinity, -kInfinity};
}

/// min(0, x) and max(0, x) without the branch that g++ 12 would make of them. The sign of a 0 does
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

/// Grows rows `[first, last)`. Absent columns are null.
/// Why without a branch: nobody can predict the signs of motions. Tried one box after the other, as
/// in `fat_box`: 15 ns a box.
void grow_rows(const BoxSpan& from, const float* margin, const float* dx, const float* dy,
               std::size_t first, std::size_t last, BoxBuffers& to) noexcept {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  float* const min_x = to.min_x.data();
  float* const min_y = to.min_y.data();
  float* const max_x = to.max_x.data();
  float* const max_y = to.max_y.data();
  for (std::size_t i = first; i < last; ++i) {
    const float m = margin != nullptr ? margin[i] : 0.0F;
    const float x = dx != nullptr ? dx[i] : 0.0F;
    const float y = dy != nullptr ? dy[i] : 0.0F;
    const std::int32_t good = -static_cast<std::int32_t>((from.min_x[i] <= from.max_x[i]) &
                                                         (from.min_y[i] <= from.max_y[i]) &
                                                         (m >= 0) & (x == x) & (y == y));
    const float low_x = from.min_x[i] + negative(x) - m;
    const float low_y = from.min_y[i] + negative(y) - m;
    const float high_x = from.max_x[i] + positive(x) + m;
    const float high_y = from.max_y[i] + positive(y) + m;
    min_x[i] = select(good, low_x, kInfinity);
    min_y[i] = select(good, low_y, kInfinity);
    max_x[i] = select(good, high_x, -kInfinity);
    max_y[i] = select(good, high_y, -kInfinity);
  }
}

void make_fat_boxes(const BoxSpan& boxes, std::size_t count, const Attributes& attributes,
                    const Workers& workers, BoxBuffers& fat_boxes) {
  const Chunks chunks(count);
  workers.for_each(chunks.count(), 1, [&](std::size_t chunk, int) {
    grow_rows(boxes, attributes.margin.data(), attributes.displacement_x.data(),
              attributes.displacement_y.data(), chunks.first(chunk), chunks.last(chunk), fat_boxes);
  });
}

}  // namespace quadphase::detail
