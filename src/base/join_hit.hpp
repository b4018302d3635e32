// SPDX-License-Identifier: MIT
// What a tree-tree join finds.
#pragma once

#include <compare>
#include <cstdint>

#include "quadphase/pair.hpp"

namespace quadphase::detail {

/// An object of tree A, by its position, overlaps one of tree B, by its id.
struct JoinHit {
  std::uint32_t position;
  ObjectId id;

  friend constexpr bool operator==(const JoinHit&, const JoinHit&) noexcept = default;
  friend constexpr auto operator<=>(const JoinHit&, const JoinHit&) noexcept = default;

  /// As one number that sorts like the hits: by position, then by id.
  [[nodiscard]] constexpr std::uint64_t order() const noexcept {
    return std::uint64_t{position} << 32 | id;
  }
  [[nodiscard]] static constexpr JoinHit from_order(std::uint64_t order) noexcept {
    return {static_cast<std::uint32_t>(order >> 32), static_cast<ObjectId>(order)};
  }
};
static_assert(sizeof(JoinHit) == 8);

/// A leaf hit: an object of tree B, by its id, overlaps some boxes of a leaf of tree A. It is
/// stored as a JoinHit, with the number of the leaf in its task above a bit for each of these
/// boxes.
struct LeafHit {
  static constexpr int kBoxBits = 16;  // as many as a leaf has objects

  [[nodiscard]] static constexpr std::uint32_t of_leaf(std::uint32_t leaf) noexcept {
    return leaf << kBoxBits;
  }
  [[nodiscard]] static constexpr std::uint32_t leaf_of(const JoinHit& hit) noexcept {
    return hit.position >> kBoxBits;
  }
};

}  // namespace quadphase::detail
