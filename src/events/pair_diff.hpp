// SPDX-License-Identifier: MIT
// Stage 6, difference of two pair sets. Input: the pairs of this update and of the last one.
// Output: the pairs that began and that ended.
//
// How:     each new pair is tested with the boxes of the last update, and each old pair with those
//          of this one; see frame_boxes.hpp. Pairs that overlap there are in both sets. The others
//          are sorted. Those that are in both lists nevertheless, because more than a box changed,
//          are removed. The remaining new pairs have begun, and the remaining old pairs have ended.
//          If objects have equal ids, no pair is tested: all are sorted, and only one of several
//          equal pairs stays.
// Order:   ascending by (first, second), regardless of the order of the pairs and of the threads.
// Cost:    one pass over both sets and one test per pair; a sort of those that began and ended.
// Memory:  a bit per pair of the larger set; up to 16 bytes for each pair that began or ended.
// Threads: every pass is cut by the data: by position in one of the sets, or along the merge path.
// Source:  S. Odeh, O. Green et al., "Merge path", 2012, for even cuts of two sorted lists.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>

#include "base/buffer.hpp"
#include "base/parallel.hpp"
#include "base/radix_sort.hpp"
#include "events/frame_boxes.hpp"
#include "kernels/kernels.hpp"

namespace quadphase::detail {

/// A set of ids: bit i % kWordBits of word i / kWordBits, where ids past the last word are not in
/// the set; or, if the ids are too large for that, a sorted list.
struct IdBits {
  std::span<const std::uint64_t> words{};
  std::span<const ObjectId> sorted{};

  [[nodiscard]] bool is_empty() const noexcept { return words.empty() && sorted.empty(); }
  [[nodiscard]] bool has(ObjectId id) const noexcept {
    const std::size_t word = id / kWordBits;
    if (word < words.size()) return (words[word] >> (id % kWordBits) & 1) != 0;
    return std::binary_search(sorted.begin(), sorted.end(), id);
  }
  [[nodiscard]] bool has_any(const Pair& pair) const noexcept {
    return has(pair.first) || has(pair.second);
  }
};

/// Makes room for `count` items, and for some more if the list grows.
/// Why a fixed number and an eighth: if there are few events, their number varies much.
template <class T>
void ensure_list(Buffer<T>& list, std::size_t count) {
  constexpr std::size_t kSpare = 64;
  if (count > list.capacity()) list.ensure(count + count / 8 + kSpare);
}

/// The difference between the pairs of two updates, and the memory to find it.
struct PairDiff {
  explicit PairDiff(std::pmr::memory_resource* resource)
      : begun(resource),
        ended(resource),
        spare(resource),
        disjoint(resource),
        offsets(resource),
        sort(resource) {}

  /// A part of both lists, from which pairs that have not changed are already removed.
  struct Slice {
    std::span<Pair> begun{};
    std::span<Pair> ended{};
    std::size_t begun_first = 0;  // pairs in the previous slices
    std::size_t ended_first = 0;
  };
  std::array<Slice, kMaxChunks> slices;
  std::size_t slice_count = 0;
  std::size_t begun_count = 0;
  std::size_t ended_count = 0;

  std::size_t new_count = 0;         // pairs of this update
  std::size_t old_count = 0;         // pairs of the last update
  std::size_t begun_candidates = 0;  // new pairs that may have begun
  std::size_t ended_candidates = 0;  // old pairs that may have ended
  /// Where the bits of a piece of pairs are, and where its disjoint pairs go.
  struct Offsets {
    std::size_t word;
    std::size_t pair;
  };
  Buffer<Pair> begun;  // candidates, ascending; the slices are parts of it
  Buffer<Pair> ended;
  Buffer<Pair> spare;              // candidates before they are sorted
  Buffer<std::uint64_t> disjoint;  // one bit per pair
  Buffer<Offsets> offsets;
  RadixSort sort;
};

/// Makes room for updates of that many pairs in that many pieces, so that nothing below allocates,
/// whichever pairs change. Inside `workers.run` only. Errors: `std::bad_alloc`.
void reserve_changes(std::size_t pair_count, std::size_t piece_count, const Workers& workers,
                     PairDiff& changes);

/// Lists the pairs in all pieces that may have begun, each once with `first < second`: those that
/// were disjoint in the last update, which had `old_count` pairs. If `old_count` is 0, `spare`
/// needs room for all new pairs; it is written only then. Call it inside `workers.run` only.
/// Errors: `std::bad_alloc`.
void find_begun(std::span<const PairPiece> pieces, const FrameBoxes& before, std::size_t old_count,
                Pair* spare, const Workers& workers, const Kernels& kernels, PairDiff& changes);

/// Of equal pairs in a list of candidates, which come from several objects with the same id, keeps
/// one.
/// Why serial: in a correct world, ids are unique.
void drop_equal_pairs(PairDiff& changes) noexcept;

/// Makes room for the output of `find_ended`. Errors: `std::bad_alloc`.
void reserve_ended(const Workers& workers, PairDiff& changes);

/// Lists the pairs of the last update that may have ended: those that are disjoint in this one.
/// Cannot fail.
void find_ended(std::span<const Pair> old_pairs, const FrameBoxes& now, const Workers& workers,
                const Kernels& kernels, PairDiff& changes);

/// Cuts both lists into slices. Unless the lists are known to have no common pair, it removes the
/// pairs that are in both, except pairs with a reused id, which another object has now, and, from
/// `begun`, pairs with a restarted one. Cannot fail.
void slice_changes(bool no_common, const IdBits& reused, const IdBits& restarted,
                   const Workers& workers, PairDiff& changes);

}  // namespace quadphase::detail
