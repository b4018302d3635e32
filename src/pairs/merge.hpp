// SPDX-License-Identifier: MIT
// Stage 7, merge: the tasks' segments in; one array of pairs in task order out.
//
// Cost:    one read and one write of 8 bytes a pair. Nothing where there is one worker: the array
//          that it wrote is taken over, and that of the frame before is handed back for it.
// Threads: a scan over the tasks, then a copy a task.
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

  [[nodiscard]] std::size_t byte_count() const noexcept {
    return pairs.byte_count() + chunk_first.byte_count();
  }
  /// The pairs that one task found.
  [[nodiscard]] std::span<const Pair> chunk(std::size_t i) const noexcept {
    return {pairs.data() + chunk_first[i],
            static_cast<std::size_t>(chunk_first[i + 1] - chunk_first[i])};
  }

  Buffer<Pair> pairs;
  std::size_t pair_count = 0;
  Buffer<std::uint64_t> chunk_first;  // a task, then the end
  std::size_t chunk_count = 0;
};

/// `merged.chunk_first` must have room; the array grows as needed. Errors: `std::bad_alloc`, with
/// `merged` as it was.
void merge_pairs(PairSegments& segments, const Workers& workers, MergedPairs& merged);

/// Passes the pairs of each task that found any to `visit`, concurrently.
void visit_chunks(const MergedPairs& merged, const Workers& workers, void* target,
                  ChunkVisitor visit);

}  // namespace quadphase::detail
