// SPDX-License-Identifier: MIT
// The formula of moving circles and capsules. A capsule is made of two discs and a rectangle, and
// what a disc hits is a box, grown on two sides, or a corner: so a capsule enters a box when the
// first of these parts does.
#include "shapes/round_casts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "data/local_box.hpp"
#include "shapes/shape_formulas.hpp"

namespace quadphase::detail {
namespace {

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

  /// The first of them, if there are any and it is below `least`; else `least`.
  [[nodiscard]] double first_or(double least) const noexcept {
    return enter_ <= leave_ ? branchless_min(least, enter_) : least;
  }

 private:
  double enter_ = 0;
  double leave_;
};

constexpr double kNever = std::numeric_limits<double>::infinity();

/// When a moving point first enters the circle around a corner.
[[nodiscard]] double corner_entry(double mx, double my, double dx, double dy, double radius,
                                  double max_fraction) noexcept {
  const double k = mx * mx + my * my - radius * radius;
  if (k <= 0) return 0;
  const double b = mx * dx + my * dy;
  if (!(b < 0)) return kNever;
  const double x = mx * dy - my * dx;
  const double h = (radius * radius) * (dx * dx + dy * dy) - x * x;
  if (!(h >= 0)) return kNever;
  const double fraction = k / (std::sqrt(h) - b);
  if (!(fraction <= max_fraction)) return kNever;
  return fraction;
}

/// When a disc around `p` first enters a box.
[[nodiscard]] double disc_entry(const Point& p, double radius, const CastQuery& query,
                                const Box& target) noexcept {
  const double px = to_double(p.x);
  const double py = to_double(p.y);
  const double min_x = to_double(target.min_x);
  const double min_y = to_double(target.min_y);
  const double max_x = to_double(target.max_x);
  const double max_y = to_double(target.max_y);
  Fractions wide(query.max_fraction);
  wide.clip(min_x - radius - px, max_x + radius - px, query.dx);
  wide.clip(min_y - py, max_y - py, query.dy);
  Fractions high(query.max_fraction);
  high.clip(min_x - px, max_x - px, query.dx);
  high.clip(min_y - radius - py, max_y + radius - py, query.dy);
  double least = high.first_or(wide.first_or(kNever));
  for (const double x : {min_x, max_x}) {
    for (const double y : {min_y, max_y}) {
      least = branchless_min(
          least, corner_entry(px - x, py - y, query.dx, query.dy, radius, query.max_fraction));
    }
  }
  return least;
}

/// When the rectangle between the ends of a capsule first enters a box. Source: S. Gottschalk et
/// al., "OBBTree", 1996 (separating axes).
[[nodiscard]] double rectangle_entry(const CastQuery& query, const Box& target) noexcept {
  const Point& first = query.capsule.first;
  const double radius = query.capsule.radius;
  const double x = to_double(query.capsule.second.x) - to_double(first.x);
  const double y = to_double(query.capsule.second.y) - to_double(first.y);
  const double s = x * x + y * y;
  const double q = std::sqrt(s);
  const double w = radius / q;
  Fractions both(query.max_fraction);
  both.clip(to_double(target.min_x) - to_double(first.x) - std::max(0.0, x) - w * std::abs(y),
            to_double(target.max_x) - to_double(first.x) - std::min(0.0, x) + w * std::abs(y),
            query.dx);
  both.clip(to_double(target.min_y) - to_double(first.y) - std::max(0.0, y) - w * std::abs(x),
            to_double(target.max_y) - to_double(first.y) - std::min(0.0, y) + w * std::abs(x),
            query.dy);
  const DoublePoint from = in_double(first);
  both.clip(least_side(-y, x, from, target) - radius * q,
            greatest_side(-y, x, from, target) + radius * q, x * query.dy - y * query.dx);
  both.clip(least_side(x, y, from, target) - s, greatest_side(x, y, from, target),
            x * query.dx + y * query.dy);
  return both.first_or(kNever);
}

}  // namespace

Box bounds_of(const Capsule& capsule) noexcept {
  constexpr auto kLargest = std::numeric_limits<float>::max();
  const auto below = [&](float a, float b) {
    const double edge = std::min(to_double(a), to_double(b)) - capsule.radius;
    return std::max(rounded_down(edge, 0), -kLargest);
  };
  const Point& first = capsule.first;
  const Point& second = capsule.second;
  return {below(first.x, second.x), below(first.y, second.y), -below(-first.x, -second.x),
          -below(-first.y, -second.y)};
}

double CastQuery::round_entry_fraction(const Box& target, double first,
                                       double last) const noexcept {
  if (first == kMiss) return kMiss;
  const double radius = capsule.radius;
  double entry = disc_entry(capsule.first, radius, *this, target);
  if (capsule.first != capsule.second) {
    entry = branchless_min(entry, disc_entry(capsule.second, radius, *this, target));
    entry = branchless_min(entry, rectangle_entry(*this, target));
  }
  entry = branchless_max(first, entry);
  return entry <= last ? entry : kMiss;
}

}  // namespace quadphase::detail
