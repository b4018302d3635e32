// SPDX-License-Identifier: MIT
// What overlap queries in double must find: the formulas of the headers, written anew.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <variant>
#include <vector>

#include "quadphase/quadphase.hpp"

namespace quadphase::contract {

using Ids = std::vector<ObjectId>;
using DoubleShape = std::variant<DoubleBox, DoublePoint, DoubleCircle, DoubleCapsule>;

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// An object as it is searched, in double; one in float is where the origin puts it.
struct Object {
  ObjectId id;
  DoubleBox box;
};

struct World {
  bool touching = true;
  double period = 0;  // of both axes
  std::vector<Object> objects{};
};

// The formulas of the headers, written anew.

struct Disc {
  DoublePoint center;
  double radius;
};

inline double distance_of(const DoublePoint& point, const DoubleBox& box) {
  const double x = std::max({0.0, box.min_x - point.x, point.x - box.max_x});
  const double y = std::max({0.0, box.min_y - point.y, point.y - box.max_y});
  return std::sqrt(x * x + y * y);
}
inline double farthest_of(const DoublePoint& point, const DoubleBox& box) {
  const double x = std::max(box.max_x - point.x, point.x - box.min_x);
  const double y = std::max(box.max_y - point.y, point.y - box.min_y);
  return std::sqrt(x * x + y * y);
}

struct Corners {
  std::vector<DoublePoint> points;
  explicit Corners(const DoubleBox& box)
      : points{{box.min_x, box.min_y},
               {box.max_x, box.min_y},
               {box.min_x, box.max_y},
               {box.max_x, box.max_y}} {}
  [[nodiscard]] std::pair<double, double> range(const DoublePoint& n,
                                                const DoublePoint& from) const {
    double least = kInfinity;
    double greatest = -kInfinity;
    for (const DoublePoint& point : points) {
      const double side = n.x * (point.x - from.x) + n.y * (point.y - from.y);
      least = std::min(least, side);
      greatest = std::max(greatest, side);
    }
    return {least, greatest};
  }
};

inline bool does_overlap(const DoubleBox& shape, const DoubleBox& box, bool touching) {
  return overlaps(shape, box, touching);
}
inline bool does_overlap(const DoublePoint& at, const DoubleBox& box, bool touching) {
  return overlaps(DoubleBox{at.x, at.y, at.x, at.y}, box, touching);
}
inline bool does_overlap(const DoubleCircle& shape, const DoubleBox& box, bool touching) {
  if (touching) return distance_of(shape.center, box) <= shape.radius;
  if (shape.radius > 0) return distance_of(shape.center, box) < shape.radius;
  return does_overlap(shape.center, box, false);
}
inline bool does_overlap(const DoubleCapsule& shape, const DoubleBox& box, bool /*touching*/) {
  const auto& [a, b, radius] = shape;
  if (distance_of(a, box) <= radius || distance_of(b, box) <= radius) return true;
  const DoublePoint d{b.x - a.x, b.y - a.y};
  const double s = d.x * d.x + d.y * d.y;
  if (s == 0) return false;
  const double q = std::sqrt(s);
  const double w = radius / q;
  if (!(box.min_x <= std::max(a.x, b.x) + w * std::abs(d.y) &&
        box.max_x >= std::min(a.x, b.x) - w * std::abs(d.y) &&
        box.min_y <= std::max(a.y, b.y) + w * std::abs(d.x) &&
        box.max_y >= std::min(a.y, b.y) - w * std::abs(d.x)))
    return false;
  const auto across = Corners(box).range({-d.y, d.x}, a);
  const auto along = Corners(box).range(d, a);
  return across.first <= radius * q && across.second >= -(radius * q) && along.first <= s &&
         along.second >= 0;
}

inline bool is_inside(const DoubleBox& shape, const DoubleBox& box) {
  return shape.min_x <= box.min_x && box.max_x <= shape.max_x && shape.min_y <= box.min_y &&
         box.max_y <= shape.max_y;
}
inline bool is_inside(const DoublePoint& at, const DoubleBox& box) {
  return is_inside(DoubleBox{at.x, at.y, at.x, at.y}, box);
}
inline bool is_inside(const DoubleCircle& shape, const DoubleBox& box) {
  return farthest_of(shape.center, box) <= shape.radius;
}
inline bool is_inside(const DoubleCapsule& shape, const DoubleBox& box) {
  const DoublePoint a = shape.first;
  const DoublePoint b = shape.second;
  const double radius = shape.radius;
  const DoublePoint d{b.x - a.x, b.y - a.y};
  const double s = d.x * d.x + d.y * d.y;
  const auto holds = [&](const DoublePoint& p) {
    const auto is_near = [&](const DoublePoint& end) {
      const double x = p.x - end.x;
      const double y = p.y - end.y;
      return std::sqrt(x * x + y * y) <= radius;
    };
    const double along = d.x * (p.x - a.x) + d.y * (p.y - a.y);
    if (along <= 0) return is_near(a);
    if (along >= s) return is_near(b);
    const double across = d.x * (p.y - a.y) - d.y * (p.x - a.x);
    return across * across <= (radius * radius) * s;
  };
  return std::ranges::all_of(Corners(box).points, holds);
}

inline DoubleBox moved(const DoubleBox& box, double x, double y) {
  return {box.min_x + x, box.min_y + y, box.max_x + x, box.max_y + y};
}
inline DoublePoint moved(const DoublePoint& point, double x, double y) {
  return {point.x + x, point.y + y};
}
inline DoubleCircle moved(const DoubleCircle& circle, double x, double y) {
  return {moved(circle.center, x, y), circle.radius};
}
inline DoubleCapsule moved(const DoubleCapsule& capsule, double x, double y) {
  return {moved(capsule.first, x, y), moved(capsule.second, x, y), capsule.radius};
}

inline DoubleBox extended(const DoubleBox& box, const World& world, bool inside) {
  DoubleBox all = box;
  const bool closed = world.touching || inside;
  const auto is_long = [&](double length) {
    return world.period > 0 && (closed ? length >= world.period : length > world.period);
  };
  if (is_long(box.max_x - box.min_x)) all.min_x = -kInfinity, all.max_x = kInfinity;
  if (is_long(box.max_y - box.min_y)) all.min_y = -kInfinity, all.max_y = kInfinity;
  return all;
}
template <class Item>
Item extended(const Item& item, const World& /*world*/, bool /*inside*/) {
  return item;
}

/// What a shape must find, ascending.
inline Ids expected(const World& world, const DoubleShape& shape, bool inside) {
  Ids ids;
  const int moves = world.period > 0 ? 3 : 0;
  for (const Object& object : world.objects) {
    bool found = false;
    std::visit(
        [&](const auto& given) {
          const auto item = extended(given, world, inside);
          for (int x = -moves; x <= moves; ++x) {
            for (int y = -moves; y <= moves; ++y) {
              const auto image = moved(item, x * world.period, y * world.period);
              found = found || (inside ? is_inside(image, object.box)
                                       : does_overlap(image, object.box, world.touching));
            }
          }
        },
        shape);
    if (found) ids.push_back(object.id);
  }
  std::sort(ids.begin(), ids.end());
  return ids;
}

}  // namespace quadphase::contract
