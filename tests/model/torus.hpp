// SPDX-License-Identifier: MIT
// The rules of periodic worlds, written anew with exact sums: which boxes fit, and which overlap.
#pragma once

#include <cmath>

#include "quadphase/box.hpp"
#include "quadphase/periodic.hpp"

namespace quadphase::model {

/// The order of `a + b` and `c`, exactly: negative, 0 or positive.
[[nodiscard]] inline double compare_sum(double a, double b, double c) {
  const double sum = a + b;
  if (sum != c) return sum - c;
  if (std::isinf(sum)) return 0;
  const double part = sum - a;
  return (a - (sum - part)) + (b - part);  // what the sum lacks
}

/// A world with these periods.
struct Torus {
  /// As `Config::touching` and the periods.
  bool touching = true;
  Periods periods{};

  [[nodiscard]] static bool fits_axis(float min, float max, float period) {
    if (period == 0) return true;
    return min >= -period / 4 && min < 1.25F * period && 2 * (max - min) < period;
  }
  [[nodiscard]] bool fits(const Box& box) const {
    return fits_axis(box.min_x, box.max_x, periods.x) && fits_axis(box.min_y, box.max_y, periods.y);
  }

  /// Whether an interval, moved by any number of periods, overlaps another one.
  [[nodiscard]] bool meet_axis(double a_min, double a_max, double b_min, double b_max,
                               double period) const {
    const auto meet = [&](double move) {
      const double first = compare_sum(a_min, move, b_max);
      const double last = compare_sum(a_max, move, b_min);
      return touching ? first <= 0 && last >= 0 : first < 0 && last > 0;
    };
    if (period == 0) return meet(0);
    if (compare_sum(a_max, -a_min, period) > 0) return true;  // a query
    // The farthest move with which `a` does not begin behind `b`.
    const double last = std::floor((b_max - a_min) / period);
    return meet((last + 1) * period) || meet(last * period) || meet((last - 1) * period);
  }
  [[nodiscard]] bool overlap(const Box& a, const Box& b) const {
    return meet_axis(a.min_x, a.max_x, b.min_x, b.max_x, periods.x) &&
           meet_axis(a.min_y, a.max_y, b.min_y, b.max_y, periods.y);
  }

  /// Whether an interval has another one wholly inside, after a move.
  [[nodiscard]] static bool contain_axis(double outer_min, double outer_max, double min, double max,
                                         double period) {
    const auto contain = [&](double move) {
      return compare_sum(outer_min, move, min) <= 0 && compare_sum(outer_max, move, max) >= 0;
    };
    if (period == 0) return contain(0);
    if (compare_sum(outer_max, -outer_min, period) >= 0) return true;
    const double last = std::floor((min - outer_min) / period);
    return contain((last + 1) * period) || contain(last * period) || contain((last - 1) * period);
  }
  [[nodiscard]] bool contains(const Box& outer, const Box& box) const {
    return contain_axis(outer.min_x, outer.max_x, box.min_x, box.max_x, periods.x) &&
           contain_axis(outer.min_y, outer.max_y, box.min_y, box.max_y, periods.y);
  }
};

}  // namespace quadphase::model
