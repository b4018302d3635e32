// SPDX-License-Identifier: MIT
// Stage 1, bounds. Input: boxes. Output: the bounds of their centers, the bounds of nearly all of
// them, the proportions of the boxes, the size from which an object counts as large, and the number
// of rejected boxes.
//
// Cost:    one read of the boxes.
// Threads: fixed chunks, then a reduction over the chunks in order.
#pragma once

#include <cstddef>
#include <memory_resource>

#include "base/buffer.hpp"
#include "base/parallel.hpp"
#include "data/curves.hpp"
#include "kernels/kernels.hpp"
#include "quadphase/pair.hpp"

namespace quadphase::detail {

struct SceneBounds {
  explicit SceneBounds(std::pmr::memory_resource* resource) : chunks(resource) {}

  Bounds bounds;
  Bounds core;                       // without far outliers: the cells of the keys are cut from it
  CellShapes shapes;                 // the proportions of the cells, near those of the boxes
  std::uint32_t large_exponent = 0;  // size exponent from which an object counts as large
  std::size_t rejected_count = 0;
  Buffer<MeasuredBounds> chunks;
};

/// Needs room in `scene.chunks`.
void measure_bounds(const BoxSpan& boxes, std::size_t object_count, const Kernels& kernels,
                    const Workers& workers, SceneBounds& scene);

/// True if all boxes are valid and none is large among them. For few boxes.
[[nodiscard]] bool are_small(const BoxSpan& boxes, std::size_t object_count) noexcept;

}  // namespace quadphase::detail
