// SPDX-License-Identifier: MIT
// The formula of moving circles and capsules. A capsule is made of two discs and a rectangle, and
// what a disc hits is a box, grown on two sides, or a corner: so a capsule enters a box when the
// first of these parts does.
#include "shapes/round_casts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "data/local_box.hpp"
#include "shapes/fractions.hpp"
#include "shapes/shape_formulas.hpp"

namespace quadphase::detail {
namespace {

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
[[nodiscard]] double disc_entry(const DoublePoint& p, const RoundMotion& motion,
                                const DoubleBox& target) noexcept {
  const auto [dx, dy] = motion.displacement;
  const double radius = motion.capsule.radius;
  Fractions wide(motion.max_fraction);
  wide.clip(target.min_x - radius - p.x, target.max_x + radius - p.x, dx);
  wide.clip(target.min_y - p.y, target.max_y - p.y, dy);
  Fractions high(motion.max_fraction);
  high.clip(target.min_x - p.x, target.max_x - p.x, dx);
  high.clip(target.min_y - radius - p.y, target.max_y + radius - p.y, dy);
  double least = high.first_or(wide.first_or(kNever));
  for (const double x : {target.min_x, target.max_x}) {
    for (const double y : {target.min_y, target.max_y}) {
      least = branchless_min(least,
                             corner_entry(p.x - x, p.y - y, dx, dy, radius, motion.max_fraction));
    }
  }
  return least;
}

/// When the rectangle between the ends of a capsule first enters a box. Source: S. Gottschalk et
/// al., "OBBTree", 1996 (separating axes).
[[nodiscard]] double rectangle_entry(const RoundMotion& motion, const DoubleBox& target) noexcept {
  const auto [dx, dy] = motion.displacement;
  const auto& [first, second, radius] = motion.capsule;
  const double x = second.x - first.x;
  const double y = second.y - first.y;
  const double s = x * x + y * y;
  const double q = std::sqrt(s);
  const double w = radius / q;
  Fractions both(motion.max_fraction);
  both.clip(target.min_x - first.x - std::max(0.0, x) - w * std::abs(y),
            target.max_x - first.x - std::min(0.0, x) + w * std::abs(y), dx);
  both.clip(target.min_y - first.y - std::max(0.0, y) - w * std::abs(x),
            target.max_y - first.y - std::min(0.0, y) + w * std::abs(x), dy);
  both.clip(least_side(-y, x, first, target) - radius * q,
            greatest_side(-y, x, first, target) + radius * q, x * dy - y * dx);
  both.clip(least_side(x, y, first, target) - s, greatest_side(x, y, first, target),
            x * dx + y * dy);
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

double round_entry(const RoundMotion& motion, const DoubleBox& target, double first,
                   double last) noexcept {
  double entry = disc_entry(motion.capsule.first, motion, target);
  if (has_length(motion.capsule)) {
    entry = branchless_min(entry, disc_entry(motion.capsule.second, motion, target));
    entry = branchless_min(entry, rectangle_entry(motion, target));
  }
  entry = branchless_max(first, entry);
  return entry <= last ? entry : CastQuery::kMiss;
}

double CastQuery::round_entry_fraction(const Box& target, double first,
                                       double last) const noexcept {
  if (first == kMiss) return kMiss;
  return round_entry({in_double(capsule), {dx, dy}, max_fraction}, in_double(target), first, last);
}

}  // namespace quadphase::detail
