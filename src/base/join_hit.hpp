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

}  // namespace quadphase::detail
