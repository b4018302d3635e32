// SPDX-License-Identifier: MIT
#include "shapes/double_query.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include "data/local_box.hpp"

namespace quadphase::detail {
namespace {

/// More than what rounding adds to a distance, relative to the numbers that are rounded.
constexpr double kRounding = 0x1p-48;

[[nodiscard]] DoubleBox larger(const DoubleBox& box, double by) noexcept {
  return {box.min_x - by, box.min_y - by, box.max_x + by, box.max_y + by};
}
[[nodiscard]] double size_of(const DoublePoint& point) noexcept {
  return std::abs(point.x) + std::abs(point.y);
}

/// A disc that has only its interior: the greatest double below the radius is still in it.
[[nodiscard]] Shape without_edge(const DoubleCircle& circle) noexcept {
  if (circle.radius > 0) return DoubleCircle{circle.center, std::nextafter(circle.radius, 0.0)};
  return circle.center;
}

/// Compares exactly with a box in float near the origin.
[[nodiscard]] bool finds_local(const DoubleBox& shape, Relation relation, bool touching,
                               const Box& box, const Origin& origin) noexcept {
  if (relation == Relation::overlaps)
    return overlaps(ExactBox{local_box(shape, origin), shape, origin}, ExactBox{box}, touching);
  const Box inner = {rounded_up(shape.min_x, origin.x), rounded_up(shape.min_y, origin.y),
                     rounded_down(shape.max_x, origin.x), rounded_down(shape.max_y, origin.y)};
  return contains(inner, box);
}
template <class Round>
[[nodiscard]] bool finds_local(const Round& shape, Relation relation, bool /*touching*/,
                               const Box& box, const Origin& origin) noexcept {
  return is_found(moved(shape, -origin.x, -origin.y), relation, in_double(box));
}

[[nodiscard]] bool finds(const DoubleBox& shape, Relation relation, bool touching,
                         const DoubleBox& box) noexcept {
  return relation == Relation::overlaps ? overlaps(shape, box, touching) : contains(shape, box);
}
template <class Round>
[[nodiscard]] bool finds(const Round& shape, Relation relation, bool /*touching*/,
                         const DoubleBox& box) noexcept {
  return is_found(shape, relation, box);
}

}  // namespace

DoubleQuery::DoubleQuery(const Shape& its_shape, Relation its_relation, bool its_touching) noexcept
    : shape(its_shape), relation(its_relation), touching(its_touching) {
  const auto* const disc = std::get_if<DoubleCircle>(&shape.value());
  if (disc != nullptr && !touching && relation == Relation::overlaps) shape = without_edge(*disc);
  if (const auto* const box = std::get_if<DoubleBox>(&shape.value())) {
    bounds = *box;
  } else if (const auto* const circle = std::get_if<DoubleCircle>(&shape.value())) {
    const DoublePoint& at = circle->center;
    world_size = size_of(at) + circle->radius;
    bounds = larger({at.x, at.y, at.x, at.y}, circle->radius);
  } else if (const auto* const capsule = std::get_if<DoubleCapsule>(&shape.value())) {
    const auto [first, second, radius] = *capsule;
    world_size = size_of(first) + size_of(second) + radius;
    bounds = larger({std::min(first.x, second.x), std::min(first.y, second.y),
                     std::max(first.x, second.x), std::max(first.y, second.y)},
                    radius);
  }
  bounds = larger(bounds, world_size * kRounding);
}

CastQuery DoubleQuery::near(const Origin& origin) const noexcept {
  const double more = world_size > 0 ? (std::abs(origin.x) + std::abs(origin.y)) * kRounding : 0;
  CastQuery query;  // without motion, so that its bounds decide
  query.bounds = local_box(larger(bounds, more), origin);
  return query;
}

bool DoubleQuery::hits(const ExactBox& box, const Origin& origin) const noexcept {
  return std::visit(
      [&](const auto& value) {
        if constexpr (kIsDouble<std::remove_cvref_t<decltype(value)>>) {
          return box.is_double() ? finds(value, relation, touching, box.doubles)
                                 : finds_local(value, relation, touching, box.local, origin);
        } else {
          return false;
        }
      },
      shape.value());
}

DoubleBox moved(const DoubleBox& box, double x, double y) noexcept {
  return {box.min_x + x, box.min_y + y, box.max_x + x, box.max_y + y};
}
DoubleCircle moved(const DoubleCircle& circle, double x, double y) noexcept {
  return {{circle.center.x + x, circle.center.y + y}, circle.radius};
}
DoubleCapsule moved(const DoubleCapsule& capsule, double x, double y) noexcept {
  return {{capsule.first.x + x, capsule.first.y + y},
          {capsule.second.x + x, capsule.second.y + y},
          capsule.radius};
}

}  // namespace quadphase::detail
