// SPDX-License-Identifier: MIT
// A pair as one number, for sorting.
#pragma once

#include <cstdint>

#include "quadphase/pair.hpp"

namespace quadphase::detail {

/// A pair as one number that sorts as pairs do.
/// Why a function object: a sort is compiled for it; a function would be called through a pointer.
struct PairOrder {
  [[nodiscard]] constexpr std::uint64_t operator()(const Pair& pair) const noexcept {
    return std::uint64_t{pair.first} << 32 | pair.second;
  }
};
inline constexpr PairOrder kPairOrder;

}  // namespace quadphase::detail
