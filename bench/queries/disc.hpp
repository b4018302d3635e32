// SPDX-License-Identifier: MIT
// A narrow phase for casts: every box holds a disc, which a segment may miss though it hits the
// box.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "quadphase/shapes.hpp"

namespace quadphase::bench::queries {

/// The fraction at which a segment enters the greatest disc around the middle of a box; 0 if it
/// starts inside, infinite if it misses the disc.
[[nodiscard]] inline double disc_fraction(const Segment& segment, const Box& box) noexcept {
  const auto wide = [](float value) { return static_cast<double>(value); };
  const double radius =
      0.5 * std::min(wide(box.max_x) - wide(box.min_x), wide(box.max_y) - wide(box.min_y));
  const double dx = wide(segment.to.x) - wide(segment.from.x);
  const double dy = wide(segment.to.y) - wide(segment.from.y);
  const double x = wide(segment.from.x) - 0.5 * (wide(box.min_x) + wide(box.max_x));
  const double y = wide(segment.from.y) - 0.5 * (wide(box.min_y) + wide(box.max_y));
  // The roots of |(x, y) + t (dx, dy)| = radius.
  const double a = dx * dx + dy * dy;
  const double half_b = x * dx + y * dy;
  const double c = x * x + y * y - radius * radius;
  if (c <= 0) return 0;
  const double discriminant = half_b * half_b - a * c;
  if (discriminant < 0 || half_b > 0) return std::numeric_limits<double>::infinity();
  const double fraction = (-half_b - std::sqrt(discriminant)) / a;
  return fraction <= 1 ? fraction : std::numeric_limits<double>::infinity();
}

}  // namespace quadphase::bench::queries
