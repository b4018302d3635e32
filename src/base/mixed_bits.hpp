// SPDX-License-Identifier: MIT
// A hash of 64 bits.
#pragma once

#include <cstdint>

namespace quadphase::detail {

/// Every bit of `bits` changes every high bit of the result. Use the high ones.
/// Source: G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", 2014
///         (the finalizer of SplitMix64, but for its last step, which leaves the high bits).
[[nodiscard]] constexpr std::uint64_t mixed_bits(std::uint64_t bits) noexcept {
  bits = (bits ^ bits >> 30) * 0xBF58'476D'1CE4'E5B9U;
  return (bits ^ bits >> 27) * 0x94D0'49BB'1331'11EBU;
}

}  // namespace quadphase::detail
