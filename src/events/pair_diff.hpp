// SPDX-License-Identifier: MIT
// Stage 6, changes: the pairs of this update and of the one before in; which began and which ended
// out.
//
// How:     each new pair is tested in the boxes of the update before, and each old pair in those of
//          this one, see frame_boxes.hpp. Pairs that overlap there are in both sets. The others are
//          sorted; those that stand in both lists after all, since more than the boxes of an object
//          changed, are taken out: new ones that are left have begun, old ones have ended.
// Order:   ascending by (first, second), free of the order of the pairs and of threads.
// Cost:    streaming over both sets, and a test a pair; a sort of those that began and ended.
// Memory:  a bit a pair of the larger set; up to 16 bytes for each pair that began or ended.
// Threads: every pass is cut by data: by position in one of the sets, or along the merge path.
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

/// A set of ids: bit i of word i / 64, where ids behind the last word are not in it; or, where the
/// ids are too large for that, a sorted list.
struct IdBits {
  std::span<const std::uint64_t> words{};
  std::span<const ObjectId> sorted{};

  [[nodiscard]] bool is_empty() const noexcept { return words.empty() && sorted.empty(); }
  [[nodiscard]] bool has(ObjectId id) const noexcept {
    const std::size_t word = id / 64;
    if (word < words.size()) return (words[word] >> (id % 64) & 1) != 0;
    return std::binary_search(sorted.begin(), sorted.end(), id);
  }
  [[nodiscard]] bool has_any(const Pair& pair) const noexcept {
    return has(pair.first) || has(pair.second);
  }
};

/// Room for so many, and for some more where the list grows.
/// Why some and an eighth: of few events there are now and then many more.
template <class T>
void ensure_list(Buffer<T>& list, std::size_t count) {
  constexpr std::size_t kSpare = 64;
  if (count > list.capacity()) list.ensure(count + count / 8 + kSpare);
}

/// What differs between two updates, and what it takes to find that.
struct PairDiff {
  explicit PairDiff(std::pmr::memory_resource* resource)
      : begun(resource),
        ended(resource),
        spare(resource),
        apart(resource),
        places(resource),
        sort(resource) {}

  [[nodiscard]] std::size_t byte_count() const noexcept;

  /// A part of both lists; what has not changed after all is already taken out.
  struct Slice {
    std::span<Pair> begun{};
    std::span<Pair> ended{};
    std::size_t begun_first = 0;  // pairs in the slices before
    std::size_t ended_first = 0;
  };
  std::array<Slice, kMaxChunks> slices;
  std::size_t slice_count = 0;
  std::size_t begun_count = 0;
  std::size_t ended_count = 0;

  std::size_t new_count = 0;         // pairs of this update
  std::size_t old_count = 0;         // and of the one before
  std::size_t begun_candidates = 0;  // new pairs that may not have been there
  std::size_t ended_candidates = 0;  // old pairs that may not be there any more
  /// Where a piece of pairs has its bits, and its pairs that are apart their place.
  struct Place {
    std::size_t word;
    std::size_t apart;
  };
  Buffer<Pair> begun;  // candidates, ascending; slices are cut from it
  Buffer<Pair> ended;
  Buffer<Pair> spare;  // candidates before they are sorted
  Buffer<std::uint64_t> apart;
  Buffer<Place> places;
  RadixSort sort;
};

/// Lists the pairs in all pieces, each once, `first < second`, that may have begun: those apart in
/// the update before, which had `old_count` pairs. `spare` has room for all new pairs where there
/// were none, and is written only then. Inside `workers.run` only. Errors: `std::bad_alloc`.
void find_begun(std::span<const PairPiece> pieces, const FrameBoxes& before, std::size_t old_count,
                Pair* spare, const Workers& workers, const Kernels& kernels, PairDiff& changes);

/// Makes room for what `find_ended` writes. Errors: `std::bad_alloc`.
void reserve_ended(const Workers& workers, PairDiff& changes);

/// Lists the pairs of the update before that may have ended: those apart in this one. Cannot fail.
void find_ended(std::span<const Pair> old_pairs, const FrameBoxes& now, const Workers& workers,
                const Kernels& kernels, PairDiff& changes);

/// Cuts both lists into slices and, where the lists are not known to be `disjoint`, takes the pairs
/// out that are in both, except where an id was renewed: another object has it now. Cannot fail.
void slice_changes(bool disjoint, const IdBits& renewed, const Workers& workers, PairDiff& changes);

}  // namespace quadphase::detail
