// SPDX-License-Identifier: MIT
// Tree-tree join. Input: a tree A and other trees. Output: every overlap of an object of A with an
// object of the others, sorted. It joins moving with static objects, and images of a periodic world
// with both.
//
// Order:   a task finds the hits of consecutive positions of A, so the hits of all tasks end to end
//          are sorted by (position in A, id).
// Cost:    that of the pair search, then a counting sort by position and a sort of each object's
//          ids; of fewer, if objects share what they overlap (leaf_hits.hpp). In slices, about
//          three times as much if a task has too many hits for its memory, and for an object with
//          more hits than that, one search per half of the memory.
// Threads: tasks run concurrently, each with its own scratch. They are cut by A alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/function_ref.hpp"
#include "base/join_hit.hpp"
#include "data/tree_view.hpp"
#include "kernels/kernels.hpp"
#include "pairs/join_scratch.hpp"

namespace quadphase::detail {

/// The most tasks for this number of leaves.
[[nodiscard]] std::size_t max_join_task_count(std::size_t leaf_count) noexcept;

/// The number of tasks of a join of `a` with any other trees.
[[nodiscard]] std::size_t join_task_count(const TreeView& a) noexcept;

/// One of these tasks. `touching`: boxes that only touch are hits.
[[nodiscard]] JoinTask join_task(const TreeView& a, std::size_t task, bool touching) noexcept;

/// Positions `[first, last)` of the objects of `a` whose hits a task finds.
struct PositionRange {
  std::uint32_t first;
  std::uint32_t last;
};
[[nodiscard]] PositionRange positions_of(const TreeView& a, const JoinTask& task) noexcept;

/// The hits of one task: (position in `a`, id) of each overlap with an object of `others`,
/// ascending. Adds to `counts`. No overlap may be in two of the others; either all trees have
/// filters or none has. Lifetime: until the next call with `scratch`. Errors: `std::bad_alloc`.
[[nodiscard]] std::span<const JoinHit> find_join(const TreeView& a, const JoinTask& task,
                                                 std::span<const TreeView* const> others,
                                                 const Kernels& kernels, JoinScratch& scratch,
                                                 PairCounts& counts);

/// As find_join, in a fixed amount of memory: calls `visit(hits)` for slices of the hits, in their
/// order.
/// Memory: about 150 KiB, and two bytes for each object of `others`.
void visit_join(const TreeView& a, const JoinTask& task, std::span<const TreeView* const> others,
                const Kernels& kernels, JoinScratch& scratch, PairCounts& counts,
                FunctionRef<void(std::span<const JoinHit>)> visit);

/// As find_join, but only counts; the number of tests is the same.
[[nodiscard]] PairCounts count_join(const TreeView& a, const JoinTask& task,
                                    std::span<const TreeView* const> others,
                                    const Kernels& kernels);

}  // namespace quadphase::detail
