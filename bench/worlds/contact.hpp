// SPDX-License-Identifier: MIT
// The data of a pair that a solver carries from frame to frame, with arithmetic that shows whether
// it was carried.
#pragma once

#include <cstdint>

#include "quadphase/pair.hpp"

namespace quadphase::bench::worlds {

/// 16 bytes, as the impulses of two points along two axes take.
///
/// Why integers: the sum over all contacts is exact in any order.
struct Contact {
  std::uint64_t impulse = 0;
  std::uint32_t feature = 0;
  std::uint32_t age = 0;  ///< frames so far; 0: the boxes do not overlap

  friend bool operator==(const Contact&, const Contact&) = default;
};
static_assert(sizeof(Contact) == 16);

/// The data of a pair in its first frame. `pair` holds ids, the lesser one first.
[[nodiscard]] constexpr Contact begun(const Pair& pair) noexcept {
  const std::uint64_t ids = std::uint64_t{pair.first} << 32U | pair.second;
  return {
      .impulse = (ids + 1) * 0x9e3779b97f4a7c15U, .feature = pair.first ^ pair.second, .age = 1};
}

/// The data of a pair that was there in the frame before. What it becomes depends on what it was.
[[nodiscard]] constexpr Contact carried(const Contact& before) noexcept {
  return {.impulse = before.impulse + (before.impulse >> 7U) + before.feature,
          .feature = before.feature,
          .age = before.age + 1};
}

/// Contacts that differ have other sums, but for one case in 2^64.
[[nodiscard]] constexpr std::uint64_t checksum(const Contact& contact) noexcept {
  const std::uint64_t rest = std::uint64_t{contact.feature} << 32U | contact.age;
  return (contact.impulse ^ rest * 0xbf58476d1ce4e5b9U) * 0x94d049bb133111ebU;
}

}  // namespace quadphase::bench::worlds
