// SPDX-License-Identifier: MIT
#include "tree/bounds.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <span>

#include "base/chunk_loop.hpp"
#include "base/tuning.hpp"
#include "tree/proportions.hpp"

namespace quadphase::detail {
namespace {

/// The exponent of 2^kLargeExponents times the geometric mean of all sizes.
std::uint32_t large_exponent(const MeasuredBounds& total) {
  const std::uint64_t mean = total.sized_count > 0 ? total.exponent_sum / total.sized_count : 0;
  return static_cast<std::uint32_t>(mean) + kLargeExponents;
}

/// The range of centers along one axis.
struct Range {
  double least;
  double greatest;
  [[nodiscard]] double length() const { return greatest - least; }
};

/// A few valid boxes, spread evenly over the rows.
struct Sample {
  Sample(const BoxSpan& all, std::size_t object_count, std::uint32_t large_exponent) {
    static_assert(std::has_single_bit(kFewSampled) && std::has_single_bit(kSampleSize));
    const std::size_t drawn = object_count < kSampledObjects ? kFewSampled : kSampleSize;
    const int shift = std::countr_zero(drawn);  // Why: a division takes as long as the rest
    for (std::size_t s = 0; s < drawn; ++s) {
      const Box box = box_at(all, s * object_count >> shift);
      if (!is_valid(box)) continue;
      const Point middle = center(box);
      x[size] = middle.x;
      y[size++] = middle.y;
      const bool is_large = size_exponent(box) >= large_exponent;
      (is_large ? large : small)[static_cast<std::size_t>(long_axis(box))].include(
          {1, static_cast<double>(box.max_x - box.min_x),
           static_cast<double>(box.max_y - box.min_y)});
    }
  }

  /// The small boxes and, if they are not few, the large ones.
  [[nodiscard]] SampleByAxis numerous() const {
    SampleByAxis boxes = small;
    if (all_of(large).count * kSharesOfSample < static_cast<double>(size)) return boxes;
    for (std::size_t axis = 0; axis < kLongAxes; ++axis) boxes[axis].include(large[axis]);
    return boxes;
  }

  std::array<float, kSampleSize> x;  // of the centers
  std::array<float, kSampleSize> y;
  std::size_t size = 0;
  SampleByAxis small;
  SampleByAxis large;
};

/// The area to which the boxes of all axes enlarge a leaf that they share; 0 if the widest are the
/// tallest.
/// Why the cell, if it is stretched: it can be far longer than boxes that are thin, and then a few
/// boxes across it enlarge it by far. Why twice: most leaves of 16 have such a box even if it is
/// one in 16, half as many as count in full elsewhere. Tried: without it. 100,000 lines 20 long
/// where each would have an area of 1, one in fifty in y and all others in x: 168 tests per box
/// against 50.
double enlarged_area(const SampleByAxis& sample, double leaf_area, const Stretch& stretch) {
  const Enlargement all(sample);
  if (all.widest == all.tallest) return 0;
  const Extents cell = cell_of(leaf_area, stretch);
  if (stretch.y > stretch.x) return (cell.width + all.width) * 2 * all.height;
  if (stretch.x > stretch.y) return (cell.height + all.height) * 2 * all.width;
  return all.width * all.height;
}

/// One curve for all boxes, or one for each long axis where the boxes of different ones would
/// enlarge the leaves that they share far beyond their cells.
///
/// Large boxes have a curve of their own, so small ones alone decide the cells of a single curve.
/// Tried: both do. 50,000 boxes, three in four of them bars in a stack and the others large squares
/// in a row: 21.1 tests per box instead of 5.8.
CellShapes shapes_of(const Sample& sample, std::size_t object_count, const Bounds& core) {
  CellShapes shapes;
  shapes.stretches[0] = stretch_of(all_of(sample.small));
  const SampleByAxis boxes = sample.numerous();
  const double width = static_cast<double>(core.max_x) - static_cast<double>(core.min_x);
  const double height = static_cast<double>(core.max_y) - static_cast<double>(core.min_y);
  const double leaf_area = width * height * kFanout / static_cast<double>(object_count);
  if (!(leaf_area > 0)) return shapes;
  const double area = enlarged_area(boxes, leaf_area, shapes.stretches[0]);
  return area > kEnlargedLeaf * leaf_area ? shapes_by_axis(boxes, leaf_area) : shapes;
}

/// The range of a sample without its `left_out` least and greatest.
Range trimmed(std::span<float> sample, std::size_t left_out) {
  const auto end = sample.begin() + static_cast<std::ptrdiff_t>(left_out);
  std::nth_element(sample.begin(), end, sample.end());
  const float least = *end;
  std::nth_element(sample.begin(), end, sample.end(), std::greater<>());
  return {static_cast<double>(least), static_cast<double>(*end)};
}

/// The range of a sample without outliers: without one at each end or, if three in four of the
/// sample are a crowd that is far smaller than the scene, the range of that crowd. `object_length`:
/// the mean size of the objects.
///
/// Why not if half of the sample is in a far smaller part of it: crowds within crowds are cut again
/// and again, evenly among all floats.
/// Tried: without the crowd. Unit boxes, of which one in ten is at a distance of up to 10^38, even
/// in its logarithm: partition of 100,000 50 ns per box against 3.
Range without_outliers(std::span<float> sample, double object_length) {
  constexpr double kFar = 1 << 20;
  constexpr double kAlike = 4;
  const Range range = trimmed(sample, 1);
  // Why first: it costs nothing, and an ordinary scene is not as long.
  if (!(range.length() > kFar * kFar * object_length)) return range;
  const Range crowd = trimmed(sample, sample.size() / 8);
  const Range half = trimmed(sample, sample.size() / 4);
  const bool is_far = range.length() > kFar * crowd.length();
  return is_far && crowd.length() <= kAlike * half.length() ? crowd : range;
}

/// The part of `all` that is not far outside of the sample. It is all of it where `all` is at most
/// four times as long as the sample.
Range core(const Range& all, const Range& sample, double longer_length) {
  if (all.length() <= 4 * sample.length()) return all;
  const double margin = (sample.length() > 0 ? sample.length() : longer_length) / 8;
  return {std::max(all.least, sample.least - margin),
          std::min(all.greatest, sample.greatest + margin)};
}

/// The bounds without centers that lie far outside of a sample.
///
/// Why: with one object far away, all others are in one cell, which is then quantized anew.
/// Tried: without it, partition of the outlier scene 12.3 ns per box against 1.9.
Bounds core_bounds(Sample& sample, const Bounds& bounds, double object_length) {
  if (sample.size < 4) return bounds;
  const Range sample_x = without_outliers({sample.x.data(), sample.size}, object_length);
  const Range sample_y = without_outliers({sample.y.data(), sample.size}, object_length);
  const double longer = std::max(sample_x.length(), sample_y.length());
  if (longer == 0) return bounds;
  const Range x = core({static_cast<double>(bounds.min_x), static_cast<double>(bounds.max_x)},
                       sample_x, longer);
  const Range y = core({static_cast<double>(bounds.min_y), static_cast<double>(bounds.max_y)},
                       sample_y, longer);
  // The ranges are inside the bounds, so their ends are floats except for rounding.
  return {static_cast<float>(x.least), static_cast<float>(y.least), static_cast<float>(x.greatest),
          static_cast<float>(y.greatest)};
}

}  // namespace

void measure_bounds(const BoxSpan& boxes, std::size_t object_count, const Kernels& kernels,
                    const Workers& workers, SceneBounds& scene) {
  const Chunks chunks(object_count);
  for_each_chunk(chunks, workers, [&](std::size_t chunk, std::size_t first, std::size_t last) {
    MeasuredBounds measured;
    kernels.measure_bounds(boxes, first, last, measured);
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
  scene.core = total.bounds;
  scene.shapes = {};
  scene.large_exponent = large_exponent(total);
  if (object_count < 4 * kFewSampled) return;
  Sample sample(boxes, object_count, scene.large_exponent);
  if (object_count >= kSampledObjects) {
    // A size exponent is biased by 127.
    const int mean_exponent = static_cast<int>(scene.large_exponent - kLargeExponents) - 127;
    scene.core = core_bounds(sample, total.bounds, std::ldexp(1, mean_exponent));
  }
  scene.shapes = shapes_of(sample, object_count, scene.core);
}

bool are_small(const BoxSpan& boxes, std::size_t object_count) noexcept {
  MeasuredBounds total;
  std::uint32_t largest = 0;
  bool are_valid = true;
  for (std::size_t i = 0; i < object_count; ++i) {
    const Box box = box_at(boxes, i);
    const std::uint32_t exponent = size_exponent(box);
    are_valid &= is_valid(box);
    total.sized_count += exponent > 0 ? 1U : 0U;
    total.exponent_sum += exponent;
    largest = std::max(largest, exponent);
  }
  return are_valid && largest < large_exponent(total);
}

}  // namespace quadphase::detail
