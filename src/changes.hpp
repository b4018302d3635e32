// SPDX-License-Identifier: MIT
// Stage 7, changes: the pairs of this frame and of the frame before in; which began and which ended
// out.
//
// How:     the pairs of the frame before are kept sorted, with a table of rows by their first id.
//          Each pair of this frame is looked up there, where it lies. Those found are marked, the
//          others have begun, and the pairs that nobody marked have ended. Only those that began
//          are sorted, and merged with what is left of the history: that is the history of the next
//          frame.
// Order:   ascending by (first, second), free of the order of the pairs and of threads.
// Cost:    streaming over both sets, a random read a pair; a sort of those that began.
// Memory:  8 bytes a pair: the history. Next to it bits: one a pair of each set, and a row of 4
//          bytes for kRowPairs pairs, but no more rows than ids. The next history is made in the
//          array that showed the pairs of the frame before, once nothing can fail any more; the
//          old one's array is then free for pairs. 16 bytes for each pair that began or ended.
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
      : sorted(resource),
        other(resource),
        row_first(resource),
        known(resource),
        unknown(resource),
        places(resource),
        sort(resource) {}

  [[nodiscard]] std::size_t byte_count() const noexcept;

  std::span<const Pair> begun;  // ascending
  std::size_t pair_count = 0;
  std::size_t ended_count = 0;

  /// Where a piece of the new pairs has its bits, and its pairs that began their place.
  struct Place {
    std::size_t word;
    std::size_t begun;
  };
  Buffer<Pair> sorted;              // those that began, unless all did
  Buffer<Pair> other;               // unsorted those that began, then those that ended
  Buffer<std::uint32_t> row_first;  // the rows of the history
  Buffer<std::uint64_t> known;      // a bit a pair of the history: there is the same pair now
  Buffer<std::uint64_t> unknown;    // a bit a new pair: it has begun
  Buffer<Place> places;
  PairSort sort;
};

/// Finds the changes from the history to the pairs in all pieces: unsorted, each once,
/// `first < second`. A pair with a renewed id, one that another object has now, that is in both
/// sets has ended and begun.
/// `shown` is an array that holds the pairs of the history, too, in another order. It is written
/// only where that is empty. Inside `workers.run` only. Errors: `std::bad_alloc`; the history is as
/// it was, `changes` are not.
void find_changes(std::span<const PairPiece> pieces, const IdBits& renewed, const Workers& workers,
                  const Kernels& kernels, PairHistory& history, Buffer<Pair>& shown,
                  PairChanges& changes);

/// Makes room for what `apply_changes` writes, and for `capacity` pairs in `shown` and in the
/// history's array. Errors: `std::bad_alloc`, with everything as it was. Otherwise the contents of
/// `shown` may be lost: what could fail must be done before.
void reserve_changes(std::size_t capacity, PairHistory& history, Buffer<Pair>& shown,
                     PairChanges& changes);

/// Makes the set that the last `find_changes` was given the history, and `shown` an array of free
/// memory with room for it. Returns the pairs that ended, ascending; they and `begun` stay until
/// the next call. Inside `workers.run` only. Cannot fail.
std::span<const Pair> apply_changes(const Workers& workers, const Kernels& kernels,
                                    PairHistory& history, Buffer<Pair>& shown,
                                    PairChanges& changes);

/// Makes the history empty: all pairs of the next frame will have begun.
void forget_history(PairHistory& history) noexcept;

}  // namespace quadphase::detail
