// SPDX-License-Identifier: MIT
#include "attributes.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "arguments.hpp"
#include "chunks.hpp"

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
  [[nodiscard]] bool is_legal() const noexcept { return margin >= 0 && dx == dx && dy == dy; }
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
                     column(attributes.owner, n), column(attributes.world, n)};
  objects.ids = column(attributes.ids, n);
  column(attributes.margin, n);
  column(attributes.displacement_x, n);
  column(attributes.displacement_y, n);
  column(attributes.generation, n);
  return objects;
}

Box grown_box(const Box& tight, const Attributes& attributes, std::size_t i) noexcept {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  Growth by;
  if (!attributes.margin.empty()) by.margin = attributes.margin[i];
  if (!attributes.displacement_x.empty()) by.dx = attributes.displacement_x[i];
  if (!attributes.displacement_y.empty()) by.dy = attributes.displacement_y[i];
  if (is_legal(tight) && by.is_legal()) return grown(tight, by);
  return {kInfinity, kInfinity, -kInfinity, -kInfinity};
}

void grow_boxes(const BoxSpan& boxes, std::size_t count, const Attributes& attributes,
                const Workers& workers, BoxBuffers& grown_boxes) {
  const Chunks chunks(count);
  workers.for_each(chunks.count(), 1, [&](std::size_t chunk, int) {
    for (std::size_t i = chunks.first(chunk); i < chunks.last(chunk); ++i)
      grown_boxes.set(i, grown_box(box_at(boxes, i), attributes, i));
  });
}

}  // namespace quadphase::detail
