// SPDX-License-Identifier: MIT
// Capsules, rotated boxes, polygons, and round casts about a world.
#include <algorithm>
#include <cmath>

#include "queries/extreme_floats.hpp"
#include "queries/query_inputs.hpp"

namespace quadphase::queries {
namespace {

/// Left of the line from `a` to `b`, exactly enough.
bool turns_left(const Point& a, const Point& b, const Point& c) {
  const auto wide = [](float value) { return static_cast<double>(value); };
  return (wide(b.x) - wide(a.x)) * (wide(c.y) - wide(a.y)) >
         (wide(b.y) - wide(a.y)) * (wide(c.x) - wide(a.x));
}

}  // namespace

// Source: A. Andrew, "Another efficient algorithm for convex hulls in two dimensions", 1979.
ConvexPolygon hull_of(std::vector<Point> points) {
  points.resize(std::min(points.size(), ConvexPolygon::kMaxVertices));
  const auto is_finite = [](const Point& p) { return std::isfinite(p.x) && std::isfinite(p.y); };
  if (points.empty() || !std::all_of(points.begin(), points.end(), is_finite))
    return ConvexPolygon(std::span<const Point>(points));
  std::sort(points.begin(), points.end(),
            [](const Point& a, const Point& b) { return a.x < b.x || (a.x == b.x && a.y < b.y); });
  std::vector<Point> hull;
  for (int half = 0; half < 2; ++half) {
    const std::size_t first = hull.size();
    for (const Point& point : points) {
      while (hull.size() >= first + 2 && !turns_left(hull[hull.size() - 2], hull.back(), point))
        hull.pop_back();
      hull.push_back(point);
    }
    hull.pop_back();
    std::reverse(points.begin(), points.end());
  }
  while (hull.size() < 3) hull.push_back(points[0]);
  return ConvexPolygon(std::span<const Point>(hull));
}

Capsule QueryDice::capsule() {
  const Point first = point();
  const float radius = random_.below(4) == 0 ? 0 : length() * 0.2F;
  switch (random_.below(6)) {
    case 0:
      return {first, first, radius};
    case 1:
      return {first, {coordinate(x_), first.y}, radius};
    case 2:
      return {first, {first.x, coordinate(y_)}, radius};
    case 3:
      return {
          first, {bounded(first.x + length() * 0.1F), bounded(first.y - length() * 0.1F)}, radius};
    default:
      return {first, point(), radius};
  }
}

RotatedBox QueryDice::rotated_box() {
  RotatedBox box{point(), {length() * 0.5F, length() * 0.5F}};
  if (random_.below(2) == 0) box.half_size = {box.half_size.x * 0.1F, box.half_size.y * 0.1F};
  switch (random_.below(6)) {
    case 0:
      break;
    case 1:
      box.axis = {0, random_.sign()};
      break;
    case 2:
      box.axis = {0.6F, 0.8F * random_.sign()};
      break;
    case 3:
      box.axis = {1, random_.sign() * 1e-20F};
      break;
    default: {
      const float angle = 6.3F * random_.unit();
      box.axis = {std::cos(angle), std::sin(angle)};
    }
  }
  return box;
}

ConvexPolygon QueryDice::polygon() {
  const Point at = point();
  std::vector<Point> points = {at};
  const std::uint32_t more = 2 + random_.below(6);
  const float side = length();
  const bool is_wide = random_.below(4) == 0;
  for (std::uint32_t i = 0; i < more; ++i)
    points.push_back(is_wide ? point()
                             : Point{bounded(at.x + side * random_.sign() * random_.unit()),
                                     bounded(at.y + side * random_.sign() * random_.unit())});
  return hull_of(points);
}

CircleCast QueryDice::circle_cast() {
  const BoxCast cast = box_cast();
  const Circle round = circle();
  const bool is_small = random_.below(4) != 0;
  return {{{cast.box.min_x, cast.box.min_y}, is_small ? round.radius * 0.05 : round.radius},
          cast.displacement};
}

CapsuleCast QueryDice::capsule_cast() {
  const Capsule round = capsule();
  switch (random_.below(4)) {
    case 0:  // along its line
      return {round,
              {bounded(round.second.x - round.first.x), bounded(round.second.y - round.first.y)}};
    case 1:
      return {round, {0, 0}};
    case 2:
      return {round, direction(round.first)};
    default: {
      const Point to = point();
      return {round, {bounded(to.x - round.first.x), bounded(to.y - round.first.y)}};
    }
  }
}

void add_invalid_convex(const std::vector<Point>& bad, Queries& all) {
  all.rotated_boxes = {
      {{0, 0}, {1, 1}, {0, 0}}, {{0, 0}, {-1, 1}, {1, 0}}, {{0, 0}, {1, -kDenormMin}, {1, 0}}};
  all.polygons = {{},
                  {{0, 0}},
                  {{0, 0}, {1, 0}},
                  {{0, 0}, {0, 1}, {1, 0}},                       // clockwise
                  {{0, 0}, {4, 0}, {1, 1}, {0, 4}},               // a dent
                  {{0, 0}, {4, 4}, {4, 0}, {0, 4}},               // crosses itself
                  {{0, 3}, {-2, -3}, {3, 1}, {-3, 1}, {2, -3}}};  // winds twice
  all.polygons.push_back({{0, 0}, {1, 0}, {1, 1}});
  all.polygons.back().count = 9;
  for (const float radius : {-1.0F, -kDenormMin, kNan, kInfinity}) {
    all.capsules.push_back({{0, 0}, {1, 0}, radius});
    all.circle_casts.push_back({{{0, 0}, radius}, {1, 0}});
    all.capsule_casts.push_back({{{0, 0}, {0, 1}, radius}, {1, 0}});
  }
  for (const Point& point : bad) {
    all.capsules.push_back({point, {0, 0}, 1});
    all.capsules.push_back({{0, 0}, point, 1});
    all.rotated_boxes.push_back({point, {1, 1}});
    all.rotated_boxes.push_back({{0, 0}, point});
    all.rotated_boxes.push_back({{0, 0}, {1, 1}, point});
    all.polygons.push_back({{0, 0}, {1, 0}, point});
    all.circle_casts.push_back({{point, 1}, {1, 0}});
    all.circle_casts.push_back({{{0, 0}, 1}, point});
    all.capsule_casts.push_back({{point, {0, 0}, 1}, {1, 0}});
    all.capsule_casts.push_back({{{0, 0}, point, 1}, {1, 0}});
    all.capsule_casts.push_back({{{0, 0}, {0, 0}, 1}, point});
  }
}

}  // namespace quadphase::queries
