// SPDX-License-Identifier: MIT
#include "quadphase/double_shapes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/canonical_nan.hpp"
#include "base/floating_point_mode.hpp"
#include "data/local_box.hpp"

namespace quadphase::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kLargestFloat = static_cast<double>(std::numeric_limits<float>::max());

/// The nearest float; the largest, if the number is finite and no float is near.
float nearest(double value) noexcept {
  return std::isfinite(value) ? static_cast<float>(std::clamp(value, -kLargestFloat, kLargestFloat))
                              : with_canonical_nan(static_cast<float>(value));
}

/// `nearest` of the difference of two numbers, which is finite if these are.
float nearest(double value, double origin) noexcept {
  const double difference = value - origin;
  return std::isfinite(value) && std::isinf(difference)
             ? static_cast<float>(std::copysign(kLargestFloat, difference))
             : nearest(difference);
}

/// An edge of a finite box, which stays finite.
float finite_edge(float edge, double exact) noexcept {
  constexpr float kLargest = std::numeric_limits<float>::max();
  return std::isfinite(exact) ? std::clamp(edge, -kLargest, kLargest) : edge;
}

/// A double that is at least `a + b`, and `a` if b is 0.
double sum_above(double a, double b) noexcept {
  return b == 0 ? a : std::nextafter(a + b, kInfinity);
}

/// At least the distance of a rounded number from the exact one; 0 if they are equal.
double distance_above(const ExactDifference& exact, float rounded) noexcept {
  const auto nearest = static_cast<double>(rounded);
  if (std::isinf(exact.difference)) return kInfinity;
  return std::abs(sum_above(std::abs(exact.difference - nearest), std::abs(exact.error)));
}

/// The displacement along one axis as a float, and the interval of a box, enlarged so that it holds
/// the exact one at every fraction.
struct Motion {
  LocalInterval interval;
  float displacement;
};

Motion moved(const LocalInterval& interval, const ExactDifference& exact,
             float displacement) noexcept {
  if (!(interval.min <= interval.max)) return {interval, displacement};
  const double more = distance_above(exact, displacement);
  if (!(more > 0)) return {interval, displacement};
  const bool is_longer = exact.difference > static_cast<double>(displacement) ||
                         (exact.difference == static_cast<double>(displacement) && exact.error > 0);
  LocalInterval larger = interval;
  if (is_longer) {
    larger.max = rounded_up(static_cast<double>(interval.max), -more);
  } else {
    larger.min = rounded_down(static_cast<double>(interval.min), more);
  }
  return {larger, displacement};
}

Motion moved(double min, double max, double origin, const ExactDifference& exact,
             float displacement) noexcept {
  Motion motion = moved(local_interval(min, max, origin), exact, displacement);
  motion.interval.min = finite_edge(motion.interval.min, min);
  motion.interval.max = finite_edge(motion.interval.max, max);
  return motion;
}

BoxCast cast_of(const Motion& x, const Motion& y) noexcept {
  return {{x.interval.min, y.interval.min, x.interval.max, y.interval.max},
          {x.displacement, y.displacement}};
}

/// The nearest float to a component of a direction; not 0 if the component is not.
float direction_part(double part) noexcept {
  const float rounded = nearest(part);
  if (rounded != 0 || part == 0) return rounded;
  return std::copysign(std::numeric_limits<float>::denorm_min(), rounded);
}

Point nearest_point(const DoublePoint& point, const Origin& origin) noexcept {
  return {nearest(point.x, origin.x), nearest(point.y, origin.y)};
}

/// At least the distance of a float vector from the exact one.
double distance_above(const ExactDifference& x, const ExactDifference& y,
                      const Point& rounded) noexcept {
  return sum_above(distance_above(x, rounded.x), distance_above(y, rounded.y));
}

/// A radius that is larger by `more`; one that is not valid stays as it is.
double larger_radius(double radius, double more) noexcept {
  return radius >= 0 ? sum_above(radius, more) : radius;
}

/// As above, of a shape whose radius must be finite.
double finite_radius(double radius, double more) noexcept {
  const double larger = larger_radius(radius, more);
  return std::isfinite(radius) ? std::min(larger, std::numeric_limits<double>::max()) : larger;
}

/// A capsule that contains one in double, with a radius larger by `more` than that takes.
Capsule capsule_around(const DoubleCapsule& shape, const Origin& origin, double more) noexcept {
  const Point first = nearest_point(shape.first, origin);
  const Point second = nearest_point(shape.second, origin);
  const double of_ends =
      std::max(distance_above({shape.first.x, origin.x}, {shape.first.y, origin.y}, first),
               distance_above({shape.second.x, origin.x}, {shape.second.y, origin.y}, second));
  return {first, second, finite_radius(shape.radius, sum_above(of_ends, more))};
}

CapsuleCast cast_around(const DoubleCapsule& shape, const DoublePoint& displacement,
                        const Origin& origin) noexcept {
  const Point by = {nearest(displacement.x), nearest(displacement.y)};
  const double more = distance_above({displacement.x, 0}, {displacement.y, 0}, by);
  return {capsule_around(shape, origin, more), by};
}

}  // namespace

Point local(const DoublePoint& point, const Origin& origin) noexcept {
  const DefaultFloatingPointMode mode;
  return nearest_point(point, origin);
}

Circle local(const DoubleCircle& circle, const Origin& origin) noexcept {
  const DefaultFloatingPointMode mode;
  const Point center = nearest_point(circle.center, origin);
  return {center,
          larger_radius(circle.radius, distance_above({circle.center.x, origin.x},
                                                      {circle.center.y, origin.y}, center))};
}

Capsule local(const DoubleCapsule& capsule, const Origin& origin) noexcept {
  const DefaultFloatingPointMode mode;
  return capsule_around(capsule, origin, 0);
}

CircleCast local(const DoubleCircleCast& cast, const Origin& origin) noexcept {
  const DefaultFloatingPointMode mode;
  const DoubleCircle& circle = cast.circle;
  const CapsuleCast around =
      cast_around({circle.center, circle.center, circle.radius}, cast.displacement, origin);
  return {{around.capsule.first, around.capsule.radius}, around.displacement};
}

CapsuleCast local(const DoubleCapsuleCast& cast, const Origin& origin) noexcept {
  const DefaultFloatingPointMode mode;
  return cast_around(cast.capsule, cast.displacement, origin);
}

BoxCast local(const DoubleBoxCast& cast, const Origin& origin) noexcept {
  const DefaultFloatingPointMode mode;
  const auto axis = [](double min, double max, double displacement, double from) {
    return moved(min, max, from, {displacement, 0}, nearest(displacement));
  };
  return cast_of(axis(cast.box.min_x, cast.box.max_x, cast.displacement.x, origin.x),
                 axis(cast.box.min_y, cast.box.max_y, cast.displacement.y, origin.y));
}

BoxCast local(const DoubleSegment& segment, const Origin& origin) noexcept {
  const DefaultFloatingPointMode mode;
  const auto axis = [](double from, double to, double near) {
    return moved(from, from, near, {to, from}, nearest(to, from));
  };
  return cast_of(axis(segment.from.x, segment.to.x, origin.x),
                 axis(segment.from.y, segment.to.y, origin.y));
}

Ray local(const DoubleRay& ray, const Origin& origin) noexcept {
  const DefaultFloatingPointMode mode;
  return {nearest_point(ray.origin, origin),
          {direction_part(ray.direction.x), direction_part(ray.direction.y)},
          ray.max_fraction};
}

}  // namespace quadphase::detail
