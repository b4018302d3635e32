// SPDX-License-Identifier: MIT
// When a moving interval overlaps one that rests.
#pragma once

#include <limits>

#include "shapes/shapes.hpp"

namespace quadphase::detail {

/// Where something never enters.
inline constexpr double kNever = std::numeric_limits<double>::infinity();

/// The fractions of a motion at which several moving coordinates are all in their intervals.
class Fractions {
 public:
  explicit Fractions(double max_fraction) noexcept : leave_(max_fraction) {}

  /// Keeps those at which `fraction * motion` is from `low` to `high`.
  void clip(double low, double high, double motion) noexcept {
    if (motion == 0) {
      if (!(low <= 0 && high >= 0)) leave_ = CastQuery::kMiss;
      return;
    }
    enter_ = branchless_max(enter_, (motion > 0 ? low : high) / motion);
    leave_ = branchless_min(leave_, (motion > 0 ? high : low) / motion);
  }

  /// Whether there are any.
  [[nodiscard]] bool has_any() const noexcept { return enter_ <= leave_; }
  /// The first and the last of them, if there are any.
  [[nodiscard]] double first() const noexcept { return enter_; }
  [[nodiscard]] double last() const noexcept { return leave_; }

  /// The first of them, if there are any and it is below `least`; else `least`.
  [[nodiscard]] double first_or(double least) const noexcept {
    return has_any() ? branchless_min(least, enter_) : least;
  }

 private:
  double enter_ = 0;
  double leave_;
};

}  // namespace quadphase::detail
