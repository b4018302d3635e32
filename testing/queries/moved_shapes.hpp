// SPDX-License-Identifier: MIT
// Queries of a periodic world, written anew: shapes moved by whole periods, as config.hpp says.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <variant>

#include "model/torus.hpp"
#include "quadphase/quadphase.hpp"
#include "queries/query_oracle.hpp"

namespace quadphase::queries {

[[nodiscard]] inline double in_double(float value) {
  return static_cast<double>(value);
}

/// By whole periods, in double.
struct Move {
  double x = 0;
  double y = 0;
};

[[nodiscard]] inline float moved_by(float value, double by) {
  return static_cast<float>(in_double(value) + by);
}
inline void move(Point& point, const Move& by) {
  point = {moved_by(point.x, by.x), moved_by(point.y, by.y)};
}
inline void move(Box& box, const Move& by) {
  box = {moved_by(box.min_x, by.x), moved_by(box.min_y, by.y), moved_by(box.max_x, by.x),
         moved_by(box.max_y, by.y)};
}
inline void move(Circle& circle, const Move& by) {
  move(circle.center, by);
}
inline void move(Capsule& capsule, const Move& by) {
  move(capsule.first, by);
  move(capsule.second, by);
}
inline void move(RotatedBox& box, const Move& by) {
  move(box.center, by);
}
inline void move(ConvexPolygon& polygon, const Move& by) {
  for (Point& vertex : polygon.vertices) move(vertex, by);
}
inline void move(Cast& cast, const Move& by) {
  move(cast.box, by);
  move(cast.capsule, by);
}

/// Its edges are floats.
inline void move(Sweep& sweep, const Move& by) {
  const auto edge = [](double value, double move) {
    return static_cast<double>(static_cast<float>(value + move));
  };
  sweep.min_x = edge(sweep.min_x, by.x);
  sweep.min_y = edge(sweep.min_y, by.y);
  sweep.max_x = edge(sweep.max_x, by.x);
  sweep.max_y = edge(sweep.max_y, by.y);
}

/// Edges in double.
struct Extremes {
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  double min_x = kInfinity, min_y = kInfinity, max_x = -kInfinity, max_y = -kInfinity;
  void add(const Point& point, double half_x = 0, double half_y = 0) {
    min_x = std::min(min_x, in_double(point.x) - half_x);
    min_y = std::min(min_y, in_double(point.y) - half_y);
    max_x = std::max(max_x, in_double(point.x) + half_x);
    max_y = std::max(max_y, in_double(point.y) + half_y);
  }
};
[[nodiscard]] inline Extremes extremes_of(const Box& box) {
  return {in_double(box.min_x), in_double(box.min_y), in_double(box.max_x), in_double(box.max_y)};
}
[[nodiscard]] inline Extremes extremes_of(const Point& point) {
  return {in_double(point.x), in_double(point.y), in_double(point.x), in_double(point.y)};
}
/// Of its center: a circle of any radius finds the nearest image of an object.
[[nodiscard]] inline Extremes extremes_of(const Circle& circle) {
  return extremes_of(circle.center);
}
[[nodiscard]] inline Extremes extremes_of(const Capsule& capsule) {
  Extremes all;
  all.add(capsule.first, capsule.radius, capsule.radius);
  all.add(capsule.second, capsule.radius, capsule.radius);
  return all;
}
[[nodiscard]] inline Extremes extremes_of(const RotatedBox& box) {
  const double x = std::fabs(in_double(box.axis.x));
  const double y = std::fabs(in_double(box.axis.y));
  const double half_x = in_double(box.half_size.x);
  const double half_y = in_double(box.half_size.y);
  Extremes all;
  all.add(box.center, x * half_x + y * half_y, y * half_x + x * half_y);
  return all;
}
[[nodiscard]] inline Extremes extremes_of(const ConvexPolygon& polygon) {
  Extremes all;
  for (std::size_t i = 0; i < polygon.count; ++i) all.add(polygon.vertices[i]);
  return all;
}
[[nodiscard]] inline Extremes extremes_of(const Sweep& sweep) {
  return {sweep.min_x, sweep.min_y, sweep.max_x, sweep.max_y};
}
[[nodiscard]] inline Extremes extremes_of(const Cast& cast) {
  return cast.is_round ? extremes_of(cast.capsule) : extremes_of(cast.box);
}

/// Whether a query is at most as long as a period, but for rounding, and near.
template <class Item>
[[nodiscard]] bool is_within_reach(const Item& item, const Periods& periods) {
  const Extremes all = extremes_of(item);
  const auto is_fine = [](double min, double max, double period) {
    return period == 0 || (max - min <= period && model::Torus::is_near({min, max}, period));
  };
  return is_fine(all.min_x, all.max_x, in_double(periods.x)) &&
         is_fine(all.min_y, all.max_y, in_double(periods.y));
}

/// The fraction up to which a cast with this motion goes in such a world.
[[nodiscard]] inline double most_fraction(double dx, double dy, const Periods& periods) {
  double most = std::numeric_limits<double>::max();
  const auto add = [&](double way, float period) {
    if (period == 0 || way == 0) return;
    const double fraction = in_double(period) / std::fabs(way);
    // Greater ones are no floats.
    const bool is_float = fraction < in_double(std::numeric_limits<float>::max());
    most = std::min(most, is_float ? in_double(static_cast<float>(fraction)) : fraction);
  };
  add(dx, periods.x);
  add(dy, periods.y);
  return most;
}

/// The least `measure(item)` of all moves of an item that may matter; nothing if all are nothing.
template <class Item, class Measure>
[[nodiscard]] std::optional<double> least_of_images(const Item& item, const Periods& periods,
                                                    const Measure& measure) {
  constexpr int kMoves = 4;  // on each side
  const Extremes all = extremes_of(item);
  const auto home = [](double min, double period) {
    return period > 0 ? -std::floor(min / period) * period : 0;
  };
  std::optional<double> least;
  for (int x = periods.x > 0 ? -kMoves : 0; x <= (periods.x > 0 ? kMoves : 0); ++x) {
    for (int y = periods.y > 0 ? -kMoves : 0; y <= (periods.y > 0 ? kMoves : 0); ++y) {
      Item image = item;
      move(image, {home(all.min_x, in_double(periods.x)) + x * in_double(periods.x),
                   home(all.min_y, in_double(periods.y)) + y * in_double(periods.y)});
      const std::optional<double> value = measure(image);
      if (value && (!least || *value < *least)) least = value;
    }
  }
  return least;
}

}  // namespace quadphase::queries
