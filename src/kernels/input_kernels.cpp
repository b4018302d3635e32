// SPDX-License-Identifier: MIT
// Kernels that read boxes that are not given as float columns.
#include "kernels/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/input_kernels.cpp"
#include <hwy/foreach_target.h>
// Why here: the lines above must come first, and those below are compiled for each instruction set.
#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "base/floating_point_mode.hpp"
#include "data/local_box.hpp"
#include "kernels/double-inl.hpp"
#include "kernels/kernel_functions-inl.hpp"
#include "kernels/transpose-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {

void read_rows(const RowSpan& rows, std::size_t first, std::size_t last,
               const EdgeColumns& columns) {
  for (std::size_t i = read_fours(rows, first, last, columns); i < last; ++i) {
    Box box;
    std::memcpy(&box, rows.first + i * rows.stride, sizeof(Box));
    columns.set(i, box);
  }
}

void round_boxes(const DoubleSpan& boxes, std::size_t first, std::size_t last,
                 const EdgeColumns& columns, const DoubleCopies& copies) {
  std::size_t i = 0;
  {
    const RoundsDown mode;
    i = round_vectors(boxes, first, last, columns, copies);
  }
  for (; i < last; ++i) {
    const DoubleBox box = {boxes.min_x[i], boxes.min_y[i], boxes.max_x[i], boxes.max_y[i]};
    columns.set(i, local_box(box, boxes.origin));
    if (copies.first != nullptr) copies.first[i] = box;
  }
}

/// The edges are rounded to doubles first, in the default mode, some boxes at a time.
void round_centers(const CenterSpan& boxes, std::size_t first, std::size_t last,
                   const EdgeColumns& columns, const DoubleCopies& copies) {
  constexpr std::size_t kBlock = 256;
  alignas(64) double edges[4][kBlock];
  const DoubleSpan block = {edges[0], edges[1], edges[2], edges[3], boxes.origin};
  for (std::size_t i = first; i < last; i += kBlock) {
    const std::size_t count = std::min(kBlock, last - i);
    write_edges(boxes.center_x + i, boxes.half_width + i, count, edges[0], edges[2]);
    write_edges(boxes.center_y + i, boxes.half_height + i, count, edges[1], edges[3]);
    round_boxes(block, 0, count, columns.from(i), copies.from(i));
  }
}

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
