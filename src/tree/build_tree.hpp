// SPDX-License-Identifier: MIT
// Stages 1 to 4, one after the other: objects in, their tree out.
#pragma once

#include <cstddef>
#include <memory_resource>

#include "input/swept_boxes.hpp"
#include "quadphase/stats.hpp"
#include "tree/bounds.hpp"
#include "tree/keys.hpp"
#include "tree/partition.hpp"
#include "tree/tree.hpp"
#include "tree/tree_filters.hpp"

namespace quadphase::detail {

/// What the stages before the tree leave behind: one for all trees that are built in turn.
struct BuildScratch {
  explicit BuildScratch(std::pmr::memory_resource* resource)
      : fat_boxes(resource), scene(resource), keys(resource), partition(resource) {}

  void reserve(std::size_t object_count);
  [[nodiscard]] std::size_t byte_count() const noexcept {
    return fat_boxes.byte_count() + scene.chunks.byte_count() + keys.keys.byte_count() +
           partition.byte_count();
  }

  BoxBuffers fat_boxes;  // boxes with their margins and motions, where there are any
  SceneBounds scene;     // 1 bounds
  ObjectKeys keys;       // 2 keys; rewritten where 3 cuts heavy bins
  Partition partition;   // 3 partition; records used up by 4
};

/// How trees are built.
struct BuildRules {
  LeafRules leaves;
  bool has_filters;  // whether the tree gets filter columns, though the objects may have none
};

/// What a tree is built with.
struct BuildTools {
  const Kernels& kernels;
  const Workers& workers;
  BuildScratch& scratch;
};

/// Builds the tree of `objects`, by their fat boxes where there are any; scratch and tree must have
/// room for all but filters and fat boxes. Inside `workers.run` only. Errors: `std::bad_alloc`.
void build_objects(Objects objects, const BuildRules& rules, const BuildTools& tools, Tree& tree,
                   TreeFilters& filters, StageTimes& times);

}  // namespace quadphase::detail
