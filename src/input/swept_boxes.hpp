// SPDX-License-Identifier: MIT
// Before stage 1: the fat boxes that are searched in place of the tight ones if objects have
// margins or displacements, or if the world is periodic.
//
//     fat.min_x = tight.min_x + min(0, dx) - margin       in float, in this order;
//     fat.max_x = tight.max_x + max(0, dx) + margin       y likewise
//
// Those of boxes in double are computed in double, and rounded to floats afterwards.
//
// Cost:    nothing without margins, displacements and periods; otherwise one read and one write of
//          the boxes.
// Threads: fixed chunks.
#pragma once

#include <cstddef>

#include "base/parallel.hpp"
#include "data/box_buffer.hpp"
#include "data/objects.hpp"
#include "quadphase/box.hpp"
#include "quadphase/export.hpp"

namespace quadphase::detail {

struct Kernels;

/// The fat box of row `i`; inverted, and so rejected, if the tight box or an attribute of the
/// row is not valid.
[[nodiscard]] QUADPHASE_API Box fat_box(const Box& tight, const SweepSpan& sweeps,
                                        std::size_t i) noexcept;

/// As above, in double.
[[nodiscard]] QUADPHASE_API DoubleBox fat_box(const DoubleBox& tight, const SweepSpan& sweeps,
                                              std::size_t i) noexcept;

/// Writes boxes that must be read to the first rows of `columns`: those in double with their
/// margins and motions, and also to `doubles`, which is not used for others. Inside `workers.run`
/// only.
void read_boxes(const Objects& objects, const Kernels& kernels, const Workers& workers,
                const EdgeColumns& columns, DoubleBox* doubles);

/// True if the boxes are searched as they are in a periodic world: they have no margins or motions,
/// are valid, and fit. Inside `workers.run` only.
[[nodiscard]] bool do_all_fit(const Objects& objects, const Workers& workers);

/// Writes the fat boxes of all objects to the rows of `fat_boxes` from `first` on, which must have
/// room; inverted ones for those that do not fit the periods of the world. Inside `workers.run`
/// only.
void make_fat_boxes(const Objects& objects, std::size_t first, const Workers& workers,
                    BoxBuffer& fat_boxes);

}  // namespace quadphase::detail
