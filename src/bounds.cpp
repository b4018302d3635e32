// SPDX-License-Identifier: MIT
#include "bounds.hpp"

#include "chunks.hpp"

namespace quadphase::detail {
namespace {

/// 2^kLargeExponents times the geometric mean of all sizes, as an exponent.
std::uint32_t large_exponent(const MeasuredBounds& total) {
  const std::uint64_t mean = total.sized_count > 0 ? total.exponent_sum / total.sized_count : 0;
  return static_cast<std::uint32_t>(mean) + kLargeExponents;
}

}  // namespace

void measure_bounds(const BoxSpan& boxes, std::size_t object_count, const Kernels& kernels,
                    const Workers& workers, SceneBounds& scene) {
  const Chunks chunks(object_count);
  workers.for_each(chunks.count(), 1, [&](std::size_t chunk, int) {
    MeasuredBounds measured;
    kernels.measure_bounds(boxes, chunks.first(chunk), chunks.last(chunk), measured);
    scene.chunks[chunk] = measured;
  });

  MeasuredBounds total;
  scene.rejected_count = 0;
  for (const MeasuredBounds& chunk : scene.chunks.first(chunks.count())) {
    total.bounds.include(chunk.bounds);
    total.sized_count += chunk.sized_count;
    total.exponent_sum += chunk.exponent_sum;
    scene.rejected_count += chunk.rejected_count;
  }
  scene.bounds = total.bounds;
  scene.large_exponent = large_exponent(total);
}

}  // namespace quadphase::detail
