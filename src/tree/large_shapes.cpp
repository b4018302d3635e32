// SPDX-License-Identifier: MIT
#include "tree/large_shapes.hpp"

#include <algorithm>

#include "base/prefetch.hpp"
#include "base/tuning.hpp"
#include "tree/proportions.hpp"

namespace quadphase::detail {
namespace {

Extents extents_of(const Bounds& bounds) {
  return {static_cast<double>(bounds.max_x) - static_cast<double>(bounds.min_x),
          static_cast<double>(bounds.max_y) - static_cast<double>(bounds.min_y)};
}

/// How many large objects are to be looked at. Each one that the sample misses enlarges a leaf,
/// with which up to all large ones are tested, so the more of these there are for each object, the
/// more are looked at.
std::uint64_t sample_size(std::uint64_t large_count, std::uint64_t object_count) {
  return std::clamp<std::uint64_t>(large_count * large_count / object_count / 4, kSampledLarge,
                                   kMostSampledLarge);
}

/// Some of the large objects, by axis. None is longer than the scene: it would meet no more.
/// Why not evenly spread rows: if every tenth row is large, these would show all or none of them.
SampleByAxis sample_large(const KeySource& source, const Key* keys, std::uint64_t large_count,
                          const Extents& scene) {
  constexpr std::uint64_t kGoldenRatio = 0x9E37'79B9;  // of 2^32: its multiples are evenly spread
  constexpr std::uint64_t kAhead = 16;                 // keys are in distant caches
  const std::uint64_t object_count = source.object_count;
  const std::uint64_t wanted = sample_size(large_count, object_count) * object_count / large_count;
  const auto row_of = [=](std::uint64_t s) {
    const auto part = static_cast<std::uint32_t>(s * kGoldenRatio);
    return static_cast<std::size_t>(part * object_count >> 32);
  };
  SampleByAxis sample{};
  for (std::uint64_t s = 0; s < wanted; ++s) {
    prefetch(keys + row_of(s + kAhead));
    const std::size_t row = row_of(s);
    if (keys[row] >= kSmallBit) continue;
    const Box box = box_at(source.boxes, row);
    // Why in this order: the extent of infinite edges may be NaN.
    const auto within = [](double longest, float extent) {
      return std::min(longest, static_cast<double>(extent));
    };
    sample[static_cast<std::size_t>(long_axis(box))].include(
        {1, within(scene.width, box.max_x - box.min_x),
         within(scene.height, box.max_y - box.min_y)});
  }
  return sample;
}

/// The area of a leaf of one cell that boxes of all axes share.
double shared_area(const SampleByAxis& sample, double leaf_area, const Stretch& stretch) {
  const Enlargement longest(sample);
  const Extents cell = cell_of(leaf_area, stretch);
  return (cell.width + longest.width) * (cell.height + longest.height);
}

/// The mean area of a leaf where each axis has leaves of its own.
double own_area(const SampleByAxis& sample, double leaf_area, const CellShapes& shapes) {
  const double all_count = all_of(sample).count;
  double sum = 0;
  for (std::size_t axis = 0; axis < kLongAxes; ++axis) {
    const SampledBoxes& alike = sample[axis];
    if (alike.count == 0) continue;
    const Extents cell = cell_of(leaf_area * all_count / alike.count, shapes.stretches[axis]);
    sum += alike.count * (cell.width + alike.width / alike.count) *
           (cell.height + alike.height / alike.count);
  }
  return sum / all_count;
}

}  // namespace

CellShapes large_shapes(const KeySource& source, const Key* keys, std::size_t large_count) {
  const CellShapes& shapes = source.shapes;
  const auto all = static_cast<double>(source.object_count);
  const auto large = static_cast<double>(large_count);
  // Each large object is tested with those of at most all leaves of large ones.
  if (!(large * large > kLargeTests * all)) return shapes;
  const Extents scene = extents_of(source.core);
  if (!(scene.area() > 0)) return shapes;
  const SampleByAxis sample = sample_large(source, keys, large_count, scene);
  if (all_of(sample).count == 0) return shapes;

  const double leaf_area = scene.area() * kFanout / large;
  const double area = shapes.has_curve_per_axis
                          ? own_area(sample, leaf_area, shapes)
                          : shared_area(sample, leaf_area, shapes.stretches[0]);
  const double tests_per_object = large * large * area / (scene.area() * all);
  const CellShapes apart = shapes_by_axis(sample, leaf_area);
  const bool gains =
      tests_per_object > kLargeTests && area > kEnlargedLeaf * own_area(sample, leaf_area, apart);
  return gains ? apart : shapes;
}

}  // namespace quadphase::detail
