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

  /// A box along an axis.
  struct Interval {
    double min;
    double max;
  };
  [[nodiscard]] static Interval along_x(const Box& box) {
    return {static_cast<double>(box.min_x), static_cast<double>(box.max_x)};
  }
  [[nodiscard]] static Interval along_y(const Box& box) {
    return {static_cast<double>(box.min_y), static_cast<double>(box.max_y)};
  }

  /// Whether a query is near enough to find something.
  [[nodiscard]] static bool is_near(const Interval& query, double period) {
    return std::fmax(std::fabs(query.min), std::fabs(query.max)) <= 1'048'576 * period;
  }

  /// Whether an interval, moved by any number of periods, overlaps another one.
  [[nodiscard]] bool meet_axis(const Interval& a, const Interval& b, float axis_period) const {
    const auto period = static_cast<double>(axis_period);
    const auto meet = [&](double move) {
      const double first = compare_sum(a.min, move, b.max);
      const double last = compare_sum(a.max, move, b.min);
      return touching ? first <= 0 && last >= 0 : first < 0 && last > 0;
    };
    if (period == 0) return meet(0);
    if (compare_sum(a.max, -a.min, period) > 0) return true;  // a query
    if (!is_near(a, period)) return false;
    // The farthest move with which `a` does not begin behind `b`.
    const double last = std::floor((b.max - a.min) / period);
    return meet((last + 1) * period) || meet(last * period) || meet((last - 1) * period);
  }
  [[nodiscard]] bool overlap(const Box& a, const Box& b) const {
    return meet_axis(along_x(a), along_x(b), periods.x) &&
           meet_axis(along_y(a), along_y(b), periods.y);
  }

  /// Whether an interval has another one wholly inside, after a move.
  [[nodiscard]] static bool contain_axis(const Interval& outer, const Interval& inner,
                                         float axis_period) {
    const auto period = static_cast<double>(axis_period);
    const auto contain = [&](double move) {
      return compare_sum(outer.min, move, inner.min) <= 0 &&
             compare_sum(outer.max, move, inner.max) >= 0;
    };
    if (period == 0) return contain(0);
    if (compare_sum(outer.max, -outer.min, period) >= 0) return true;
    if (!is_near(outer, period)) return false;
    const double last = std::floor((inner.min - outer.min) / period);
    return contain((last + 1) * period) || contain(last * period) || contain((last - 1) * period);
  }
  [[nodiscard]] bool contains(const Box& outer, const Box& box) const {
    return contain_axis(along_x(outer), along_x(box), periods.x) &&
           contain_axis(along_y(outer), along_y(box), periods.y);
  }
};

}  // namespace quadphase::model
