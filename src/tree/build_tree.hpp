// SPDX-License-Identifier: MIT
// Stages 1 to 4 as one function, for the trees of moving and of static objects and of images.
#pragma once

#include <cstddef>
#include <memory_resource>

#include "base/chunks.hpp"
#include "base/stage_clock.hpp"
#include "input/swept_boxes.hpp"
#include "tree/bounds.hpp"
#include "tree/keys.hpp"
#include "tree/partition.hpp"
#include "tree/tree.hpp"
#include "tree/tree_filters.hpp"

namespace quadphase::detail {

/// What the stages before the tree write. Trees that are built in turn share one.
struct BuildScratch {
  explicit BuildScratch(std::pmr::memory_resource* resource)
      : fat_boxes(resource), scene(resource), partition(resource) {}

  void reserve(std::size_t object_count) {
    if (object_count <= reserved_count) return;
    reserved_count = 0;  // until there is room
    scene.chunks.ensure(Chunks::most_for(object_count));
    partition.reserve(object_count);
    reserved_count = object_count;
  }

  /// Gives back all memory.
  void release() noexcept { *this = BuildScratch(scene.chunks.resource()); }

  BoxBuffer fat_boxes;             // boxes with their margins and motions, if there are any
  SceneBounds scene;               // 1 bounds
  ObjectKeys keys;                 // 2 keys; rewritten if 3 cuts heavy bins
  Partition partition;             // 3 partition; its records are used up by 4
  std::size_t reserved_count = 0;  // the most objects that `reserve` has made room for
};

/// How trees are built.
struct BuildOptions {
  LeafRules leaves;
  bool has_filters;  // the tree gets filter columns, even if the objects have none
};

/// What a tree is built with.
struct BuildContext {
  const Kernels& kernels;
  const Workers& workers;
  BuildScratch& scratch;
  StageClock& clock;
};

/// Makes room for a tree of this number of objects, and an eighth more, but for fat boxes.
void reserve_tree(std::size_t count, const BuildOptions& options, BuildScratch& scratch, Tree& tree,
                  TreeFilters& filters);

/// Builds the tree of `objects`, by their fat boxes if there are any. Small objects that fit into
/// one leaf have no stages 1 to 3: only the tree and the number of valid and rejected boxes are
/// set. Scratch and tree must have room for everything but fat boxes and filters. Call it inside
/// `workers.run` only. Errors: `std::bad_alloc`.
void build_objects(Objects objects, const BuildOptions& options, const BuildContext& context,
                   Tree& tree, TreeFilters& filters);

}  // namespace quadphase::detail
