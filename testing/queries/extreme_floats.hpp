// SPDX-License-Identifier: MIT
// Floats at the ends of their range.
#pragma once

#include <algorithm>
#include <limits>

namespace quadphase::queries {

inline constexpr float kInfinity = std::numeric_limits<float>::infinity();
inline constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
inline constexpr float kGreatest = std::numeric_limits<float>::max();
inline constexpr float kDenormMin = std::numeric_limits<float>::denorm_min();

/// Finite whatever comes out: sums of great edges may overflow.
inline float bounded(float value) {
  return std::clamp(value, -kGreatest, kGreatest);
}

}  // namespace quadphase::queries
