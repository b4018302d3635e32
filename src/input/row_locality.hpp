// SPDX-License-Identifier: MIT
// How well rows lie in an order, whoever knows the rows.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "quadphase/pair.hpp"

namespace quadphase::detail {

/// A row that is far from all others.
inline constexpr std::uint64_t kRowFarAway = ~std::uint64_t{0};

/// The share of neighbors in the order that are near each other, of at most 1,024 samples.
/// `row_of(id)` returns the row of an id, or `kRowFarAway`.
template <class RowOf>
[[nodiscard]] float row_locality_of(std::span<const ObjectId> order, const RowOf& row_of) noexcept {
  constexpr std::size_t kSamples = 1024;
  constexpr std::uint64_t kNear = 64;  // rows of 32 bytes: 2 KiB
  if (order.size() < 2) return 1;
  const auto are_near = [](std::uint64_t a, std::uint64_t b) {
    return a != kRowFarAway && b != kRowFarAway && std::max(a, b) - std::min(a, b) <= kNear;
  };
  const std::size_t neighbors = order.size() - 1;
  const std::size_t samples = std::min(kSamples, neighbors);
  std::size_t near_count = 0;
  for (std::size_t k = 0; k < samples; ++k) {
    const auto i = static_cast<std::size_t>(std::uint64_t{k} * neighbors / samples);
    if (are_near(row_of(order[i]), row_of(order[i + 1]))) ++near_count;
  }
  return static_cast<float>(near_count) / static_cast<float>(samples);
}

}  // namespace quadphase::detail
