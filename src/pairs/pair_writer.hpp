// SPDX-License-Identifier: MIT
// Where a pair kernel writes: the room left in the block that its thread fills.
#pragma once

#include <cstddef>
#include <cstdint>

#include "quadphase/pair.hpp"

namespace quadphase::detail {

/// A cursor into a block of pairs. `refill` makes room again where it ends; it is called once a
/// block.
struct PairWriter {
  Pair* cursor = nullptr;
  Pair* end = nullptr;
  void (*refill)(PairWriter& writer) = nullptr;
  bool is_closed = false;  // set by a refill that wants no more, which only walks of queries heed

  [[nodiscard]] std::size_t room() const noexcept { return static_cast<std::size_t>(end - cursor); }
};

/// Pairs that lie one behind the other.
struct PairPiece {
  const Pair* first = nullptr;
  std::size_t count = 0;
};

/// What a pair task found.
struct PairCounts {
  std::uint64_t tests = 0;  // box against box
  std::uint64_t pairs = 0;
};

}  // namespace quadphase::detail
