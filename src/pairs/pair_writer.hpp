// SPDX-License-Identifier: MIT
// The output of a pair kernel: the room left in the block that its thread fills.
#pragma once

#include <cstddef>
#include <cstdint>

#include "quadphase/pair.hpp"

namespace quadphase::detail {

/// A cursor into a block of pairs. At the end of the block, `refill` makes room again; it is called
/// once per block.
struct PairWriter {
  Pair* cursor = nullptr;
  Pair* end = nullptr;
  void (*refill)(PairWriter& writer) = nullptr;
  bool is_closed = false;  // set by a `refill` that stops the walk of a query

  [[nodiscard]] std::size_t room() const noexcept { return static_cast<std::size_t>(end - cursor); }
};

/// Pairs that are consecutive in memory.
struct PairPiece {
  const Pair* first = nullptr;
  std::size_t count = 0;
};

/// The figures of a pair task.
struct PairCounts {
  std::uint64_t tests = 0;  // box-against-box tests
  std::uint64_t pairs = 0;
};

}  // namespace quadphase::detail
