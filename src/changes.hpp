// SPDX-License-Identifier: MIT
// Stage 7, changes: the pairs of this frame and of the frame before in; which began and which ended
// out.
//
// How:     the pairs of the frame before are kept sorted, with a table of rows by their first id.
//          Each pair of this frame is looked up there. Those found are marked, the others have
//          begun, and the pairs that nobody marked have ended. Only those that began are sorted,
//          and merged with what is left of the history: that is the history of the next frame.
// Order:   ascending by (first, second), free of the order of `pairs` and of threads.
// Cost:    streaming over both sets, a random read a pair; a sort of those that began. At 100,000
//          objects with 200,000 pairs, of which 5 % change, 5.4 ns a pair: table 0.6, look-up 3.0,
//          sort 0.5, merge 1.1. At 800,000 pairs, 2.4 % of them, 5.2. Nothing changes: 3.4. All do:
//          14, of which the sort 8.5; the first frame: 11.
// Memory:  8 bytes and a bit a pair of the history, and a row of 4 bytes for kRowPairs pairs, but
// no
//          more rows than ids. The scratch becomes the next history.
// Threads: every pass is cut by data: by position in one of the sets, or along the merge path.
// Source:  S. Odeh, O. Green et al., "Merge path", 2012, for even cuts of a merge.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>

#include "buffer.hpp"
#include "history.hpp"
#include "kernels/kernels.hpp"
#include "pair_sort.hpp"
#include "parallel.hpp"

namespace quadphase::detail {

/// The pairs of the last finished update, ascending.
struct PairHistory {
  explicit PairHistory(std::pmr::memory_resource* resource) : pairs(resource) {}

  [[nodiscard]] std::size_t byte_count() const noexcept { return pairs.byte_count(); }

  Buffer<Pair> pairs;
  std::size_t pair_count = 0;
};

/// What differs between two frames, and what it takes to find that.
struct PairChanges {
  explicit PairChanges(std::pmr::memory_resource* resource)
      : begun(resource), ended(resource), row_first(resource), known(resource), sort(resource) {}

  [[nodiscard]] std::size_t byte_count() const noexcept;

  Buffer<Pair> begun;  // ascending
  std::size_t begun_count = 0;
  Buffer<Pair> ended;  // ascending
  std::size_t ended_count = 0;

  // Of the call alone.
  Buffer<std::uint32_t> row_first;  // the rows of the history
  Buffer<std::uint64_t> known;      // a bit a pair of the history: there is the same pair now
  PairSort sort;
};

/// Finds the changes from the history to `pairs`: unsorted, each once, `first < second`. A pair
/// with a renewed id, one that another object has now, that is in both sets has ended and begun.
/// `next` then holds what `commit_history` makes the history; it must stay as it is until then,
/// and not hold `pairs`. Inside `workers.run` only. Errors: `std::bad_alloc`; the history is as it
/// was, `changes` and `next` are not.
void find_changes(std::span<const Pair> pairs, const IdBits& renewed, const Workers& workers,
                  const Kernels& kernels, const PairHistory& history, Buffer<Pair>& next,
                  PairChanges& changes);

/// Makes the set that the last `find_changes` was given the history, and the old one's memory
/// `next`.
void commit_history(std::size_t pair_count, Buffer<Pair>& next, PairHistory& history) noexcept;

/// Makes the history empty: all pairs of the next frame will have begun.
void forget_history(PairHistory& history) noexcept;

}  // namespace quadphase::detail
