// SPDX-License-Identifier: MIT
// Stage 6, indices of pairs that stay. Input: the pairs of this update and of the last one. Output:
// for each pair of this update its index in the pairs of the last one.
//
// How:     the old pairs go to a hash table with chains, and each new pair is looked up in it.
// Cost:    one insertion per old pair and one search per new pair, each with a random read or two;
//          reads of many pairs are under way at the same time.
// Memory:  4 bytes per new pair, and 8 to 12 per old one.
// Threads: insertions are atomic exchanges in any order. Indices do not depend on the order of a
//          chain, because no pair is in it twice; if objects had equal ids, insertions are serial,
//          and the first of equal pairs is found.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>

#include "base/buffer.hpp"
#include "base/parallel.hpp"
#include "events/pair_diff.hpp"
#include "pairs/segments.hpp"

namespace quadphase::detail {

class PreviousPairs {
 public:
  explicit PreviousPairs(std::pmr::memory_resource* resource)
      : heads_(resource),
        next_(resource),
        first_of_segment_(resource),
        indices_(resource),
        next_indices_(resource) {}

  /// Makes room for an update. What is published stays. Errors: `std::bad_alloc`.
  void reserve(std::size_t old_count, std::size_t new_count, std::size_t segment_count);

  /// Gives back everything but the indices of the first `kept` pairs.
  void shrink(std::size_t kept) noexcept;

  /// Finds the indices of all pairs in the segments, in the order of the merged array; none for
  /// pairs with an id in one of the two sets. `may_repeat`: old pairs may be equal. Needs room.
  /// Cannot fail. Call it inside `workers.run` only.
  void find(const PairSegments& segments, std::span<const Pair> old_pairs, bool may_repeat,
            const IdBits& reused, const IdBits& restarted, const Workers& workers) noexcept;

  /// The indices that `find` found last.
  [[nodiscard]] std::span<const std::uint32_t> first(std::size_t count) const noexcept {
    return indices_.first(count);
  }

 private:
  void insert_all(std::span<const Pair> old_pairs, bool may_repeat,
                  const Workers& workers) noexcept;
  /// Writes the indices of the pairs of one piece to `indices`.
  template <class IsNew>
  void find_piece(PairPiece piece, std::span<const Pair> old_pairs, const IsNew& is_new,
                  std::uint32_t* indices) const noexcept;
  [[nodiscard]] std::size_t chain_of(const Pair& pair) const noexcept;

  Buffer<std::uint32_t> heads_;  // of chains of old pairs, by their indices
  Buffer<std::uint32_t> next_;   // one per old pair
  int shift_ = 0;                // of hashes; there are 2^(64 - shift_) chains
  std::uint64_t salt_ = 0;       // so that an attacker cannot choose ids that share one chain
  Buffer<std::uint64_t> first_of_segment_;
  Buffer<std::uint32_t> indices_;
  Buffer<std::uint32_t> next_indices_;  // replaces `indices_`, if it has more room
  bool lacks_spare_ = false;            // `indices_` has been shrunk, and not grown since
};

}  // namespace quadphase::detail
