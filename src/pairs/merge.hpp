// SPDX-License-Identifier: MIT
// Stage 7, merge. Input: the segments of all tasks. Output: one array of pairs in task order.
//
// Cost:    one read and one write of 8 bytes per pair. Nothing if one thread did the search: its
//          array is taken over, in exchange for the memory of the last frame's array.
// Threads: a scan over the tasks, then a copy per task.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>

#include "base/buffer.hpp"
#include "base/parallel.hpp"
#include "pairs/segments.hpp"

namespace quadphase::detail {

struct MergedPairs {
  explicit MergedPairs(std::pmr::memory_resource* resource)
      : pairs(resource), chunk_first(resource) {}

  /// The pairs that one task found.
  [[nodiscard]] std::span<const Pair> chunk(std::size_t i) const noexcept {
    return {pairs.data() + chunk_first[i],
            static_cast<std::size_t>(chunk_first[i + 1] - chunk_first[i])};
  }

  Buffer<Pair> pairs;
  std::size_t pair_count = 0;
  Buffer<std::uint64_t> chunk_first;  // one per task, then the end
  std::size_t chunk_count = 0;
};

/// Needs room in `merged.chunk_first`; the array grows as needed. Errors: `std::bad_alloc`, with
/// `merged` as it was.
void merge_pairs(PairSegments& segments, const Workers& workers, MergedPairs& merged);

/// Passes the pairs of each task that has found some to `visit`, concurrently.
void visit_chunks(const MergedPairs& merged, const Workers& workers, ChunkVisitor visit);

}  // namespace quadphase::detail
