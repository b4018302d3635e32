// SPDX-License-Identifier: MIT
#include "input/given_boxes.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>

#include "base/chunk_loop.hpp"
#include "base/tuning.hpp"
#include "input/validate_input.hpp"
#include "kernels/kernels.hpp"

namespace quadphase::detail {
namespace {

template <class Result, class T>
Result box_at(const Boxes::Columns& first, std::size_t stride, std::size_t i) noexcept {
  const auto at = [&](const void* column) { return number_at<T>(column, stride, i); };
  return {at(first.min_x), at(first.min_y), at(first.max_x), at(first.max_y)};
}

template <class T>
const T* column_of(const void* column) noexcept {
  return static_cast<const T*>(column);
}

GivenBoxes given_floats(const Boxes& boxes) {
  const auto& [a, b, c, d] = boxes.columns();
  const std::size_t count = boxes.size();
  if (boxes.stride() == sizeof(float))
    return {
        BoxSpan{column_of<float>(a), column_of<float>(b), column_of<float>(c), column_of<float>(d)},
        count};
  if (are_rows(boxes.columns()) && boxes.stride() >= sizeof(Box))
    return {RowSpan{column_of<std::byte>(a), boxes.stride()}, count};
  return {LooseFloats{boxes.columns(), boxes.stride()}, count};
}

GivenBoxes given_doubles(const Boxes& boxes) {
  const Origin& origin = boxes.origin();
  require(std::isfinite(origin.x) && std::isfinite(origin.y),
          "quadphase: an origin must be finite");
  const auto& [a, b, c, d] = boxes.columns();
  const std::size_t count = boxes.size();
  const auto column = [](const void* numbers) { return column_of<double>(numbers); };
  if (boxes.stride() != sizeof(double))
    return {LooseDoubles{boxes.columns(), boxes.stride(), origin}, count};
  if (boxes.has_centers())
    return {CenterSpan{column(a), column(b), column(c), column(d), origin}, count};
  return {DoubleSpan{column(a), column(b), column(c), column(d), origin}, count};
}

/// Reads doubles in any layout as columns, some at a time.
void read_loose(const LooseDoubles& loose, std::size_t first, std::size_t last,
                const Kernels& kernels, const EdgeColumns& columns, const DoubleCopies& copies) {
  constexpr std::size_t kBlock = 128;
  double edges[4][kBlock];
  for (std::size_t begin = first; begin < last; begin += kBlock) {
    const std::size_t count = std::min(kBlock, last - begin);
    for (std::size_t i = 0; i < count; ++i) {
      const auto box = box_at<DoubleBox, double>(loose.first, loose.stride, begin + i);
      edges[0][i] = box.min_x;
      edges[1][i] = box.min_y;
      edges[2][i] = box.max_x;
      edges[3][i] = box.max_y;
    }
    kernels.round_boxes({edges[0], edges[1], edges[2], edges[3], loose.origin}, 0, count,
                        columns.from(begin), copies.from(begin));
  }
}

}  // namespace

DoubleBox double_box_at(const GivenBoxes& boxes, std::size_t i) noexcept {
  if (const auto* const doubles = std::get_if<DoubleSpan>(&boxes.form))
    return {doubles->min_x[i], doubles->min_y[i], doubles->max_x[i], doubles->max_y[i]};
  if (const auto* const loose = std::get_if<LooseDoubles>(&boxes.form))
    return box_at<DoubleBox, double>(loose->first, loose->stride, i);
  const auto* const centers = std::get_if<CenterSpan>(&boxes.form);
  const double x = centers->center_x[i];
  const double y = centers->center_y[i];
  const double half_width = centers->half_width[i];
  const double half_height = centers->half_height[i];
  return {x - half_width, y - half_height, x + half_width, y + half_height};
}

GivenBoxes given(const Boxes& boxes) {
  for (const std::size_t count : boxes.counts())
    require(count == boxes.size(), "quadphase: the four columns of boxes must have one length");
  require(boxes.stride() >= boxes.least_stride(),
          "quadphase: the stride of boxes must be at least the size of one");
  (void)checked(boxes.size());
  return boxes.is_double() ? given_doubles(boxes) : given_floats(boxes);
}

void read_boxes(const GivenBoxes& boxes, std::size_t first, std::size_t last,
                const Kernels& kernels, const EdgeColumns& columns, const DoubleCopies& copies) {
  if (const auto* const rows = std::get_if<RowSpan>(&boxes.form)) {
    kernels.read_rows(*rows, first, last, columns);
  } else if (const auto* const doubles = std::get_if<DoubleSpan>(&boxes.form)) {
    kernels.round_boxes(*doubles, first, last, columns, copies);
  } else if (const auto* const centers = std::get_if<CenterSpan>(&boxes.form)) {
    kernels.round_centers(*centers, first, last, columns, copies);
  } else if (const auto* const doubles_anywhere = std::get_if<LooseDoubles>(&boxes.form)) {
    read_loose(*doubles_anywhere, first, last, kernels, columns, copies);
  } else if (const auto* const floats = std::get_if<LooseFloats>(&boxes.form)) {
    for (std::size_t i = first; i < last; ++i)
      columns.set(i, box_at<Box, float>(floats->first, floats->stride, i));
  }
}

void read_boxes(const GivenBoxes& boxes, const Kernels& kernels, const Workers& workers,
                const EdgeColumns& columns, DoubleBox* doubles) {
  const DoubleCopies copies{doubles, boxes.count >= kStreamedDoubles};
  for_each_chunk(Chunks(boxes.count), workers,
                 [&](std::size_t, std::size_t first, std::size_t last) {
                   read_boxes(boxes, first, last, kernels, columns, copies);
                 });
}

}  // namespace quadphase::detail
