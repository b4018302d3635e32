// SPDX-License-Identifier: MIT
#include "shapes/shapes.hpp"

#include "base/floating_point_mode.hpp"
#include "shapes/round_casts.hpp"

namespace quadphase {

// In the default floating-point mode, as all queries are: that of the caller may flush denormals or
// round differently.

std::optional<double> entry_fraction(const Cast& cast, const Box& box) noexcept {
  const detail::DefaultFloatingPointMode mode;
  const detail::CastQuery query(cast);
  if (!query.is_valid() || !is_valid(box)) return std::nullopt;
  const double fraction = query.entry_fraction(box);
  return fraction >= 0 ? std::optional(fraction) : std::nullopt;
}

bool interiors_overlap(const Circle& circle, const Box& box) noexcept {
  const detail::DefaultFloatingPointMode mode;
  if (!detail::is_valid(circle) || !is_valid(box)) return false;
  const detail::CircleQuery query(circle, false);
  return overlaps(query.bounds, box) && query.hits(box);
}

namespace detail {

CircleQuery::CircleQuery(const Point& circle_center, double circle_radius) noexcept
    : center(circle_center), radius(circle_radius) {
  const auto x = static_cast<double>(center.x);
  const auto y = static_cast<double>(center.y);
  // Why wider: distances from far away are rounded, and so may reach boxes beyond the radius.
  const double padded_radius = radius + (std::abs(x) + std::abs(y) + radius) * 0x1p-48;
  bounds = {float_below(x - padded_radius), float_below(y - padded_radius),
            float_above(x + padded_radius), float_above(y + padded_radius)};
  constexpr auto kSlackDouble = static_cast<double>(kSlack);
  constexpr auto kTinyDouble = static_cast<double>(kTiny);
  const double squared_radius = radius * radius;
  outer = float_above(squared_radius * kSlackDouble + kTinyDouble);
  // Why at most the greatest number: a squared distance that overflows must not count as inside.
  inner = float_below(std::min(squared_radius / kSlackDouble - kTinyDouble,
                               to_double(std::numeric_limits<float>::max())));
}

void CircleQuery::exclude_touching() noexcept {
  if (radius > 0) {
    // A distance is less than the radius if it is at most the double below. The bounds of the
    // kernels stay: they have slack for more.
    radius = std::nextafter(radius, 0.0);
    return;
  }
  bounds = {center.x, center.y, center.x, center.y};
  (void)narrow(bounds);  // a center is finite
}

namespace {

[[nodiscard]] bool is_finite(const Box& box) noexcept {
  return std::isfinite(box.min_x) && std::isfinite(box.min_y) && std::isfinite(box.max_x) &&
         std::isfinite(box.max_y);
}

/// True if slabs in float err no more than the slack allows: neither they nor the inverses
/// overflow.
[[nodiscard]] bool is_usable(double d, float min, float max) noexcept {
  constexpr double kMax = 1e30;
  return std::abs(d) >= 1 / kMax && std::abs(d) <= kMax &&
         std::abs(static_cast<double>(min)) <= kMax && std::abs(static_cast<double>(max)) <= kMax;
}

}  // namespace

CastQuery::CastQuery(const Cast& cast, double most_fraction) noexcept
    : box(cast.is_round ? bounds_of(cast.capsule) : cast.box),
      dx(to_double(cast.to.x) - to_double(cast.from.x)),
      dy(to_double(cast.to.y) - to_double(cast.from.y)),
      max_fraction(branchless_min(cast.max_fraction, most_fraction)),
      near_edge_x(dx < 0 ? 1 : 0),
      near_edge_y(dy < 0 ? 1 : 0),
      can_cull_x(is_usable(dx, box.min_x, box.max_x)),
      can_cull_y(is_usable(dy, box.min_y, box.max_y)),
      is_round(cast.is_round),
      capsule{cast.capsule.first, cast.capsule.second,
              branchless_min(cast.capsule.radius, kLargestRadius)} {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  // Why by index: the directions of casts cannot be predicted.
  const float edges_x[] = {box.max_x, box.min_x};
  const float edges_y[] = {box.max_y, box.min_y};
  near_x = edges_x[near_edge_x];
  near_y = edges_y[near_edge_y];
  far_x = edges_x[1 - near_edge_x];
  far_y = edges_y[1 - near_edge_y];
  dx_or_one = dx != 0 ? dx : 1;
  dy_or_one = dy != 0 ? dy : 1;
  entry_edge_x = dx != 0 ? to_double(near_x) : kInfinity;
  entry_edge_y = dy != 0 ? to_double(near_y) : kInfinity;
  exit_edge_x = dx != 0 ? to_double(far_x) : -kInfinity;
  exit_edge_y = dy != 0 ? to_double(far_y) : -kInfinity;
  still_min_x = dx != 0 ? -kInfinity : to_double(box.min_x);
  still_min_y = dy != 0 ? -kInfinity : to_double(box.min_y);
  still_max_x = dx != 0 ? kInfinity : to_double(box.max_x);
  still_max_y = dy != 0 ? kInfinity : to_double(box.max_y);
  inverse_dx = can_cull_x ? static_cast<float>(1 / dx) : 0;
  inverse_dy = can_cull_y ? static_cast<float>(1 / dy) : 0;
  const bool is_valid = quadphase::is_valid(box) && is_finite(box) &&
                        detail::is_finite(cast.from) && detail::is_finite(cast.to) &&
                        (!cast.must_move || cast.to != Point{}) && cast.max_fraction >= 0 &&
                        (!cast.is_round || detail::is_valid(cast.capsule));
  if (!is_valid) max_fraction = kMiss;
}

void CastQuery::limit_to(double fraction) noexcept {
  limit = float_above(fraction);
  const double x = dx * fraction;
  const double y = dy * fraction;
  // Why wider: the formula has no such bounds if the cast is cut short, and rounds differently.
  const double slack_x =
      (std::abs(to_double(box.min_x)) + std::abs(to_double(box.max_x)) + std::abs(x)) * 0x1p-48;
  const double slack_y =
      (std::abs(to_double(box.min_y)) + std::abs(to_double(box.max_y)) + std::abs(y)) * 0x1p-48;
  // What the edges move by: of those that lead, the way, and of the others, nothing.
  const double steps_x[] = {0, x, 0};
  const double steps_y[] = {0, y, 0};
  bounds = {float_below(to_double(box.min_x) + steps_x[near_edge_x] - slack_x),
            float_below(to_double(box.min_y) + steps_y[near_edge_y] - slack_y),
            float_above(to_double(box.max_x) + steps_x[near_edge_x + 1] + slack_x),
            float_above(to_double(box.max_y) + steps_y[near_edge_y + 1] + slack_y)};
}

}  // namespace detail
}  // namespace quadphase
