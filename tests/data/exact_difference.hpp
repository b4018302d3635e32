// SPDX-License-Identifier: MIT
// The exact difference of two doubles, as an integer of two thousand bits.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace quadphase::testing {

class ExactDifference {
 public:
  /// Needs finite numbers.
  ExactDifference(double value, double origin) : bits_(minus(integer(value), integer(origin))) {}

  /// True if the difference is at least `bound`, which may be infinite.
  [[nodiscard]] bool is_at_least(float bound) const {
    if (std::isinf(bound)) return bound < 0;
    return minus(bits_, integer(static_cast<double>(bound))).back() >> 63 == 0;
  }

 private:
  /// In units of the least double, 2^-1074, with a sign bit.
  using Integer = std::array<std::uint64_t, 34>;

  static Integer integer(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    const std::uint64_t exponent = bits >> 52 & 0x7FF;
    const std::uint64_t fraction = bits & 0xF'FFFF'FFFF'FFFF;
    const std::uint64_t mantissa = exponent == 0 ? fraction : fraction | std::uint64_t{1} << 52;
    const std::size_t shift = exponent == 0 ? 0 : exponent - 1;
    Integer magnitude{};
    magnitude[shift / 64] = mantissa << shift % 64;
    if (shift % 64 != 0) magnitude[shift / 64 + 1] = mantissa >> (64 - shift % 64);
    return bits >> 63 != 0 ? minus(Integer{}, magnitude) : magnitude;
  }

  static Integer minus(const Integer& a, const Integer& b) {
    Integer difference{};
    std::uint64_t borrow = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      const std::uint64_t part = a[i] - b[i];
      difference[i] = part - borrow;
      borrow = static_cast<std::uint64_t>(a[i] < b[i]) | static_cast<std::uint64_t>(part < borrow);
    }
    return difference;
  }

  Integer bits_;
};

}  // namespace quadphase::testing
