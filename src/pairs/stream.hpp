// SPDX-License-Identifier: MIT
// Stage 5 without an array: each task's pairs are passed to a visitor where they were found, and
// forgotten.
//
// Cost:    that of the pair stage; pairs are still in the core's cache when the visitor gets them.
// Threads: a task per run of leaf groups; the visitor is called concurrently.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <mutex>
#include <vector>

#include "base/buffer.hpp"
#include "base/parallel.hpp"
#include "kernels/kernels.hpp"
#include "pairs/pairs.hpp"
#include "pairs/segments.hpp"

namespace quadphase::detail {

/// Arrays for the few tasks whose pairs do not fit into one block; a chunk must be one span.
class LargeChunks {
 public:
  explicit LargeChunks(std::pmr::memory_resource* resource)
      : resource_(resource), free_(resource) {}

  /// An array for at least `pair_count` pairs, to be given back. May be called from many threads.
  [[nodiscard]] Buffer<Pair> take(std::uint64_t pair_count);
  void give_back(Buffer<Pair> array);

  /// Called after a frame: makes sure that an equal frame finds all arrays and blocks, whichever
  /// tasks run at the same time.
  void settle(std::size_t worker_count, PairPool& pool);

  [[nodiscard]] std::size_t byte_count() const noexcept;

 private:
  std::pmr::memory_resource* resource_;
  std::mutex mutex_;
  std::pmr::vector<Buffer<Pair>> free_;
  std::size_t task_count_ = 0;  // large chunks in this frame
  std::uint64_t largest_ = 0;   // the largest seen
};

/// Finds the pairs of each task and passes them to `visit`; `pairs.totals` then has their number.
void stream_pairs(const JoinedTrees& trees, const Kernels& kernels, const Workers& workers,
                  ChunkVisitor visit, PairSegments& pairs, LargeChunks& large);

}  // namespace quadphase::detail
