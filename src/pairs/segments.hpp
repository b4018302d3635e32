// SPDX-License-Identifier: MIT
// What the pair stage hands to the merge: where each task's pairs lie.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "base/buffer.hpp"
#include "base/parallel.hpp"
#include "pairs/pair_pool.hpp"
#include "pairs/pair_writer.hpp"
#include "pairs/tree_join.hpp"

namespace quadphase::detail {

/// Is called with each chunk of pairs; `target` is the user's function.
using ChunkVisitor = void (*)(void* target, std::span<const Pair> pairs, std::size_t chunk_index);

/// Where the pairs of one task begin; they go on through the linked blocks.
struct PairSegment {
  PairBlock* block;  // null in a lone worker's array
  Pair* first;
  PairCounts counts;
};

struct PairSegments {
  PairSegments(std::pmr::memory_resource* resource, int worker_count)
      : segments(resource),
        pool(resource),
        single_thread(resource),
        workers(static_cast<std::size_t>(worker_count)) {
    cross.reserve(workers.size());
    for (int worker = 0; worker < worker_count; ++worker) cross.emplace_back(resource);
  }

  [[nodiscard]] std::size_t byte_count() const noexcept;
  /// True where there is one worker: it writes all its pairs into one array, which needs no merge.
  [[nodiscard]] bool is_single_thread() const noexcept { return workers.size() == 1; }

  /// Empties all blocks, and limits what may be taken to about `max_pairs` pairs.
  void restart(std::uint64_t max_pairs) noexcept;

  Buffer<PairSegment> segments;  // a task
  std::size_t segment_count = 0;
  PairCounts totals;
  PairPool pool;
  Buffer<Pair> single_thread;  // the pairs of a lone worker
  std::vector<WorkerPairs> workers;
  std::vector<JoinScratch> cross;  // a worker, for moving objects against static ones
};

/// Copies the pairs of one segment to `target`.
void copy_segment(const PairSegment& segment, Pair* target);

/// Where all pairs lie: a lone worker's array, or each block's share, in any order. They stay there
/// until the next search. Errors: `std::bad_alloc`.
[[nodiscard]] std::span<const PairPiece> list_pieces(const PairSegments& pairs,
                                                     Buffer<PairPiece>& pieces);

/// The sum over all segments. Serial, but over tasks of a thousand pairs or so, not over pairs.
[[nodiscard]] PairCounts sum_counts(const PairSegments& pairs);

}  // namespace quadphase::detail
