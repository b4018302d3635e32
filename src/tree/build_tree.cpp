// SPDX-License-Identifier: MIT
#include "tree/build_tree.hpp"

#include <algorithm>

#include "base/tuning.hpp"
#include "tree/validate_tree.hpp"

namespace quadphase::detail {

void reserve_tree(std::size_t count, const BuildOptions& options, BuildScratch& scratch, Tree& tree,
                  TreeFilters& filters) {
  const std::size_t capacity = std::max<std::size_t>(count + count / 8, kFanout);
  const std::size_t buckets = max_bucket_count(capacity);
  tree.reserve(capacity, buckets, std::min(capacity, kHeavyObjects), options.leaves.capacity);
  scratch.reserve(capacity);
  if (options.has_filters)
    filters.reserve(capacity, max_leaf_count(capacity, buckets, options.leaves.capacity));
}

void build_objects(Objects objects, const BuildOptions& options, const BuildContext& context,
                   Tree& tree, TreeFilters& filters) {
  const Kernels& kernels = context.kernels;
  const Workers& workers = context.workers;
  BuildScratch& scratch = context.scratch;
  StageClock& clock = context.clock;
  const std::size_t n = objects.count;
  const std::uint32_t* const worlds = objects.filters.world;

  clock.time(&StageTimes::bounds, [&] {
    if (objects.has_own_boxes()) {
      scratch.fat_boxes.ensure(tree.capacity());
      make_fat_boxes(objects, 0, workers, scratch.fat_boxes);
      objects.boxes = scratch.fat_boxes.from(0);
    }
    measure_bounds(objects.boxes, n, kernels, workers, scratch.scene);
  });
  if (kValidate) validate_bounds(objects.view(), scratch.scene);

  clock.time(&StageTimes::keys, [&] {
    scratch.keys.keys = tree.keys();
    encode_keys(objects.boxes, worlds, n, scratch.scene, kernels, workers, scratch.keys);
  });
  if (kValidate) validate_keys(objects.view(), scratch.scene, scratch.keys);

  clock.time(&StageTimes::partition, [&] {
    const KeySource source{objects.boxes,      worlds, n, scratch.scene.shapes, scratch.scene.core,
                           scratch.keys.worlds};
    partition_records(source, scratch.keys.keys, options.leaves, workers, scratch.partition);
  });
  if (kValidate) validate_partition(objects.view(), scratch.scene, scratch.keys, scratch.partition);

  clock.time(&StageTimes::tree, [&] {
    build_tree(scratch.partition.list(), options.leaves, kernels, workers, tree);
    if (kValidate) validate_tree(objects.view(), scratch.scene, options.leaves.capacity, tree);
    if (options.has_filters) add_filters(objects, workers, tree.view, filters);
    if (objects.doubles != nullptr)
      show_doubles(objects.doubles, objects.origin, objects.ids != nullptr, workers, tree);
    if (objects.ids != nullptr) replace_rows_by_ids(objects.ids, workers, tree);
  });
}

}  // namespace quadphase::detail
