// SPDX-License-Identifier: MIT
// Stage 5, pairs: the tree of moving objects and those of static ones in; every overlapping pair
// with a moving object, each once, in the workers' blocks or a lone worker's array out.
//
// Order:   a task finds the pairs of a few groups of 16 leaves with all later leaves, or of a group
//          of large objects with some of them: for each group those inside its leaves, turn by
//          turn, then those with later leaves, in tree order as far as lists are drained. Tasks are
//          cut by the tree alone. A segment tells where a task's pairs are. Behind these come the
//          tasks of moving with static ones: by the place of the moving one, then by the static
//          one's id.
// Cost:    a good vector test an object and a store a pair; see kernels/pairs-inl.hpp.
// Threads: a task a run of groups. A worker's blocks are its own.
// Source:  T. Brinkhoff, H.-P. Kriegel, B. Seeger, "Efficient processing of spatial joins using
//          R-trees", 1993 (a join by descending boxes that touch); the flat lists are our own.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/parallel.hpp"
#include "kernels/kernels.hpp"
#include "pairs/segments.hpp"
#include "pairs/tree_join.hpp"
#include "tree/tree_view.hpp"

namespace quadphase::detail {

/// The trees of a search. No object of `still` has the id of another; all have filters, or none.
struct JoinedTrees {
  JoinedTrees(const TreeView& moving_objects,  // NOLINT(google-explicit-constructor)
              std::span<const TreeView* const> static_objects = {})
      : moving(moving_objects), statics(static_objects) {}

  const TreeView& moving;
  std::span<const TreeView* const> statics;
};

/// Most tasks for so many leaves.
[[nodiscard]] std::size_t max_pair_task_count(std::size_t leaf_count);

/// Tasks that the pair search is cut into. Depends on the trees alone.
[[nodiscard]] std::size_t pair_task_count(const JoinedTrees& trees) noexcept;

/// Finds the pairs of one task with the cursor of worker `number`, and tells where they are.
[[nodiscard]] PairSegment find_task_pairs(const JoinedTrees& trees, std::size_t task,
                                          const Kernels& kernels, std::size_t number,
                                          PairSegments& pairs);

/// Errors: `std::length_error` once more than `max_pairs` pairs were found for certain.
void find_pairs(const JoinedTrees& trees, std::uint64_t max_pairs, const Kernels& kernels,
                const Workers& workers, PairSegments& pairs);

/// As find_pairs, but only sets `totals`.
void count_pairs(const JoinedTrees& trees, const Kernels& kernels, const Workers& workers,
                 PairSegments& pairs);

}  // namespace quadphase::detail
