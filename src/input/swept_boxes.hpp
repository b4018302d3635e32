// SPDX-License-Identifier: MIT
// Before stage 1: what a caller hands over, checked, and the boxes as they are searched: grown by
// margins and swept along displacements.
//
//     grown.min_x = tight.min_x + min(0, dx) - margin       in float, in this order;
//     grown.max_x = tight.max_x + max(0, dx) + margin       y likewise
//
// Cost:    nothing without margins and displacements; otherwise one read and one write of the
// boxes. Threads: fixed chunks.
#pragma once

#include <cstddef>

#include "base/parallel.hpp"
#include "input/box_buffers.hpp"
#include "input/objects.hpp"
#include "quadphase/attributes.hpp"
#include "quadphase/box.hpp"

namespace quadphase::detail {

/// As plain columns, the boxes not grown yet. Errors: `std::invalid_argument` where a span has
/// another length, or there are too many boxes.
[[nodiscard]] Objects checked(const BoxView& boxes, const Attributes& attributes);

[[nodiscard]] inline bool makes_fat_boxes(const Attributes& attributes) noexcept {
  return !attributes.margin.empty() || !attributes.displacement_x.empty() ||
         !attributes.displacement_y.empty();
}

/// One box as it is searched: inverted, and so rejected, where an attribute of its is not valid.
[[nodiscard]] Box fat_box(const Box& tight, const Attributes& attributes, std::size_t i) noexcept;

/// Writes all boxes as they are searched; `grown` must have room.
void make_fat_boxes(const BoxSpan& boxes, std::size_t count, const Attributes& attributes,
                    const Workers& workers, BoxBuffers& grown);

}  // namespace quadphase::detail
