// SPDX-License-Identifier: MIT
#include "shapes/convex_query.hpp"

#include <cmath>
#include <limits>
#include <span>
#include <variant>

namespace quadphase::detail {
namespace {

/// The bounds of a part, or larger ones.
[[nodiscard]] Box bounds_around(const ConvexPart& part) noexcept {
  return {float_below(part.min_x), float_below(part.min_y), float_above(part.max_x),
          float_above(part.max_y)};
}

}  // namespace

ConvexQuery::ConvexQuery(const Shape& its_shape, Relation its_relation) noexcept
    : shape(its_shape), relation(its_relation) {
  std::visit(
      [this](const auto& value) {
        if constexpr (!kIsDouble<std::remove_cvref_t<decltype(value)>>) set(value);
      },
      shape.value());
}

void ConvexQuery::set_core(const ConvexPart& part) noexcept {
  core = {float_above(part.min_x), float_above(part.min_y), float_below(part.max_x),
          float_below(part.max_y)};
}

/// Scales the normal to length 1. `outer_reach` is the reach of the shape, that of `half` the reach
/// of the part. If a float cannot represent one of the numbers well, the side decides nothing.
void ConvexQuery::add_side(const HalfPlane& half, double outer_reach) noexcept {
  constexpr double kLeast = 1e-30;  // nonzero factor; with less, a product may be denormal
  constexpr double kGreatest = 1e37;
  constexpr auto kError = static_cast<double>(kSideError);
  constexpr auto kTinyDouble = static_cast<double>(kTiny);
  const double length = std::sqrt(half.nx * half.nx + half.ny * half.ny);
  if (length == 0) return;  // no edge: two equal vertices
  const double nx = half.nx / length;
  const double ny = half.ny / length;
  const double at_x = nx * to_double(half.from.x);
  const double at_y = ny * to_double(half.from.y);
  const double reach = half.reach / length;
  const double error =
      (std::abs(at_x) + std::abs(at_y) + outer_reach / length) * kError + kTinyDouble;
  const double outer = at_x + at_y + outer_reach / length + error;
  const double inner = at_x + at_y + reach - error;
  const auto is_small = [](double factor) { return factor != 0 && std::abs(factor) < kLeast; };
  const std::uint32_t i = sides.count++;
  if (is_small(nx) || is_small(ny) ||
      !(std::abs(outer) < kGreatest && std::abs(inner) < kGreatest)) {
    sides.nx[i] = sides.ny[i] = 0;
    sides.outer[i] = std::numeric_limits<float>::infinity();
    sides.inner[i] = -std::numeric_limits<float>::infinity();
    return;
  }
  sides.nx[i] = static_cast<float>(nx);
  sides.ny[i] = static_cast<float>(ny);
  sides.outer[i] = float_above(outer);
  sides.inner[i] = float_below(inner);
}

void ConvexQuery::set(const Box& box) noexcept {
  bounds = box;
  core = box;
}

void ConvexQuery::set(const Circle& circle) noexcept {
  const CircleQuery query(circle, true);
  bounds = query.bounds;
  // No core except the disc: inverted, so that no box lies in it.
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  core = {kInfinity, kInfinity, -kInfinity, -kInfinity};
  first = second = circle.center;
  disc_inner = query.inner;
}

void ConvexQuery::set(const Capsule& capsule) noexcept {
  set(Circle{capsule.first, capsule.radius});
  if (capsule.first == capsule.second) return;
  second = capsule.second;
  bounds = merge(bounds, CircleQuery(Circle{capsule.second, capsule.radius}, true).bounds);
  const ConvexPart part(capsule);
  bounds = merge(bounds, bounds_around(part));
  set_core(part);
  // Across its length, the shape reaches as far as the part; along it, farther by the radius.
  const double more = part.half_planes[0].reach;
  for (const HalfPlane& half : std::span(part.half_planes).first(2)) add_side(half, half.reach);
  for (const HalfPlane& half : std::span(part.half_planes).subspan(2, 2))
    add_side(half, half.reach + more);
}

void ConvexQuery::set(const RotatedBox& box) noexcept {
  const ConvexPart part(box);
  bounds = bounds_around(part);
  set_core(part);
  for (const HalfPlane& half : std::span(part.half_planes).first(part.count))
    add_side(half, half.reach);
}

void ConvexQuery::set(const ConvexPolygon& polygon) noexcept {
  const ConvexPart part(polygon);
  bounds = {static_cast<float>(part.min_x), static_cast<float>(part.min_y),
            static_cast<float>(part.max_x), static_cast<float>(part.max_y)};
  core = bounds;
  for (const HalfPlane& half : std::span(part.half_planes).first(part.count))
    add_side(half, half.reach);
}

}  // namespace quadphase::detail
