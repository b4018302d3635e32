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
  Sample(const BoxSpan& boxes, std::size_t object_count, std::uint32_t large_exponent) {
    static_assert(std::has_single_bit(kFewSampled) && std::has_single_bit(kSampleSize));
    const std::size_t drawn = object_count < kSampledObjects ? kFewSampled : kSampleSize;
    const int shift = std::countr_zero(drawn);  // Why: a division takes as long as the rest
    for (std::size_t s = 0; s < drawn; ++s) {
      const Box box = box_at(boxes, s * object_count >> shift);
      if (!is_valid(box)) continue;
      const Point middle = center(box);
      x[size] = middle.x;
      y[size++] = middle.y;
      if (size_exponent(box) >= large_exponent) continue;
      width += static_cast<double>(box.max_x - box.min_x);
      height += static_cast<double>(box.max_y - box.min_y);
    }
  }

  std::array<float, kSampleSize> x;  // of the centers
  std::array<float, kSampleSize> y;
  std::size_t size = 0;
  double width = 0;  // the sum over boxes that are not large
  double height = 0;
};

/// The stretch that gives square cells the mean proportions of the boxes.
/// Invariant: a power of two, so rounding never changes the order of two centers.
Stretch stretch_of(const Sample& sample) {
  constexpr int kMaxExponent = kAxisBits;  // one cell is as long as the scene then
  constexpr double kMinRatio = 4;          // boxes that are nearly square get square cells
  const double longer = std::max(sample.width, sample.height);
  const double shorter = std::min(sample.width, sample.height);
  if (!(longer >= kMinRatio * shorter) || longer == 0) return {};
  const double ratio = std::min(longer / shorter, std::ldexp(1, kMaxExponent));
  const double power = std::ldexp(1, std::ilogb(ratio));
  return sample.width > sample.height ? Stretch{1, power} : Stretch{power, 1};
}

/// The range of a sample without its minimum and its maximum, which may be outliers.
Range trimmed(std::span<float> sample) {
  const auto second = sample.begin() + 1;
  std::nth_element(sample.begin(), second, sample.end());
  const float least = *second;
  std::nth_element(sample.begin(), second, sample.end(), std::greater<>());
  return {static_cast<double>(least), static_cast<double>(*second)};
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
Bounds core_bounds(Sample& sample, const Bounds& bounds) {
  if (sample.size < 4) return bounds;
  const Range sample_x = trimmed({sample.x.data(), sample.size});
  const Range sample_y = trimmed({sample.y.data(), sample.size});
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
  scene.stretch = {};
  scene.large_exponent = large_exponent(total);
  if (object_count < 4 * kFewSampled) return;
  Sample sample(boxes, object_count, scene.large_exponent);
  scene.stretch = stretch_of(sample);
  if (object_count >= kSampledObjects) scene.core = core_bounds(sample, total.bounds);
}

}  // namespace quadphase::detail
