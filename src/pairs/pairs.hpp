// SPDX-License-Identifier: MIT
// Stage 5, pairs. Input: the tree of moving objects and the trees of static ones. Output: every
// overlapping pair with a moving object, exactly once, in the blocks of the workers or in the array
// of one thread.
//
// Order:   a task finds the pairs of a few leaf groups with all later leaves, or of one leaf group
//          of large objects with some of them. For each group, these are first the pairs inside its
//          leaves, then the pairs with later leaves, in tree order as far as lists are drained.
//          Tasks are cut by the tree alone. The tasks that join moving with static objects come
//          last; their pairs are sorted by the position of the moving object, then by the id of the
//          static one.
// Cost:    little more than one vector test per object and one store per pair; see
//          kernels/pairs-inl.hpp.
// Threads: a task per run of leaf groups. Every worker has blocks of its own.
// Source:  T. Brinkhoff, H.-P. Kriegel, B. Seeger, "Efficient processing of spatial joins using
//          R-trees", 1993 (a join that descends into boxes that touch); the flat lists are our own.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/parallel.hpp"
#include "kernels/kernels.hpp"
#include "pairs/segments.hpp"
#include "pairs/tree_join.hpp"
#include "tree/tree_view.hpp"

namespace quadphase::detail {

/// The trees of a search. All ids are different; either all trees have filters or none has.
/// `touching`: boxes that only touch are pairs.
struct JoinedTrees {
  JoinedTrees(const TreeView& moving_objects,  // NOLINT(google-explicit-constructor)
              std::span<const TreeView* const> static_objects = {}, bool touching_is_pair = true)
      : moving(moving_objects), statics(static_objects), touching(touching_is_pair) {}

  const TreeView& moving;
  std::span<const TreeView* const> statics;
  bool touching;
};

/// The most tasks for this number of leaves.
[[nodiscard]] std::size_t max_pair_task_count(std::size_t leaf_count);

/// The number of tasks of the pair search. It depends on the trees alone.
[[nodiscard]] std::size_t pair_task_count(const JoinedTrees& trees) noexcept;

/// Writes the pairs of one task.
PairCounts find_task_pairs(const JoinedTrees& trees, std::size_t task, const Kernels& kernels,
                           JoinScratch& joins, PairWriter& writer);

/// Finds the pairs of all tasks. Errors: `std::length_error` as soon as there are certainly more
/// than `max_pairs` pairs.
void find_pairs(const JoinedTrees& trees, std::uint64_t max_pairs, const Kernels& kernels,
                const Workers& workers, PairSegments& pairs);

/// As find_pairs, but only sets `totals`.
void count_pairs(const JoinedTrees& trees, const Kernels& kernels, const Workers& workers,
                 PairSegments& pairs);

}  // namespace quadphase::detail
