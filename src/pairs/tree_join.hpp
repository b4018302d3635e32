// SPDX-License-Identifier: MIT
// Tree-tree join. Input: a tree A and other trees. Output: every overlap of an object of A with an
// object of the others, sorted. It joins moving with static objects, and images of a periodic world
// with both.
//
// Order:   a task finds the hits of consecutive positions of A, so the hits of all tasks end to end
//          are sorted by (position in A, id).
// Cost:    that of the pair search, then a counting sort by position and a sort of each object's
//          ids. In slices, about three times as much if a task has too many hits for its memory,
//          and for an object with more hits than that, one search per half of the memory.
// Threads: tasks run concurrently, each with its own scratch. They are cut by A alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>

#include "base/buffer.hpp"
#include "base/function_ref.hpp"
#include "base/item_writer.hpp"
#include "base/join_hit.hpp"
#include "data/tree_view.hpp"
#include "kernels/kernels.hpp"

namespace quadphase::detail {

/// Writes hits to an array, up to a limit.
struct JoinWriter : ItemWriter<JoinHit> {
  /// Writes from the beginning of `to`, which grows as needed up to `most` hits. All further hits
  /// are dropped, and then earlier ones may be dropped, too.
  void restart_in(Buffer<JoinHit>& to, std::size_t most) noexcept;
  /// Writes to `to`, which needs room for `most` hits, and keeps the first hits from `least` on, in
  /// their order; at least half of `most`, unless there are fewer.
  void restart_first_in(Buffer<JoinHit>& to, std::size_t most, std::uint64_t least) noexcept;
  /// After `restart_first_in` and a search: drops what is not among the first hits. Returns true if
  /// there are more hits than those and `repeats` further copies of the last of them.
  bool finish_first() noexcept;

  [[nodiscard]] std::size_t size() const noexcept {
    return static_cast<std::size_t>(cursor - array->data());
  }

  Buffer<JoinHit>* array = nullptr;
  std::size_t most_hits = 0;
  bool has_dropped = false;
  std::uint64_t least_order = 0;  // of the hits that are kept
  std::uint64_t greatest_order = 0;
  std::size_t repeats = 0;  // of the greatest hit; objects with equal ids cause them
};

/// The buffers of a worker.
struct JoinScratch {
  explicit JoinScratch(std::pmr::memory_resource* resource)
      : found(resource), sorted(resource), ends(resource) {}

  JoinWriter writer;      // writes to `found`
  Buffer<JoinHit> found;  // in the order of the search
  Buffer<JoinHit> sorted;
  Buffer<std::size_t> ends;  // where the hits of each position end
};

/// Gives every worker as much room as the worker with the most.
/// Why: another worker may take the largest task of the next frame, and should not have to
/// allocate.
void even_out(std::span<JoinScratch> workers);

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
