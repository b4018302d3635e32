// SPDX-License-Identifier: MIT
// Cross join: a tree A and other trees in; every overlap of an object of A with one of the others,
// sorted, out. Moving objects meet static ones this way, and a caller's boxes the engine's objects.
//
// Order:   a task finds the hits of a run of A's positions, so that all tasks' hits end to end are
//          sorted by (position in A, id).
// Cost:    as the pair search; then a counting sort by position, and a sort of each object's ids.
// Threads: tasks run at once, each with a scratch of its own. They are cut by A alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>

#include "base/buffer.hpp"
#include "kernels/kernels.hpp"
#include "pairs/pair_pool.hpp"
#include "tree/tree_view.hpp"

namespace quadphase::detail {

/// A worker's buffers.
struct JoinScratch {
  explicit JoinScratch(std::pmr::memory_resource* resource)
      : found(resource), sorted(resource), ends(resource) {}

  [[nodiscard]] std::size_t byte_count() const noexcept {
    return found.byte_count() + sorted.byte_count() + ends.byte_count();
  }

  WorkerPairs writer;  // into `found`
  Buffer<Pair> found;  // in the order of the search
  Buffer<Pair> sorted;
  Buffer<std::size_t> ends;  // of each position's hits
};

/// Gives every worker as much room as the one with the most.
/// Why: the next frame's largest task may be another worker's, and should not have to allocate.
void even_out(std::span<JoinScratch> workers);

/// Most tasks for so many leaves.
[[nodiscard]] std::size_t max_join_task_count(std::size_t leaf_count) noexcept;

/// Tasks that the join of `a` with any others is cut into.
[[nodiscard]] std::size_t join_task_count(const TreeView& a) noexcept;

/// One of them.
[[nodiscard]] JoinTask join_task(const TreeView& a, std::size_t task) noexcept;

/// Positions `[first, last)` of the objects of `a` whose hits a task finds.
struct PositionRange {
  std::uint32_t first;
  std::uint32_t last;
};
[[nodiscard]] PositionRange positions_of(const TreeView& a, const JoinTask& task) noexcept;

/// The hits of one task: (position in `a`, id) of each overlap with an object of `others`,
/// ascending. Adds to `counts`. No two of the others' objects have one id; all trees are filtered,
/// or none. Lifetime: until the next call with `scratch`. Errors: `std::bad_alloc`.
[[nodiscard]] std::span<const Pair> find_join(const TreeView& a, const JoinTask& task,
                                              std::span<const TreeView* const> others,
                                              const Kernels& kernels, JoinScratch& scratch,
                                              PairCounts& counts);

/// As find_join, but only counts. As many tests, as many pairs.
[[nodiscard]] PairCounts count_join(const TreeView& a, const JoinTask& task,
                                    std::span<const TreeView* const> others,
                                    const Kernels& kernels);

}  // namespace quadphase::detail
