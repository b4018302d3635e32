// SPDX-License-Identifier: MIT
#include "tree/build_tree.hpp"

#include "base/chunk_loop.hpp"
#include "base/timed.hpp"
#include "debug/validate.hpp"

namespace quadphase::detail {
namespace {

/// Until here, the tree names objects by their rows.
void name_objects(const Objects& objects, const Workers& workers, Tree& tree) {
  if (objects.ids == nullptr) return;
  for_each_row(tree.object_count(), workers,
               [&](std::size_t i) { tree.ids[i] = objects.ids[tree.ids[i]]; });
}

}  // namespace

void BuildScratch::reserve(std::size_t object_count) {
  scene.chunks.ensure(kMaxChunks);
  keys.keys.ensure(object_count);
  partition.reserve(object_count);
}

void build_objects(Objects objects, const BuildRules& rules, const BuildTools& tools, Tree& tree,
                   TreeFilters& filters, StageTimes& times) {
  const Kernels& kernels = tools.kernels;
  const Workers& workers = tools.workers;
  BuildScratch& scratch = tools.scratch;
  const std::uint32_t* const worlds = objects.filters.world;
  tree.clear_filters();
  timed(times.bounds, [&] {
    if (objects.has_fat_boxes()) {
      scratch.fat_boxes.ensure(scratch.keys.keys.capacity());
      make_fat_boxes(objects, 0, workers, scratch.fat_boxes);
      objects.boxes = scratch.fat_boxes.from(0);
    }
    measure_bounds(objects.boxes, objects.count, kernels, workers, scratch.scene);
  });
  if (kValidate) validate_bounds(objects.view(), scratch.scene);
  timed(times.keys, [&] {
    encode_keys(objects.boxes, worlds, objects.count, scratch.scene, kernels, workers,
                scratch.keys);
  });
  // Where worlds take the low bits of the places, no cell can be told from a key.
  if (kValidate && scratch.keys.worlds.bits == 0)
    validate_keys(objects.view(), scratch.scene, scratch.keys);
  timed(times.partition, [&] {
    partition_records(objects.boxes, worlds, objects.count, scratch.keys.keys.data(),
                      rules.leaves.max_depth, workers, scratch.partition);
  });
  if (kValidate) validate_partition(objects.view(), scratch.scene, scratch.keys, scratch.partition);
  timed(times.tree, [&] {
    build_tree(scratch.partition.list(), rules.leaves, kernels, workers, tree);
    if (kValidate) validate_tree(objects.view(), scratch.scene, rules.leaves.capacity, tree);
    if (rules.has_filters) add_filters(objects, workers, tree, filters);
    name_objects(objects, workers, tree);
  });
}

}  // namespace quadphase::detail
