// SPDX-License-Identifier: MIT
// Sorts pairs in parallel: a scatter into bins by the highest bits that differ, then a radix sort
// of each bin in cache. Bins with too many pairs are sorted in the same way again.
//
// Cost:    O(n) for each 8 or so of the bits that differ, however the ids are distributed.
// Threads: a histogram per piece, a scan, a scatter per piece, a task per bin. The result does not
//          depend on them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>

#include "base/buffer.hpp"
#include "base/chunks.hpp"
#include "base/parallel.hpp"
#include "base/tuning.hpp"
#include "pairs/pair_writer.hpp"
#include "quadphase/pair.hpp"

namespace quadphase::detail {

struct RadixSort {
  explicit RadixSort(std::pmr::memory_resource* resource) : places(resource) {}

  Buffer<std::size_t> places;  // [piece][bin]
};

/// The chunks of passes over pairs; a single thread has one. No result depends on them.
[[nodiscard]] Chunks pair_chunks(std::size_t pair_count, const Workers& workers);

/// Makes room for a sort of `pair_count` pairs that are cut by `pair_chunks`; that sort cannot
/// fail. Errors: `std::bad_alloc`.
void reserve_sort(std::size_t pair_count, const Workers& workers, RadixSort& sort);

/// Writes the pairs of all pieces, at most kMaxChunks, to `target` in ascending order. `spare`
/// needs room for all pairs; its old contents, of which the pieces may be a part, are lost. Call it
/// inside `workers.run` only. Errors: `std::bad_alloc`.
void radix_sort(std::span<const PairPiece> pieces, Pair* spare, Pair* target,
                const Workers& workers, RadixSort& sort);

}  // namespace quadphase::detail
