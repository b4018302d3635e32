// SPDX-License-Identifier: MIT
#include "tree/validate_tree.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/invariant.hpp"
#include "base/tuning.hpp"

namespace quadphase::detail {
namespace {

bool equal(const Box& a, const Box& b) {
  return a.min_x == b.min_x && a.min_y == b.min_y && a.max_x == b.max_x && a.max_y == b.max_y;
}

/// True if `coordinate` is in cell number `cell`, up to the rounding of one multiplication. The
/// first and the last cell are infinite outwards.
bool holds(std::uint32_t cell, float coordinate, double origin, double scale, double last) {
  const double position = (static_cast<double>(coordinate) - origin) * scale;
  const double slack = 1e-6;
  return cell <= last && (cell == 0 || position >= cell - slack) &&
         (cell == last || position <= cell + 1 + slack);
}

/// The tight box of entries `[first, last)`, one by one.
Box tight_box(const BoxSpan& boxes, std::uint32_t first, std::uint32_t last) {
  Box tight = box_at(boxes, first);
  for (std::uint32_t i = first; i < last; ++i) {
    tight = {std::min(tight.min_x, boxes.min_x[i]), std::min(tight.min_y, boxes.min_y[i]),
             std::max(tight.max_x, boxes.max_x[i]), std::max(tight.max_y, boxes.max_y[i])};
  }
  return tight;
}

}  // namespace

void validate_bounds(const BoxView& boxes, const SceneBounds& scene) {
  std::size_t rejected_count = 0;
  Bounds bounds;
  std::uint64_t exponent_sum = 0;
  std::uint64_t sized_count = 0;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (is_valid(boxes[i])) {
      const Point c = center(boxes[i]);
      require_invariant(std::isfinite(c.x) && std::isfinite(c.y), "a center is finite");
      bounds.include(c);
      exponent_sum += size_exponent(boxes[i]);
      sized_count += size_exponent(boxes[i]) > 0 ? 1U : 0U;
    } else {
      ++rejected_count;
    }
  }
  const std::uint64_t mean = sized_count > 0 ? exponent_sum / sized_count : 0;
  require_invariant(scene.large_exponent == mean + kLargeExponents,
                    "large is relative to the mean size");
  require_invariant(scene.rejected_count == rejected_count, "the number of rejected boxes");

  require_invariant(scene.bounds.min_x == bounds.min_x && scene.bounds.min_y == bounds.min_y &&
                        scene.bounds.max_x == bounds.max_x && scene.bounds.max_y == bounds.max_y,
                    "the bounds are those of the centers");
  const Bounds& core = scene.core;
  require_invariant(bounds.is_empty() || (core.min_x <= core.max_x && core.min_y <= core.max_y),
                    "the core is not inverted");
  require_invariant(core.min_x >= bounds.min_x && core.min_y >= bounds.min_y &&
                        core.max_x <= bounds.max_x && core.max_y <= bounds.max_y,
                    "the core lies in the bounds");
}

void validate_keys(const BoxView& boxes, const SceneBounds& scene, const ObjectKeys& keys) {
  const Quantizer& quantizer = keys.curves.only();
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Key key = keys.keys[i];
    if (!is_valid(boxes[i])) {
      require_invariant(key == kRejectedKey, "a rejected box has the rejected key");
      continue;
    }
    require_invariant(key < kRejectedKey, "a valid box has a key on a curve");
    const bool is_small = size_exponent(boxes[i]) < scene.large_exponent;
    require_invariant(((key & kSmallBit) != 0) == is_small,
                      "a key tells large objects from small ones");
    const Key position = key % kSmallBit;
    if (keys.worlds.bits > 0) continue;  // they take low bits of the position, so it has no cell
    if (keys.curves.has_curve_per_axis) {
      require_invariant(position == keys.curves.position(boxes[i]),
                        "a box is on the curve of its long axis");
      continue;
    }
    const Point c = center(boxes[i]);
    const GridCell cell = quantizer.cell_at(position);
    require_invariant(
        holds(cell.column, c.x, quantizer.origin_x, quantizer.scale_x, quantizer.last_column),
        "the key's column holds the center");
    require_invariant(
        holds(cell.row, c.y, quantizer.origin_y, quantizer.scale_y, quantizer.last_row),
        "the key's row holds the center");
  }
}

void validate_partition(const BoxView& boxes, const SceneBounds& scene, const ObjectKeys& keys,
                        const Partition& partition) {
  const Bins& bins = partition.bins;
  std::vector<bool> seen(boxes.size(), false);
  std::uint32_t next = 0;
  for (const Bucket& bucket : partition.buckets.first(partition.bucket_count)) {
    require_invariant(bucket.first == next && bucket.count > 0,
                      "buckets lie end to end, none is empty");
    next += bucket.count;
    for (std::uint32_t i = bucket.first; i < next; ++i) {
      const Record& record = partition.records[i];
      require_invariant(record.id < boxes.size() && !seen[record.id], "each object has one record");
      seen[record.id] = true;
      require_invariant(equal(record.box, boxes[record.id]) && is_valid(record.box),
                        "a record holds its object's box");
      const Record& before = partition.records[i - (i > bucket.first)];
      require_invariant(before.id <= record.id, "a bucket keeps the order of the rows");
      const Key key = keys.keys[record.id];
      require_invariant(bins.bin_of(keys.keys[before.id]) == bins.bin_of(key),
                        "a bucket is one cell");
      require_invariant(record.key == record_key(key, bins.key_bits),
                        "a record holds the rest of its key");
    }
  }
  require_invariant(next == partition.valid_count, "the buckets hold the valid records");
  require_invariant(next + scene.rejected_count == boxes.size(), "all valid boxes are in a bucket");
  for (std::size_t i = next; i < boxes.size(); ++i) {
    const ObjectId id = partition.records[i].id;
    require_invariant(!is_valid(boxes[id]) && !seen[id],
                      "the rejected boxes come after the buckets");
    require_invariant(i == next || partition.records[i - 1].id < id,
                      "rejected boxes keep the order of the rows");
    seen[id] = true;
  }
}

void validate_tree(const BoxView& boxes, const SceneBounds& scene, std::uint32_t leaf_capacity,
                   const Tree& tree) {
  const TreeView& view = tree.view;
  const std::uint32_t leaf_count = view.sizes[0];
  std::vector<bool> seen(boxes.size(), false);
  require_invariant(view.leaf_first[0] == 0, "the first leaf begins with the first object");
  require_invariant(view.leaf_first[leaf_count] + scene.rejected_count == boxes.size(),
                    "the leaves hold all valid boxes");
  for (std::uint32_t leaf = 0; leaf < leaf_count; ++leaf) {
    const std::uint32_t first = view.leaf_first[leaf];
    const std::uint32_t last = view.leaf_first[leaf + 1];
    require_invariant(first < last && last - first <= leaf_capacity,
                      "a leaf has 1 to leaf_capacity objects");
    for (std::uint32_t i = first; i < last; ++i) {
      const ObjectId id = view.ids[i];
      require_invariant(id < boxes.size() && !seen[id], "each object is in one leaf");
      seen[id] = true;
      require_invariant(equal(box_at(view.objects, i), boxes[id]),
                        "an object's columns hold its box");
    }
    require_invariant(equal(box_at(view.levels[0], leaf), tight_box(view.objects, first, last)),
                      "a leaf's box is tight");
  }
  for (std::uint32_t level = 1; level < view.level_count; ++level) {
    const std::uint32_t child_count = view.sizes[level - 1];
    require_invariant(view.sizes[level] == (child_count + kFanout - 1) / kFanout,
                      "a level has a node for 16 children");
    for (std::uint32_t node = 0; node < view.sizes[level]; ++node) {
      const std::uint32_t last = std::min(child_count, (node + 1) * kFanout);
      require_invariant(equal(box_at(view.levels[level], node),
                              tight_box(view.levels[level - 1], node * kFanout, last)),
                        "a node's box is its children's union");
    }
  }
}

}  // namespace quadphase::detail
