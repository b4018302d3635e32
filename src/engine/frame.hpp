// SPDX-License-Identifier: MIT
// The buffers that flow from stage to stage: the one place where the stages meet.
#pragma once

#include <cstddef>
#include <memory_resource>

#include "pairs/merge.hpp"
#include "pairs/pairs.hpp"
#include "tree/build_tree.hpp"

namespace quadphase::detail {

/// Each member is written by the stage it is named after, and read by the stages below it.
struct Frame : BuildScratch {  // 1 to 3
  Frame(std::pmr::memory_resource* resource, int worker_count)
      : BuildScratch(resource),
        tree(resource, worker_count),
        tree_filters(resource),
        segments(resource, worker_count),
        merged(resource) {}

  /// Room for that many objects, and an eighth more if buffers grow, in stages 1 to 5. Drops the
  /// tree. Errors: `std::bad_alloc`.
  void reserve(std::size_t object_count, std::uint32_t leaf_capacity);
  /// Reserves the per-worker tables.
  void reserve_workers(const Workers& workers) {
    tree.scratch.reserve(workers);
    segments.workers.reserve(workers);
    segments.joins.reserve(workers);
  }
  /// Room for the output of a search of that many tasks.
  void reserve_tasks(std::size_t task_count) {
    segments.segments.ensure_with_spare(task_count);
    merged.chunk_first.ensure_with_spare(task_count + 1);
  }
  /// Resets to an empty frame.
  void clear() noexcept;
  /// Gives back all memory but that of the merged pairs and, if it is kept, of a tree with that
  /// many tasks.
  void shrink(bool keeps_tree, std::size_t task_count) noexcept;
  /// Room for that many pairs in stages 5 and 7. The merged pairs stay: events need them.
  void reserve_pairs(std::size_t pair_count);
  /// Only the part for merged pairs.
  void reserve_merged(std::size_t pair_count);

  /// The number of objects that the tree has room for.
  /// Why read from a buffer: the scratch is shared with the trees of static objects, and running
  /// out of memory leaves some buffers empty; a number kept elsewhere would promise room that is
  /// gone.
  [[nodiscard]] std::size_t object_capacity() const noexcept { return tree.capacity(); }

  Tree tree;                 // 4 tree
  TreeFilters tree_filters;  // 4 tree, if objects have filters
  PairSegments segments;     // 5 pairs
  MergedPairs merged;        // 7 merge

 private:
  /// The most that this number of objects can make.
  /// Why kept: it takes divisions, and is the same in nearly all frames.
  struct Most {
    std::size_t objects = 0;
    std::uint32_t leaf_capacity = 0;
    std::size_t buckets = 0;
    std::size_t tasks = 0;
  };
  Most most_;
};

}  // namespace quadphase::detail
