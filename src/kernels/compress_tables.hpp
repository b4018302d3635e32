// SPDX-License-Identifier: MIT
// Shuffles that move the set lanes of a mask to the front, for instruction sets without a compress
// instruction.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace quadphase::detail {

using LaneTable = std::array<std::array<std::uint8_t, 8>, 256>;

/// Row m: the numbers of the set bits of m, ascending, then zeros.
inline constexpr auto kCompressLanes = [] {
  LaneTable rows{};
  for (std::size_t mask = 0; mask < rows.size(); ++mask) {
    std::size_t size = 0;
    for (std::size_t lane = 0; lane < 8; ++lane) {
      if ((mask >> lane & 1) != 0) rows[mask][size++] = static_cast<std::uint8_t>(lane);
    }
  }
  return rows;
}();

/// The same numbers in the order 0 1 4 5 2 3 6 7: where the halves of two registers are
/// interleaved, each by itself, they are then in order.
inline constexpr auto kInterleavedLanes = [] {
  LaneTable rows = kCompressLanes;
  for (auto& row : rows) {
    std::swap(row[2], row[4]);
    std::swap(row[3], row[5]);
  }
  return rows;
}();

/// Row m: the bytes of the 32-bit lanes that are set in m, ascending, then zeros.
inline constexpr auto kCompressBytes = [] {
  std::array<std::array<std::uint8_t, 16>, 16> rows{};
  for (std::size_t mask = 0; mask < rows.size(); ++mask) {
    for (std::size_t byte = 0; byte < 16; ++byte) {
      rows[mask][byte] = static_cast<std::uint8_t>(4 * kCompressLanes[mask][byte / 4] + byte % 4);
    }
  }
  return rows;
}();

}  // namespace quadphase::detail
