// SPDX-License-Identifier: MIT
#include "queries/query_inputs.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "queries/extreme_floats.hpp"

namespace quadphase::queries {
namespace {

bool is_finite(const Box& box) {
  return std::isfinite(box.min_x) && std::isfinite(box.min_y) && std::isfinite(box.max_x) &&
         std::isfinite(box.max_y);
}

}  // namespace

QueryDice::QueryDice(const std::vector<Member>& members, std::uint64_t seed) : random_(seed, 31) {
  for (const Member& member : members)
    if (is_finite(member.box)) boxes_.push_back(member.box);
  if (boxes_.empty()) boxes_.push_back({-1, -1, 1, 1});
  for (const Box& box : boxes_) {
    x_.edges.insert(x_.edges.end(), {box.min_x, box.max_x});
    y_.edges.insert(y_.edges.end(), {box.min_y, box.max_y});
  }
  for (Axis* const axis : {&x_, &y_}) {
    const auto [low, high] = std::minmax_element(axis->edges.begin(), axis->edges.end());
    axis->low = *low;
    axis->high = *high;
  }
}

float QueryDice::coordinate(const Axis& axis) {
  const auto edge = [&] {
    return axis.edges[random_.below(static_cast<std::uint32_t>(axis.edges.size()))];
  };
  const float size = bounded(axis.high - axis.low);
  switch (random_.below(12)) {
    case 0:
    case 1:
      return edge();
    case 2:
      return bounded(std::nextafter(edge(), kInfinity));
    case 3:
      return bounded(std::nextafter(edge(), -kInfinity));
    case 4:
      return bounded(axis.low - size * random_.unit());
    case 5:
      return bounded(axis.high + size * random_.unit());
    case 6:
      return bounded(edge() / 2 + edge() / 2);
    case 7:
      return bounded(edge() + random_.sign() * size * 0.01F * random_.unit());
    default:
      return bounded(axis.low + size * random_.unit());
  }
}

float QueryDice::length() {
  const float size = bounded(x_.high - x_.low);
  switch (random_.below(8)) {
    case 0:
      return 0;
    case 1:
      return size * 0.5F;
    case 2:
      return bounded(size * 3);
    default:
      return size * std::pow(random_.unit(), 4.0F);
  }
}

Point QueryDice::point() {
  const Box& box = boxes_[random_.below(static_cast<std::uint32_t>(boxes_.size()))];
  switch (random_.below(8)) {
    case 0:
      return {box.min_x, box.min_y};
    case 1:
      return {box.max_x, box.min_y};
    case 2:
      return {box.min_x / 2 + box.max_x / 2, box.min_y / 2 + box.max_y / 2};
    case 3:
      return {box.max_x, coordinate(y_)};
    default:
      return {coordinate(x_), coordinate(y_)};
  }
}

Box QueryDice::box() {
  const Point a = point();
  switch (random_.below(8)) {
    case 0:
      return {a.x, a.y, a.x, a.y};
    case 1: {  // one that touches along an edge, or surrounds
      const Box& other = boxes_[random_.below(static_cast<std::uint32_t>(boxes_.size()))];
      const float side = length();
      return {other.max_x, bounded(other.min_y - side), bounded(other.max_x + side), other.max_y};
    }
    case 2:
      return {x_.low, y_.low, x_.high, y_.high};
    case 3: {
      const Point b = point();
      return {std::min(a.x, b.x), std::min(a.y, b.y), std::max(a.x, b.x), std::max(a.y, b.y)};
    }
    default: {
      const float width = length();
      const float height = random_.below(2) == 0 ? width : length();
      return {a.x, a.y, bounded(a.x + width), bounded(a.y + height)};
    }
  }
}

Circle QueryDice::circle() {
  const Point center = point();
  const Point other = point();
  switch (random_.below(8)) {
    case 6:  // as far as a box is
      return {center,
              distance(center, boxes_[random_.below(static_cast<std::uint32_t>(boxes_.size()))])};
    case 0:  // just reaches an edge
      return {center, bounded(std::abs(center.x - other.x))};
    case 1:  // just reaches a corner, up to rounding
      return {center, bounded(std::hypot(center.x - other.x, center.y - other.y))};
    default:
      return {center, length()};
  }
}

Point QueryDice::direction(const Point& origin) {
  const Point target = point();
  Point to = {bounded(target.x - origin.x), bounded(target.y - origin.y)};
  switch (random_.below(8)) {
    case 0:
      to = {random_.sign(), random_.below(2) == 0 ? 0.0F : -0.0F};
      break;
    case 1:
      to = {random_.below(2) == 0 ? 0.0F : -0.0F, random_.sign()};
      break;
    case 2:
      to = {random_.sign(), random_.sign()};
      break;
    default:
      break;
  }
  constexpr float kScales[] = {1e-30F, 1e30F, kDenormMin, 1e-10F};
  if (random_.below(4) == 0) {
    const float scale = kScales[random_.below(4)];
    to = {bounded(to.x * scale), bounded(to.y * scale)};
  }
  if (to.x == 0 && to.y == 0) to.x = 1;
  return to;
}

Ray QueryDice::ray() {
  Ray ray;
  ray.origin = point();
  ray.direction = direction(ray.origin);
  switch (random_.below(4)) {
    case 0: {  // up to where it enters a box
      const Box& box = boxes_[random_.below(static_cast<std::uint32_t>(boxes_.size()))];
      ray.max_fraction = entry_fraction(ray, box).value_or(1);
      return ray;
    }
    case 1:
    case 2:
      return ray;
    default:
      break;
  }
  constexpr float kReaches[] = {0, 1, 0.5F, 1e-30F, 1e30F, 3};
  ray.max_fraction = kReaches[random_.below(6)] * (random_.below(2) == 0 ? 1 : random_.unit());
  return ray;
}

Segment QueryDice::segment() {
  const Point from = point();
  const Box& box = boxes_[random_.below(static_cast<std::uint32_t>(boxes_.size()))];
  switch (random_.below(8)) {
    case 0:
      return {from, from};
    case 1:  // along an edge of a box, from corner to corner
      return {{box.min_x, box.max_y}, {box.max_x, box.max_y}};
    case 2:  // along its diagonal
      return {{box.min_x, box.min_y}, {box.max_x, box.max_y}};
    case 3:
      return {from, {coordinate(x_), from.y}};
    case 4: {
      const float step = length() * 0.1F;
      return {from, {bounded(from.x + step), bounded(from.y - step)}};
    }
    default:
      return {from, point()};
  }
}

BoxCast QueryDice::box_cast() {
  const Box from = box();
  const float side = length() * 0.1F;
  const Box small = {from.min_x, from.min_y, bounded(from.min_x + side),
                     bounded(from.min_y + side)};
  const Box chosen = random_.below(3) == 0 ? from : small;
  switch (random_.below(5)) {
    case 0:
      return {chosen, {0, 0}};
    case 1:
      return {chosen, {0, bounded(random_.sign() * length())}};
    case 2: {
      const Point corner = {chosen.max_x, chosen.max_y};
      return {chosen, direction(corner)};
    }
    default: {
      const Point to = point();
      return {chosen, {bounded(to.x - chosen.min_x), bounded(to.y - chosen.min_y)}};
    }
  }
}

Queries QueryDice::queries(std::size_t count) {
  Queries all;
  for (std::size_t i = 0; i < count; ++i) {
    all.boxes.push_back(box());
    all.points.push_back(point());
    all.circles.push_back(circle());
    all.rays.push_back(ray());
    all.segments.push_back(segment());
    all.box_casts.push_back(box_cast());
    all.capsules.push_back(capsule());
    all.rotated_boxes.push_back(rotated_box());
    all.polygons.push_back(polygon());
    all.circle_casts.push_back(circle_cast());
    all.capsule_casts.push_back(capsule_cast());
    all.places.push_back(point());
  }
  all.counts = {1, 20};
  all.radii = {Queries::kUnbounded, bounded(x_.high - x_.low) * 0.05F};
  return all;
}

Queries QueryDice::filtered_queries(std::size_t count, const model::Dice& dice) {
  Queries all = queries(count);
  for (std::size_t i = 0; i < count; ++i)
    all.filters.push_back(model::random_filter(dice, random_));
  return all;
}

Queries extreme_queries() {
  constexpr float kNumbers[] = {1e-20F,     -1e-23F,     1e19F,  -1e20F,  0,     -0.0F,
                                kDenormMin, -kDenormMin, 1e-30F, -1e-30F, 1e30F, -1e30F,
                                kGreatest,  -kGreatest,  1,      -1};
  std::vector<Point> points;
  for (const float x : kNumbers)
    for (const float y : kNumbers) points.push_back({x, y});
  Queries all;
  all.points = points;
  all.points.push_back({kInfinity, 0});
  all.points.push_back({-kInfinity, kInfinity});
  scenes::Random random(77);
  const auto any = [&] { return points[random.below(static_cast<std::uint32_t>(points.size()))]; };
  for (std::size_t i = 0; i < 260; ++i) {
    const Point a = any();
    const Point b = any();
    const Point c = any();
    const Box box = {std::min(a.x, b.x), std::min(a.y, b.y), std::max(a.x, b.x),
                     std::max(a.y, b.y)};
    all.boxes.push_back(box);
    all.circles.push_back({a, std::abs(b.x)});
    if (b.x != 0 || b.y != 0) {
      all.rays.push_back({a, b, std::abs(c.x)});
      all.rays.push_back({a, b});
    }
    all.segments.push_back({a, b});
    all.box_casts.push_back({box, c});
    all.capsules.push_back({a, c, std::abs(b.x)});
    if (c != Point{}) all.rotated_boxes.push_back({a, {std::abs(b.x), std::abs(b.y)}, c});
    all.polygons.push_back({a, b, c});
    all.polygons.push_back({a, b, {a.x, b.y}});
    all.circle_casts.push_back({{a, std::abs(b.x)}, c});
    all.capsule_casts.push_back({{a, b, std::abs(any().x)}, c});
    if (i % 4 == 0) all.places.push_back(a);
  }
  all.boxes.push_back({-kInfinity, -kInfinity, kInfinity, kInfinity});
  all.boxes.push_back({-kInfinity, -kInfinity, -kInfinity, kInfinity});
  all.boxes.push_back({kInfinity, kInfinity, kInfinity, kInfinity});
  all.boxes.push_back({0, -kInfinity, 0, kInfinity});
  all.circles.push_back({{0, 0}, kInfinity});
  all.counts = {1, 17};
  all.radii = {Queries::kUnbounded, 0, kDenormMin, 1e-30F, 1e30F, kGreatest};
  return all;
}

Queries invalid_queries() {
  Queries all;
  all.boxes = {{1, 0, -1, 1},
               {0, 1, 1, -1},
               {kNan, 0, 1, 1},
               {0, kNan, 1, 1},
               {0, 0, kNan, 1},
               {0, 0, 1, kNan},
               {kInfinity, 0, -kInfinity, 1},
               {kNan, kNan, kNan, kNan}};
  all.points = {{kNan, 0}, {0, kNan}, {kNan, kNan}, {kInfinity, kNan}};
  const std::vector<Point> bad = {{kNan, 0},       {0, kNan},       {kInfinity, 0}, {0, kInfinity},
                                  {-kInfinity, 0}, {0, -kInfinity}, {kNan, kNan}};
  all.circles = {{{0, 0}, -1}, {{0, 0}, kNan}, {{0, 0}, -kInfinity}, {{0, 0}, -kDenormMin}};
  all.rays = {{{0, 0}, {0, 0}},       {{0, 0}, {-0.0F, 0}},          {{0, 0}, {1, 0}, -1},
              {{0, 0}, {1, 0}, kNan}, {{0, 0}, {1, 0}, -kDenormMin}, {{0, 0}, {1, 0}, -kInfinity},
              {{0, 0}, {0, 0}, 0}};
  all.box_casts = {{{1, 0, -1, 1}, {1, 0}}, {{0, 1, 1, -1}, {0, 0}}};
  add_invalid_convex(bad, all);
  for (const Point& point : bad) {
    all.circles.push_back({point, 1});
    all.circles.push_back({point, kInfinity});
    all.rays.push_back({point, {1, 0}});
    all.rays.push_back({{0, 0}, point});
    all.rays.push_back({{0, 0}, point, 0});
    all.segments.push_back({point, {0, 0}});
    all.segments.push_back({{0, 0}, point});
    all.segments.push_back({point, point});
    all.box_casts.push_back({{0, 0, 1, 1}, point});
    all.box_casts.push_back({{point.x, point.y, kInfinity, kInfinity}, {0, 0}});
    all.box_casts.push_back({{-kInfinity, -kInfinity, point.x, point.y}, {1, 1}});
    all.places.push_back(point);
  }
  return all;
}

Queries joined(Queries a, const Queries& b) {
  for_each_kind(a, b,
                [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); });
  return a;
}

}  // namespace quadphase::queries
