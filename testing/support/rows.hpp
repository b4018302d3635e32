// SPDX-License-Identifier: MIT
// Orders of rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "quadphase/pair.hpp"

namespace quadphase::contract {

using Rows = std::vector<ObjectId>;

inline Rows ascending(std::size_t count) {
  Rows rows(count);
  std::iota(rows.begin(), rows.end(), 0U);
  return rows;
}

/// A permutation that is far from ascending.
inline Rows shuffled(std::size_t count) {
  Rows rows = ascending(count);
  std::uint64_t state = 1;
  for (std::size_t i = count; i > 1; --i) {
    state = state * 6'364'136'223'846'793'005 + 1'442'695'040'888'963'407;
    std::swap(rows[i - 1], rows[(state >> 33) % i]);
  }
  return rows;
}

}  // namespace quadphase::contract
