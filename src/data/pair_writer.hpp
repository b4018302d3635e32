// SPDX-License-Identifier: MIT
// What a pair kernel writes.
#pragma once

#include <cstdint>
#include <span>

#include "base/item_writer.hpp"
#include "quadphase/pair.hpp"

namespace quadphase::detail {

using PairWriter = ItemWriter<Pair>;

/// Pairs that are consecutive in memory.
using PairPiece = std::span<const Pair>;

/// The counts of a pair task.
struct PairCounts {
  std::uint64_t tests = 0;  // box-against-box tests
  std::uint64_t pairs = 0;

  PairCounts& operator+=(const PairCounts& other) noexcept {
    tests += other.tests;
    pairs += other.pairs;
    return *this;
  }
};

}  // namespace quadphase::detail
