// SPDX-License-Identifier: MIT
// What a pair kernel writes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/item_writer.hpp"
#include "quadphase/pair.hpp"

namespace quadphase::detail {

using PairWriter = ItemWriter<Pair>;

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
