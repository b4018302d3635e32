// SPDX-License-Identifier: MIT
// The one NaN that is stored, whatever NaN is given or computed.
//
// Why:  which NaN an operation gives differs between processors, and its sign between compilers and
//       instruction sets. What is stored can be saved and compared, so its bytes must not differ.
// Why by bits: a comparison would raise a flag of the caller's mode for a signalling NaN.
#pragma once

#include <bit>
#include <cstdint>

#include "quadphase/box.hpp"

namespace quadphase::detail {

inline constexpr std::uint32_t kCanonicalNan = 0x7FC0'0000;

/// `value`; every NaN becomes the one that is stored.
[[nodiscard]] constexpr float with_canonical_nan(float value) noexcept {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  return std::bit_cast<float>((bits & 0x7FFF'FFFF) > 0x7F80'0000 ? kCanonicalNan : bits);
}

[[nodiscard]] constexpr Box with_canonical_nan(const Box& box) noexcept {
  return {with_canonical_nan(box.min_x), with_canonical_nan(box.min_y),
          with_canonical_nan(box.max_x), with_canonical_nan(box.max_y)};
}

}  // namespace quadphase::detail
