// SPDX-License-Identifier: MIT
#include "query/moved_queries.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <limits>
#include <utility>
#include <variant>

#include "shapes/moved_shapes.hpp"

namespace quadphase::detail {
namespace {

/// An interval, in double.
struct Interval {
  double min;
  double max;
  [[nodiscard]] double length() const noexcept { return max - min; }
};

/// The moves of a query along one axis.
struct AxisMoves {
  std::array<double, kMaxAxisMoves> moves{};
  std::size_t count = 0;
  bool may_repeat = false;
};

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Queries that are farther away, in periods, find nothing.
constexpr double kMaxPeriods = 1 << 20;
/// What rounding may add to a query, in periods.
constexpr double kSlackPeriods = 1e-6;

/// The moves by which `query` may overlap `objects`.
AxisMoves axis_moves(const Interval& query, const Interval& objects, double period) noexcept {
  AxisMoves axis;
  if (!(period > 0) || query.length() == kInfinity) {
    axis.count = 1;
    return axis;
  }
  // An object is shorter than half a period.
  axis.may_repeat = query.length() >= (0.5 - kSlackPeriods) * period;
  const double last = std::floor((objects.max - query.min) / period + kSlackPeriods);
  double move = std::ceil((objects.min - query.max) / period - kSlackPeriods);
  for (; move <= last && axis.count < kMaxAxisMoves; ++move)
    axis.moves[axis.count++] = move * period;
  return axis;
}

[[nodiscard]] bool is_near(const Interval& query, double period) noexcept {
  return std::max(std::abs(query.min), std::abs(query.max)) <= kMaxPeriods * period;
}
/// True if a query that is not a box may find something: it is near, and not longer than a period.
[[nodiscard]] bool is_in_reach(const DoubleBox& bounds, const Periods& periods) noexcept {
  const auto is_fine = [](const Interval& query, double period) {
    return !(period > 0) || (is_near(query, period) && query.length() <= period);
  };
  return is_fine({bounds.min_x, bounds.max_x}, to_double(periods.x)) &&
         is_fine({bounds.min_y, bounds.max_y}, to_double(periods.y));
}

/// Adds `make(x, y)` for each move along x and each along y.
template <class Query, class Axis, class Make>
MovedQueries<Query> at_all_places(const Axis& x, const Axis& y, const Make& make) noexcept {
  MovedQueries<Query> queries;
  for (std::size_t i = 0; i < x.count; ++i)
    for (std::size_t j = 0; j < y.count; ++j) queries.add(make(x.moves[i], y.moves[j]));
  queries.set_may_repeat((x.may_repeat || y.may_repeat) && queries.view().size() > 1);
  return queries;
}

/// As above, for a query within these bounds, whose moves are numbers.
template <class Query, class Make>
MovedQueries<Query> at_all_places(const DoubleBox& bounds, const SearchedTrees& trees,
                                  const Make& make) noexcept {
  const Box objects = trees.bounds();
  const Periods& periods = trees.periods();
  return at_all_places<Query>(
      axis_moves({bounds.min_x, bounds.max_x}, {to_double(objects.min_x), to_double(objects.max_x)},
                 to_double(periods.x)),
      axis_moves({bounds.min_y, bounds.max_y}, {to_double(objects.min_y), to_double(objects.max_y)},
                 to_double(periods.y)),
      make);
}

/// Adds `make(x, y)` for each move of a point or a circle around it. The nearest image of an object
/// is at most half a period away from its center; so no farther one is needed, whatever the radius.
template <class Query, class Place, class Make>
MovedQueries<Query> at_places_around(const Place& center, double radius, const SearchedTrees& trees,
                                     const Make& make) noexcept {
  const Periods& periods = trees.periods();
  if (!is_in_reach(around(center, 0, 0), periods)) return {};
  const auto reach = [&](float period) {
    return period > 0 ? std::min(radius, 0.5 * to_double(period)) : radius;
  };
  return at_all_places<Query>(around(center, reach(periods.x), reach(periods.y)), trees, make);
}

/// Adds `make(x, y)` for each move of a shape whose nearest objects are wanted: the nearest image
/// of an object is at most half a period away from the middle of the shape.
template <class Query, class Make>
MovedQueries<Query> at_places_near(const DoubleBox& bounds, const SearchedTrees& trees,
                                   const Make& make) noexcept {
  const Periods& periods = trees.periods();
  if (!is_in_reach(bounds, periods)) return {};
  const auto reach = [](float period) { return period > 0 ? 0.5 * to_double(period) : kInfinity; };
  const double x = reach(periods.x);
  const double y = reach(periods.y);
  return at_all_places<Query>(
      DoubleBox{bounds.min_x - x, bounds.min_y - y, bounds.max_x + x, bounds.max_y + y}, trees,
      make);
}

/// The edges of a query box along one axis.
struct Edges {
  float min;
  float max;
};

/// The edges with which a box that is not moved is compared in place of `[min + by, max + by]`,
/// with the same result. They may be inverted, which is just as exact: see `narrow`.
[[nodiscard]] Edges moved_edges(float min, float max, double by, bool touching) noexcept {
  const double first = to_double(min);
  const double last = to_double(max);
  if (touching) return {rounded_up(first, -by), rounded_down(last, -by)};
  return {next_above(rounded_down(first, -by)), -next_above(-rounded_up(last, -by))};
}

/// The places of a query box along one axis.
struct BoxPlaces {
  std::array<Edges, kMaxAxisMoves> moves{};
  std::size_t count = 0;
  bool may_repeat = false;
};

/// True if an interval holds an image of every point along an axis of a periodic world.
[[nodiscard]] bool is_as_long_as(double min, double max, double period, bool touching) noexcept {
  const auto [length, error] = ExactDifference(max, min);
  return period > 0 &&
         (length > period || (length == period && (touching ? error >= 0 : error > 0)));
}

BoxPlaces box_places(float min, float max, const Interval& objects, double period,
                     bool touching) noexcept {
  constexpr float kAll = std::numeric_limits<float>::infinity();
  BoxPlaces places;
  if (is_as_long_as(to_double(min), to_double(max), period, touching)) {
    places.moves[places.count++] = {-kAll, kAll};
    return places;
  }
  if (!touching && (min == kAll || max == -kAll)) return places;  // as `narrow`
  const Interval query{to_double(min), to_double(max)};
  if (period > 0 && !is_near(query, period)) return places;
  const AxisMoves axis = axis_moves(query, objects, period);
  places.may_repeat = axis.may_repeat;
  for (std::size_t i = 0; i < axis.count; ++i)
    places.moves[places.count++] = moved_edges(min, max, axis.moves[i], touching);
  return places;
}

/// Adds `make(box)` for each place of a query box.
template <class Query, class Make>
MovedQueries<Query> at_box_places(const Box& box, bool touching, const SearchedTrees& trees,
                                  const Make& make) noexcept {
  if (!is_valid(box)) return {};
  const Box objects = trees.bounds();
  const Periods& periods = trees.periods();
  return at_all_places<Query>(
      box_places(box.min_x, box.max_x, {to_double(objects.min_x), to_double(objects.max_x)},
                 to_double(periods.x), touching),
      box_places(box.min_y, box.max_y, {to_double(objects.min_y), to_double(objects.max_y)},
                 to_double(periods.y), touching),
      [&](const Edges& x, const Edges& y) {
        return make(Box{x.min, y.min, x.max, y.max});
      });
}

/// A box in double that is infinite where it is as long as a period.
[[nodiscard]] DoubleBox without_long_sides(DoubleBox box, bool touching,
                                           const Periods& periods) noexcept {
  const auto extend = [&](double& min, double& max, float period) {
    if (!is_as_long_as(min, max, to_double(period), touching)) return;
    min = -kInfinity;
    max = kInfinity;
  };
  extend(box.min_x, box.max_x, periods.x);
  extend(box.min_y, box.max_y, periods.y);
  return box;
}

/// The value of query `i`, unless that of another comes before it.
template <class Query, class Measure>
double measure_first(std::span<const Query> queries, std::size_t i, const Measure& measure) {
  const double value = measure(queries[i]);
  if (!(value >= 0)) return -1;
  for (std::size_t j = 0; j < queries.size(); ++j) {
    const double other = j == i ? -1 : measure(queries[j]);
    if (other >= 0 && (other < value || (other == value && j < i))) return -1;
  }
  return value;
}

}  // namespace

InnerRegion::InnerRegion(const SearchedTrees& trees) noexcept {
  const Box objects = trees.bounds();
  // Along an axis without a period, all queries stay where they are.
  const auto axis = [](float min, float max, float its_period, double& from, double& to) {
    const double period = to_double(its_period) * (1 - 4 * kSlackPeriods);
    from = period > 0 ? to_double(max) - period : -kInfinity;
    to = period > 0 ? to_double(min) + period : kInfinity;
    // Where nothing is found, however near; see `is_near`.
    if (period > 0 && !is_near({from, to}, period)) to = -kInfinity;
    return period > 0 ? 0.49 * period : kInfinity;  // may find no object twice
  };
  max_width_ = axis(objects.min_x, objects.max_x, trees.periods().x, region_.min_x, region_.max_x);
  max_height_ = axis(objects.min_y, objects.max_y, trees.periods().y, region_.min_y, region_.max_y);
}

MovedQueries<BoxQuery> moved_box(const Box& box, const SearchedTrees& trees) noexcept {
  return at_box_places<BoxQuery>(box, trees.touching(), trees,
                                 [](const Box& place) { return BoxQuery{place}; });
}

MovedQueries<ConvexQuery> moved_shape(const Shape& shape, Relation relation,
                                      const SearchedTrees& trees) noexcept {
  if (!is_valid(shape)) return {};
  // A box that is inverted at a place contains nothing, which is also what its formula says.
  if (const auto* const box = std::get_if<Box>(&shape.value()))
    return at_box_places<ConvexQuery>(
        *box, true, trees, [&](const Box& place) { return ConvexQuery(place, relation); });
  return std::visit(
      [&](const auto& value) -> MovedQueries<ConvexQuery> {
        const auto place = [&](double x, double y) {
          return ConvexQuery(moved(value, x, y), relation);
        };
        if constexpr (std::is_same_v<decltype(value), const Circle&>) {
          return at_places_around<ConvexQuery>(value.center, value.radius, trees, place);
        } else if constexpr (kIsDouble<std::remove_cvref_t<decltype(value)>>) {
          return {};
        } else {
          const DoubleBox bounds = bounds_in_double(value);
          if (!is_in_reach(bounds, trees.periods())) return {};
          return at_all_places<ConvexQuery>(bounds, trees, place);
        }
      },
      shape.value());
}

MovedQueries<DoubleQuery> moved_double(const Shape& shape, Relation relation,
                                       const SearchedTrees& trees) noexcept {
  const Origin& origin = trees.origin();
  const bool touching = trees.touching();
  const auto place = [&](const auto& value) {
    return [&](double x, double y) { return DoubleQuery(moved(value, x, y), relation, touching); };
  };
  if (const auto* const box = std::get_if<DoubleBox>(&shape.value())) {
    const DoubleBox found =
        without_long_sides(*box, touching || relation == Relation::inside, trees.periods());
    const DoubleBox bounds = moved(found, -origin.x, -origin.y);
    const auto is_far = [](double min, double max, float period) {
      return period > 0 && min > -kInfinity && !is_near({min, max}, to_double(period));
    };
    if (is_far(bounds.min_x, bounds.max_x, trees.periods().x) ||
        is_far(bounds.min_y, bounds.max_y, trees.periods().y))
      return {};
    return at_all_places<DoubleQuery>(bounds, trees, place(found));
  }
  if (const auto* const circle = std::get_if<DoubleCircle>(&shape.value()))
    return at_places_around<DoubleQuery>(moved(*circle, -origin.x, -origin.y).center,
                                         circle->radius, trees, place(*circle));
  const auto& capsule = std::get<DoubleCapsule>(shape.value());
  const DoubleBox bounds = bounds_in_double(moved(capsule, -origin.x, -origin.y));
  if (!is_in_reach(bounds, trees.periods())) return {};
  return at_all_places<DoubleQuery>(bounds, trees, place(capsule));
}

MovedQueries<CircleQuery> moved_circle(const Circle& circle, const SearchedTrees& trees) noexcept {
  if (!is_valid(circle)) return {};
  const bool touching = trees.touching();
  return at_places_around<CircleQuery>(
      circle.center, circle.radius, trees,
      [&](double x, double y) { return CircleQuery(moved(circle, x, y), touching); });
}

MovedQueries<CastQuery> moved_cast(const Cast& cast, const SearchedTrees& trees) noexcept {
  double most = std::numeric_limits<double>::max();
  const auto cut = [&](float from, float to, float period) {
    const double way = std::abs(to_double(to) - to_double(from));
    if (!(period > 0 && way > 0)) return;
    const double fraction = to_double(period) / way;
    const auto rounded = static_cast<float>(fraction);
    most = std::min(most, std::isfinite(rounded) ? to_double(rounded) : fraction);
  };
  cut(cast.from.x, cast.to.x, trees.periods().x);
  cut(cast.from.y, cast.to.y, trees.periods().y);
  const CastQuery query(cast, most);
  const DoubleBox start =
      cast.is_round ? bounds_in_double(cast.capsule) : bounds_in_double(cast.box);
  if (!query.is_valid() || !is_in_reach(start, trees.periods())) return {};
  const double x_way = query.dx * query.max_fraction;
  const double y_way = query.dy * query.max_fraction;
  const Box& from = query.box;
  const DoubleBox bounds{
      to_double(from.min_x) + std::min(0.0, x_way), to_double(from.min_y) + std::min(0.0, y_way),
      to_double(from.max_x) + std::max(0.0, x_way), to_double(from.max_y) + std::max(0.0, y_way)};
  return at_all_places<CastQuery>(bounds, trees, [&](double x, double y) {
    CastQuery place(moved(cast, x, y), most);
    place.limit_to(place.max_fraction);
    return place;
  });
}

namespace {

/// A shape that is not a box, at each place; none for a box.
MovedQueries<NearestShape> shapes_of(const Shape& shape, const SearchedTrees& trees) noexcept {
  const Origin& origin = trees.origin();
  const auto at_places = [&](const auto& value) -> MovedQueries<NearestShape> {
    using Value = std::remove_cvref_t<decltype(value)>;
    const auto place = [&](double x, double y) { return NearestShape(moved(value, x, y), origin); };
    const auto local = [&] {
      if constexpr (kIsDouble<Value>) {
        return moved(value, -origin.x, -origin.y);
      } else {
        return value;
      }
    };
    if constexpr (std::same_as<Value, Box>) {
      MovedQueries<NearestShape> none;  // not `{}`, which would clear the room for all places
      return none;
    } else if constexpr (requires {
                           value.center;
                           value.radius;
                         }) {
      return at_places_around<NearestShape>(local().center, kInfinity, trees, place);
    } else {
      return at_places_near<NearestShape>(bounds_in_double(local()), trees, place);
    }
  };
  return std::visit(at_places, shape.value());
}

/// What kernels search for: a box at each place, or what is nearest to one of `shapes`.
MovedQueries<NearestQuery> queries_of(const Shape& shape, std::span<const NearestShape> shapes,
                                      const SearchedTrees& trees) noexcept {
  if (const auto* const box = std::get_if<Box>(&shape.value())) {
    return at_places_near<NearestQuery>(in_double(*box), trees, [&](double x, double y) {
      return NearestQuery{moved(*box, x, y)};
    });
  }
  MovedQueries<NearestQuery> queries;
  for (const NearestShape& place : shapes) queries.add(place.query());
  return queries;
}

}  // namespace

// Why no assignment: it would copy the room for all places.
MovedShapes::MovedShapes(const Shape& shape, const SearchedTrees& trees) noexcept
    : shapes_(shapes_of(shape, trees)),
      queries_(queries_of(shape, std::as_const(shapes_).view(), trees)) {
  const Box objects = trees.bounds();
  // Why the place among the objects first: what it finds rules out most of the others. Tried: the
  // order of the moves, which takes 8,700 ns for the nearest 8 of 100,000.
  std::ranges::sort(queries_.view(), {},
                    [&](const NearestQuery& query) { return distance_of(query.box, objects); });
}

double measure_image(std::span<const CastQuery> queries, std::size_t i, const TreeView& tree,
                     std::size_t position) noexcept {
  const Box box = box_at(tree.objects, position);
  return measure_first(queries, i,
                       [&](const CastQuery& query) { return query.entry_fraction(box); });
}
double measure_image(std::span<const NearestQuery> queries, std::size_t i, const TreeView& tree,
                     std::size_t position) noexcept {
  return measure_first(
      queries, i, [&](const NearestQuery& query) { return distance_of(query, tree, position); });
}

}  // namespace quadphase::detail
