// SPDX-License-Identifier: MIT
// The output of the pair stage: where the pairs of each task are.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>

#include "base/buffer.hpp"
#include "base/parallel.hpp"
#include "base/per_worker.hpp"
#include "data/pair_writer.hpp"
#include "pairs/pair_pool.hpp"
#include "pairs/tree_join.hpp"
#include "quadphase/visitor.hpp"

namespace quadphase::detail {

/// Where the pairs of one task begin; they continue in the linked blocks.
struct PairSegment {
  PairBlock* block;  // null in the array of one thread
  Pair* first;
  PairCounts counts;
};

struct PairSegments {
  PairSegments(std::pmr::memory_resource* resource, int worker_count)
      : segments(resource),
        pool(resource),
        array(resource),
        workers(resource, worker_count),
        joins(resource, worker_count) {}

  /// True if only one thread can take part in any search.
  [[nodiscard]] bool is_single_thread() const noexcept { return workers.reserved_count() == 1; }

  /// Before a search of `segment_count` tasks: empties all blocks, and limits its pairs to about
  /// `max_pairs`. Errors: `std::bad_alloc`.
  void restart(std::uint64_t max_pairs, const Workers& threads);
  /// After a search: room for another one that keeps `pair_count` pairs. Errors: `std::bad_alloc`.
  void reserve_again(std::uint64_t pair_count, const Workers& threads);
  /// The room that `array` needs for that many pairs: an eighth more than the most so far.
  [[nodiscard]] std::size_t array_room(std::uint64_t pair_count) noexcept;
  /// From now on threads write to blocks, with the room that the array had. Errors:
  /// `std::bad_alloc`, with nothing changed.
  void write_blocks();
  /// Gives back the memory of pairs and scratch. Tables of `task_count` tasks stay.
  void shrink(std::size_t task_count) noexcept;

  Buffer<PairSegment> segments;  // one per task
  std::size_t segment_count = 0;
  PairCounts totals;
  PairPool pool;
  Buffer<Pair> array;  // the pairs of one thread
  PerWorker<WorkerPairs> workers;
  PerWorker<JoinScratch> joins;  // with static trees

  /// True if one thread searches, and writes all pairs to `array`, which needs no merge.
  /// Why not in small frames of engines that have had large ones: they have blocks already.
  bool writes_array = is_single_thread();
  std::uint64_t array_pairs = 0;  // that the array is to have room for
  /// False after a search that took no more memory than its pairs need; stages 6 and 7 must not
  /// either.
  bool has_spare = true;
};

/// Calls `visit(piece)` for the pairs of one segment, in their order.
template <class Visit>
void for_each_piece(const PairSegment& segment, const Visit& visit) {
  std::uint64_t left = segment.counts.pairs;
  const PairBlock* block = segment.block;
  const Pair* first = segment.first;
  while (left > 0) {
    const bool has_next = block != nullptr && block->next != nullptr;
    const Pair* const end = has_next ? block->pairs + block->size : first + left;
    const auto count = std::min<std::uint64_t>(left, static_cast<std::uint64_t>(end - first));
    visit(PairPiece(first, static_cast<std::size_t>(count)));
    left -= count;
    if (!has_next) continue;
    block = block->next;
    first = block->pairs;
  }
}

/// Copies the pairs of one segment to `target`.
void copy_segment(const PairSegment& segment, Pair* target);

/// The memory of all pairs: the array of one thread, or the used part of each block, in any order.
/// It is valid until the next search. Errors: `std::bad_alloc`.
[[nodiscard]] std::span<const PairPiece> list_pieces(const PairSegments& pairs,
                                                     Buffer<PairPiece>& pieces);

/// The sum over all segments. Why serial: there are about a thousand times fewer tasks than pairs.
[[nodiscard]] PairCounts sum_counts(const PairSegments& pairs);

}  // namespace quadphase::detail
