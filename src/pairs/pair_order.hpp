// SPDX-License-Identifier: MIT
// A pair as one number, for sorting.
#pragma once

#include <cstdint>

#include "quadphase/pair.hpp"

namespace quadphase::detail {

/// A pair as one number that sorts as pairs do.
[[nodiscard]] inline std::uint64_t order_of(const Pair& pair) noexcept {
  return std::uint64_t{pair.first} << 32 | pair.second;
}

}  // namespace quadphase::detail
