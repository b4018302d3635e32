// SPDX-License-Identifier: MIT
// Stage 5, pairs: a tree in; every overlapping pair, each once, in the workers' blocks or a lone
// worker's array out.
//
// Order:   a task finds the pairs of a few groups of 16 leaves with all later leaves, or of a group
//          of large objects with some of them: for each group those inside its leaves, turn by
//          turn, then those with later leaves, in tree order as far as lists are drained. Tasks are
//          cut by the tree alone. A segment tells where a task's pairs are.
// Cost:    a good vector test an object and a store a pair; see kernels/pairs-inl.hpp.
// Threads: a task a run of groups. A worker's blocks are its own.
// Source:  T. Brinkhoff, H.-P. Kriegel, B. Seeger, "Efficient processing of spatial joins using
//          R-trees", 1993 (a join by descending boxes that touch); the flat lists are our own.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/kernels.hpp"
#include "parallel.hpp"
#include "segments.hpp"
#include "tree_view.hpp"

namespace quadphase::detail {

/// Most tasks for so many leaves.
[[nodiscard]] std::size_t max_pair_task_count(std::size_t leaf_count);

/// Tasks that the pair search of a tree is cut into. Depends on the tree alone.
[[nodiscard]] std::size_t pair_task_count(const TreeView& tree) noexcept;

/// Finds the pairs of one task with `worker`'s cursor, and tells where they are.
[[nodiscard]] PairSegment find_task_pairs(const TreeView& tree, std::size_t task,
                                          const Kernels& kernels, WorkerPairs& worker);

/// Errors: `std::length_error` once more than `max_pairs` pairs were found for certain.
void find_pairs(const TreeView& tree, std::uint64_t max_pairs, const Kernels& kernels,
                const Workers& workers, PairSegments& pairs);

/// As find_pairs, but only sets `totals`.
void count_pairs(const TreeView& tree, const Kernels& kernels, const Workers& workers,
                 PairSegments& pairs);

}  // namespace quadphase::detail
