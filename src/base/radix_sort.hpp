// SPDX-License-Identifier: MIT
// Sorts pairs, in parallel: a scatter into bins by the top bits of those that differ, then a radix
// sort of each bin in cache; bins that hold too much go through the same again.
//
// Cost:    O(n) for each 8 or so of the bits that differ, however the ids are spread.
// Threads: histograms a piece, a scan, a scatter a piece, a task a bin. The result is free of them.
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

/// How passes over pairs are cut: a lone worker takes all as one. No result shows it.
[[nodiscard]] Chunks pair_chunks(std::size_t pair_count, const Workers& workers);

/// Makes room for a sort of that many pairs, cut by `pair_chunks`, which cannot fail then. Errors:
/// `std::bad_alloc`.
void reserve_sort(std::size_t pair_count, const Workers& workers, RadixSort& sort);

/// Writes the pairs of all pieces, each pair once, to `target` in ascending order. `spare` has room
/// for all; its old contents, of which the pieces may be a part, are lost. At most kMaxChunks
/// pieces. Inside `workers.run` only. Errors: `std::bad_alloc`.
void radix_sort(std::span<const PairPiece> pieces, Pair* spare, Pair* target,
                const Workers& workers, RadixSort& sort);

}  // namespace quadphase::detail
