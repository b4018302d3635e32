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
  if (options.has_filters) filters.reserve(tree.capacity(), tree.entries.capacity(), false);
}

namespace {

/// Stages 1 to 3.
void make_buckets(const Objects& objects, const BuildOptions& options, const BuildContext& context,
                  Key* keys) {
  const Kernels& kernels = context.kernels;
  const Workers& workers = context.workers;
  BuildScratch& scratch = context.scratch;
  StageClock& clock = context.clock;
  const std::size_t n = objects.count;
  const std::uint32_t* const worlds = objects.filters.world;

  clock.time(&StageTimes::bounds,
             [&] { measure_bounds(objects.boxes, n, kernels, workers, scratch.scene); });
  if (kValidate) validate_bounds(objects.view(), scratch.scene);

  clock.time(&StageTimes::keys, [&] {
    scratch.keys.keys = keys;
    encode_keys(objects.boxes, worlds, n, scratch.scene, kernels, workers, scratch.keys);
  });
  if (kValidate) validate_keys(objects.view(), scratch.scene, scratch.keys);

  clock.time(&StageTimes::partition, [&] {
    const KeySource source{objects.boxes,      worlds, n, scratch.scene.shapes, scratch.scene.core,
                           scratch.keys.worlds};
    partition_records(source, keys, options.leaves, workers, scratch.partition);
  });
  if (kValidate) validate_partition(objects.view(), scratch.scene, scratch.keys, scratch.partition);
}

/// True if the tree will have a single leaf, of small objects.
bool fits_one_leaf(const Objects& objects, const LeafRules& rules) {
  const std::size_t most = std::min<std::size_t>(rules.capacity, kBucketObjects);
  return objects.count > 0 && objects.count <= most && are_small(objects.boxes, objects.count);
}

}  // namespace

void build_objects(Objects objects, const BuildOptions& options, const BuildContext& context,
                   Tree& tree, TreeFilters& filters) {
  const Kernels& kernels = context.kernels;
  const Workers& workers = context.workers;
  BuildScratch& scratch = context.scratch;
  if (objects.has_own_boxes()) {
    scratch.fat_boxes.ensure(tree.capacity());
    make_fat_boxes(objects, 0, workers, scratch.fat_boxes);
    objects.boxes = scratch.fat_boxes.from(0);
  }
  // Why: the objects of a single leaf are in the order of their rows, whatever their keys. Tried:
  // stages 1 to 3 for them, too. A frame of one object 0.32 us against 0.15, of 16 0.44 against
  // 0.26 (Zen 5).
  const bool is_one_leaf = fits_one_leaf(objects, options.leaves);
  if (is_one_leaf) {
    scratch.scene.rejected_count = 0;
    scratch.partition.valid_count = objects.count;
  } else {
    make_buckets(objects, options, context, tree.keys());
  }
  context.clock.time(&StageTimes::tree, [&] {
    if (is_one_leaf) {
      build_one_leaf(objects.boxes, static_cast<std::uint32_t>(objects.count), tree);
    } else {
      build_tree(scratch.partition.list(), options.leaves, kernels, workers, tree);
    }
    if (kValidate) validate_tree(objects.view(), scratch.scene, options.leaves.capacity, tree);
    if (options.has_filters) {
      // Why not for these objects: they may be spread over more leaves in the next frame.
      filters.reserve(tree.capacity(), tree.entries.capacity(), has_only_worlds(objects.filters));
      add_filters(objects, kernels, workers, tree.view, filters);
    }
    if (objects.doubles != nullptr)
      show_doubles(objects.doubles, objects.origin, objects.ids != nullptr, workers, tree);
    if (objects.ids != nullptr) replace_rows_by_ids(objects.ids, workers, tree);
  });
}

}  // namespace quadphase::detail
