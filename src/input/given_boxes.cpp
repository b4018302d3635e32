// SPDX-License-Identifier: MIT
#include "input/given_boxes.hpp"

#include <cmath>
#include <stdexcept>

#include "base/chunk_loop.hpp"
#include "input/validate_input.hpp"
#include "kernels/kernels.hpp"

namespace quadphase::detail {
namespace {

GivenBoxes given_wide(const WideBoxView& boxes, const Origin& origin) {
  const std::size_t count = checked(boxes.min_x.size());
  require(boxes.min_y.size() == count && boxes.max_x.size() == count && boxes.max_y.size() == count,
          "quadphase: the four spans of a WideBoxView must have one length");
  return {WideSpan{boxes.min_x.data(), boxes.min_y.data(), boxes.max_x.data(), boxes.max_y.data(),
                   origin},
          count};
}

GivenBoxes given_wide(const CenterView& boxes, const Origin& origin) {
  const std::size_t count = checked(boxes.center_x.size());
  require(boxes.center_y.size() == count && boxes.half_width.size() == count &&
              boxes.half_height.size() == count,
          "quadphase: the four spans of a CenterView must have one length");
  return {CenterSpan{boxes.center_x.data(), boxes.center_y.data(), boxes.half_width.data(),
                     boxes.half_height.data(), origin},
          count};
}

}  // namespace

WideBox wide_box_at(const GivenBoxes& boxes, std::size_t i) noexcept {
  if (const auto* const wide = std::get_if<WideSpan>(&boxes.form))
    return {wide->min_x[i], wide->min_y[i], wide->max_x[i], wide->max_y[i]};
  const auto* const centers = std::get_if<CenterSpan>(&boxes.form);
  const double x = centers->center_x[i];
  const double y = centers->center_y[i];
  const double half_width = centers->half_width[i];
  const double half_height = centers->half_height[i];
  return {x - half_width, y - half_height, x + half_width, y + half_height};
}

GivenBoxes given(const BoxView& boxes) {
  return {checked(boxes), boxes.size()};
}

GivenBoxes given(const StridedBoxes& rows) {
  require(rows.stride() >= sizeof(Box),
          "quadphase: the stride of StridedBoxes must be at least the size of a box");
  return {RowSpan{static_cast<const std::byte*>(rows.first()), rows.stride()},
          checked(rows.size())};
}

GivenBoxes given(const WideBoxes& boxes) {
  require(std::isfinite(boxes.origin.x) && std::isfinite(boxes.origin.y),
          "quadphase: an origin must be finite");
  return std::visit([&](const auto& view) { return given_wide(view, boxes.origin); }, boxes.view);
}

void read_boxes(const GivenBoxes& boxes, std::size_t first, std::size_t last,
                const Kernels& kernels, const EdgeColumns& columns, WideBox* doubles) {
  if (const auto* const rows = std::get_if<RowSpan>(&boxes.form)) {
    kernels.read_rows(*rows, first, last, columns);
  } else if (const auto* const wide = std::get_if<WideSpan>(&boxes.form)) {
    kernels.round_boxes(*wide, first, last, columns, doubles);
  } else if (const auto* const centers = std::get_if<CenterSpan>(&boxes.form)) {
    kernels.round_centers(*centers, first, last, columns, doubles);
  }
}

void read_boxes(const GivenBoxes& boxes, const Kernels& kernels, const Workers& workers,
                const EdgeColumns& columns, WideBox* doubles) {
  for_each_chunk(Chunks(boxes.count), workers,
                 [&](std::size_t, std::size_t first, std::size_t last) {
                   read_boxes(boxes, first, last, kernels, columns, doubles);
                 });
}

}  // namespace quadphase::detail
