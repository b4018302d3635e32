// SPDX-License-Identifier: MIT
// One box in double as the smallest float box near an origin. The kernels do the same for many; see
// kernels/double-inl.hpp.
//
// Needs the default floating-point mode.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

#include "base/canonical_nan.hpp"
#include "quadphase/box.hpp"
#include "quadphase/double_box.hpp"

namespace quadphase::detail {

/// A double difference and what it lacks: `value - origin` is `difference + error`, exactly, unless
/// it overflows.
/// Source: D. Knuth, "The Art of Computer Programming 2", 1969 (the exact error of a sum).
struct ExactDifference {
  ExactDifference(double value, double origin) noexcept : difference(value - origin) {
    const double part = difference - value;
    error = (value - (difference - part)) - (origin + part);
  }
  double difference;
  double error;
};

/// The largest float that is at most `value - origin`, exactly; for NaN, a NaN of any bits.
///
/// Why no pair can be lost, even if the correction below were wrong: the difference and its cast
/// are monotone, and the correction only moves outwards.
/// Why without a branch: which way a cast rounds cannot be predicted. Tried: with branches, 8 ns a
/// box if all edges round the same way, and 35 to 75 if not; without, 10.
[[nodiscard]] inline float rounded_down(double value, double origin) noexcept {
  const auto [difference, error] = ExactDifference(value, origin);
  // A difference that overflowed is below infinity, unless the value is infinite itself.
  const double bound = std::min(difference, std::max(value, std::numeric_limits<double>::max()));
  const float nearest = static_cast<float>(difference);
  const auto wide = static_cast<double>(nearest);
  const int above = static_cast<int>(wide > bound) |
                    (static_cast<int>(wide == difference) & static_cast<int>(error < 0));
  // The next float below: for positive floats, the bits as a number, minus 1. Never needed for
  // -inf.
  const auto bits = std::bit_cast<std::uint32_t>(nearest);
  const std::uint32_t below =
      static_cast<std::int32_t>(bits) > 0 ? bits - 1 : (bits | 0x8000'0000U) + 1;
  const std::uint32_t chosen = 0U - static_cast<std::uint32_t>(above);
  return std::bit_cast<float>((below & chosen) | (bits & ~chosen));
}

/// The least float that is at least `value - origin`.
[[nodiscard]] inline float rounded_up(double value, double origin) noexcept {
  return -rounded_down(-value, -origin);
}

struct LocalInterval {
  float min;
  float max;
};

[[nodiscard]] inline LocalInterval local_interval(double min, double max, double origin) noexcept {
  // An inverted axis is rounded inwards, so that it stays inverted.
  if (min > max) return {rounded_up(min, origin), rounded_down(max, origin)};
  const LocalInterval outwards = {rounded_down(min, origin), rounded_up(max, origin)};
  if (min <= max) return outwards;
  return {with_canonical_nan(outwards.min), with_canonical_nan(outwards.max)};
}

[[nodiscard]] inline Box local_box(const DoubleBox& box, const Origin& origin) noexcept {
  const LocalInterval x = local_interval(box.min_x, box.max_x, origin.x);
  const LocalInterval y = local_interval(box.min_y, box.max_y, origin.y);
  return {x.min, y.min, x.max, y.max};
}

}  // namespace quadphase::detail
