// SPDX-License-Identifier: MIT
// The oracle in plain loops, to be checked by reading.
#include "queries/query_oracle.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <type_traits>
#include <variant>

#include "queries/moved_shapes.hpp"

namespace quadphase::queries {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kGreatestDouble = std::numeric_limits<double>::max();

bool is_finite(const Point& point) {
  return std::isfinite(point.x) && std::isfinite(point.y);
}

bool is_ordered(const Box& box) {
  return box.min_x <= box.max_x && box.min_y <= box.max_y;
}

double wide(float value) {
  return static_cast<double>(value);
}

/// A sweep that stands still.
Sweep wide(const Box& box) {
  Sweep sweep;
  sweep.min_x = wide(box.min_x);
  sweep.min_y = wide(box.min_y);
  sweep.max_x = wide(box.max_x);
  sweep.max_y = wide(box.max_y);
  return sweep;
}

/// The distances between which two intervals overlap on one axis while the first moves by `d`.
struct Times {
  double near;
  double far;
};

Times times_of(double cast_min, double cast_max, double d, double box_min, double box_max) {
  if (d > 0) return {(box_min - cast_max) / d, (box_max - cast_min) / d};
  if (d < 0) return {(box_max - cast_min) / d, (box_min - cast_max) / d};
  return {-kInfinite, kInfinite};
}

/// Whether an interval that does not move overlaps the other one; true if it moves.
bool rests_on(double cast_min, double cast_max, double d, double box_min, double box_max) {
  return d != 0 || (cast_min <= box_max && box_min <= cast_max);
}

void erase(const std::vector<ObjectId>& ids, std::vector<Member>& members) {
  std::erase_if(members, [&](const Member& member) {
    return std::find(ids.begin(), ids.end(), member.id) != ids.end();
  });
}

}  // namespace

Sweep sweep_of(const Ray& ray) {
  const Point& from = ray.origin;
  const Point& by = ray.direction;
  Sweep sweep = wide(Box{from.x, from.y, from.x, from.y});
  sweep.dx = wide(by.x);
  sweep.dy = wide(by.y);
  sweep.max_fraction = std::fmin(ray.max_fraction, kGreatestDouble);
  sweep.valid =
      is_finite(from) && is_finite(by) && (by.x != 0 || by.y != 0) && ray.max_fraction >= 0;
  return sweep;
}

Sweep sweep_of(const Segment& segment) {
  const Point& from = segment.from;
  Sweep sweep = wide(Box{from.x, from.y, from.x, from.y});
  sweep.dx = wide(segment.to.x) - wide(from.x);
  sweep.dy = wide(segment.to.y) - wide(from.y);
  sweep.max_fraction = 1;
  sweep.valid = is_finite(from) && is_finite(segment.to);
  return sweep;
}

Sweep sweep_of(const BoxCast& cast) {
  const Box& box = cast.box;
  Sweep sweep = wide(box);
  sweep.dx = wide(cast.displacement.x);
  sweep.dy = wide(cast.displacement.y);
  sweep.max_fraction = 1;
  sweep.valid = is_ordered(box) && is_finite({box.min_x, box.min_y}) &&
                is_finite({box.max_x, box.max_y}) && is_finite(cast.displacement);
  return sweep;
}

std::optional<double> entry_by_formula(const Sweep& s, const Box& box) {
  if (!s.valid) return std::nullopt;
  const Sweep to = wide(box);
  const Times x = times_of(s.min_x, s.max_x, s.dx, to.min_x, to.max_x);
  const Times y = times_of(s.min_y, s.max_y, s.dy, to.min_y, to.max_y);
  const double enter = std::max({0.0, x.near, y.near});
  const double leave = std::min({s.max_fraction, x.far, y.far});
  if (!(enter <= leave)) return std::nullopt;
  if (!rests_on(s.min_x, s.max_x, s.dx, to.min_x, to.max_x)) return std::nullopt;
  if (!rests_on(s.min_y, s.max_y, s.dy, to.min_y, to.max_y)) return std::nullopt;
  return enter;
}

namespace {

/// The square of the distance; infinite boxes at infinity are infinitely far.
double squared_distance(const Point& point, const Box& box) {
  const double px = wide(point.x);
  const double py = wide(point.y);
  const Sweep to = wide(box);
  const double x = std::max({0.0, to.min_x - px, px - to.max_x});
  const double y = std::max({0.0, to.min_y - py, py - to.max_y});
  return x * x + y * y;
}

}  // namespace

double distance_by_formula(const Point& point, const Box& box) {
  return std::sqrt(squared_distance(point, box));
}

double distance_by_formula(const Box& from, const Box& box) {
  const Sweep at = wide(from);
  const Sweep to = wide(box);
  const double x = std::max({0.0, to.min_x - at.max_x, at.min_x - to.max_x});
  const double y = std::max({0.0, to.min_y - at.max_y, at.min_y - to.max_y});
  return std::sqrt(x * x + y * y);
}

bool meets_by_formula(const Circle& circle, const Box& box, bool touching) {
  if (!is_finite(circle.center) || !(circle.radius >= 0)) return false;
  const double distance = distance_by_formula(circle.center, box);
  if (touching) return distance <= circle.radius;
  if (circle.radius > 0) return distance < circle.radius;
  return box.min_x < circle.center.x && circle.center.x < box.max_x &&
         box.min_y < circle.center.y && circle.center.y < box.max_y;
}

std::vector<Member> QueryOracle::members_of(const model::Objects& objects) const {
  std::vector<Member> members;
  for (const model::Object& object : objects) {
    const auto box = model::fat_box(object);
    if (box && torus_.fits(*box)) members.push_back({object.id, *box, object.filter});
  }
  return members;
}

void QueryOracle::set_static(const model::Objects& objects) {
  next_statics_.clear();
  next_static_ids_.clear();
  add_static(objects);
}

void QueryOracle::add_static(const model::Objects& objects) {
  for (const model::Object& object : objects) next_static_ids_.insert(object.id);
  for (const Member& member : members_of(objects)) next_statics_.push_back(member);
}

void QueryOracle::remove_static(const std::vector<ObjectId>& ids) {
  for (const ObjectId id : ids) next_static_ids_.erase(id);
  erase(ids, next_statics_);
}

void QueryOracle::frame(const model::Objects& moving) {
  moving_ = members_of(moving);
  statics_ = next_statics_;
  static_ids_ = next_static_ids_;
}

void QueryOracle::change(const model::Objects& objects) {
  std::vector<ObjectId> ids;
  for (const model::Object& object : objects) ids.push_back(object.id);
  remove(ids);
  for (const Member& member : members_of(objects))
    (static_ids_.contains(member.id) ? statics_ : moving_).push_back(member);
}

void QueryOracle::remove(const std::vector<ObjectId>& ids) {
  erase(ids, moving_);
  erase(ids, statics_);
}

std::vector<Member> QueryOracle::members() const {
  std::vector<Member> all = moving_;
  all.insert(all.end(), statics_.begin(), statics_.end());
  return all;
}

namespace {

/// Written anew: categories, masks and groups as in `may_pair`, and worlds where they count.
bool may_find(const QueryOptions& options, const Filter& other) {
  const Filter& filter = options.filter;
  if ((filter.category & other.mask) == 0 || (other.category & filter.mask) == 0) return false;
  if (filter.group != 0 && filter.group == other.group) return false;
  return options.worlds == Worlds::all || filter.world == other.world;
}

}  // namespace

template <class Measure>
std::vector<Hit> QueryOracle::hits_where(const QueryOptions& options,
                                         const Measure& measure) const {
  std::vector<Hit> found;
  const auto look_at = [&](const std::vector<Member>& members) {
    for (const Member& member : members) {
      if (!may_find(options, member.filter)) continue;
      const std::optional<double> value = measure(member.box);
      if (value) found.push_back({*value, member.id});
    }
  };
  if (options.mobilities != Mobilities::static_only) look_at(moving_);
  if (options.mobilities != Mobilities::moving_only) look_at(statics_);
  std::sort(found.begin(), found.end(), [](const Hit& a, const Hit& b) {
    return a.distance < b.distance || (a.distance == b.distance && a.id < b.id);
  });
  return found;
}

template <class Meets>
std::vector<ObjectId> QueryOracle::ids_where(const QueryOptions& options,
                                             const Meets& meets) const {
  std::vector<ObjectId> ids;
  const auto zero_where = [&](const Box& box) {
    return meets(box) ? std::optional(0.0) : std::nullopt;
  };
  for (const Hit& hit : hits_where(options, zero_where)) ids.push_back(hit.id);
  return ids;
}

template <class Item, class Measure>
std::vector<Hit> QueryOracle::hits_of_images(const Item& item, const QueryOptions& options,
                                             const Measure& measure) const {
  const Periods& periods = torus_.periods;
  if (!periods.has_any())
    return hits_where(options, [&](const Box& box) { return measure(item, box); });
  if (!is_within_reach(item, periods)) return {};
  return hits_where(options, [&](const Box& box) {
    return least_of_images(item, periods, [&](const Item& image) { return measure(image, box); });
  });
}

template <class Item, class Meets>
std::vector<ObjectId> QueryOracle::ids_of_images(const Item& item, const QueryOptions& options,
                                                 const Meets& meets) const {
  std::vector<ObjectId> ids;
  const auto zero_where = [&](const Item& image, const Box& box) {
    return meets(image, box) ? std::optional(0.0) : std::nullopt;
  };
  for (const Hit& hit : hits_of_images(item, options, zero_where)) ids.push_back(hit.id);
  return ids;
}

/// Of a shape in float: those in double have tests of their own.
template <class Meets>
std::vector<ObjectId> QueryOracle::ids_of_shape(const Shape& shape, const QueryOptions& options,
                                                const Meets& meets) const {
  return std::visit(
      [&](const auto& value) -> std::vector<ObjectId> {
        using Value = std::remove_cvref_t<decltype(value)>;
        if constexpr (std::is_same_v<Value, DoubleBox> || std::is_same_v<Value, DoubleCircle> ||
                      std::is_same_v<Value, DoubleCapsule>) {
          throw std::invalid_argument("a shape in double");
        } else {
          return ids_of_images(value, options, meets);
        }
      },
      shape.value());
}

std::vector<ObjectId> QueryOracle::ids(const Box& box, const QueryOptions& options) const {
  if (!is_ordered(box)) return {};
  return ids_where(options, [&](const Box& other) { return torus_.overlap(box, other); });
}

std::vector<ObjectId> QueryOracle::ids(const Point& point, const QueryOptions& options) const {
  return ids(Box{point.x, point.y, point.x, point.y}, options);
}

std::vector<ObjectId> QueryOracle::ids(const Circle& circle, const QueryOptions& options) const {
  return ids_of_images(circle, options, [&](const Circle& image, const Box& box) {
    return meets_by_formula(image, box, torus_.touching);
  });
}

std::vector<ObjectId> QueryOracle::ids_by_formula(const Shape& shape,
                                                  const QueryOptions& options) const {
  return ids_of_shape(shape, options,
                      [](const Shape& image, const Box& box) { return overlaps(image, box); });
}

std::vector<ObjectId> QueryOracle::ids_inside(const Shape& shape,
                                              const QueryOptions& options) const {
  if (const auto* const outer = std::get_if<Box>(&shape.value())) {
    if (!is_ordered(*outer)) return {};
    return ids_where(options, [&](const Box& box) { return torus_.contains(*outer, box); });
  }
  return ids_of_shape(shape, options,
                      [](const Shape& image, const Box& box) { return contains(image, box); });
}

std::vector<Hit> QueryOracle::hits(const Cast& cast, const QueryOptions& options) const {
  const double most = most_fraction(wide(cast.to.x) - wide(cast.from.x),
                                    wide(cast.to.y) - wide(cast.from.y), torus_.periods);
  Cast cut = cast;
  cut.max_fraction = std::min(cut.max_fraction, most);
  return hits_of_images(
      cut, options, [](const Cast& image, const Box& box) { return entry_fraction(image, box); });
}

std::vector<Hit> QueryOracle::hits(const Sweep& sweep, const QueryOptions& options) const {
  Sweep cut = sweep;
  cut.max_fraction = std::min(cut.max_fraction, most_fraction(sweep.dx, sweep.dy, torus_.periods));
  return hits_of_images(cut, options, [&](const Sweep& image, const Box& box) {
    return entry_by_formula(image, box);
  });
}

std::vector<Hit> QueryOracle::nearest(const Point& point, const QueryOptions& options) const {
  return nearest(Box{point.x, point.y, point.x, point.y}, options);
}

std::vector<Hit> QueryOracle::nearest(const Box& box, const QueryOptions& options) const {
  if (!is_ordered(box) || !is_finite({box.min_x, box.min_y}) || !is_finite({box.max_x, box.max_y}))
    return {};
  return hits_of_images(box, options, [](const Box& image, const Box& other) {
    return std::optional(distance_by_formula(image, other));
  });
}

namespace {

[[nodiscard]] bool has_finite_radius(const auto& shape) {
  if constexpr (requires { shape.radius; }) return std::isfinite(shape.radius);
  return true;
}

}  // namespace

template <class Other>
std::vector<Hit> QueryOracle::nearest(const Other& shape, const QueryOptions& options) const {
  // A shape that is not valid overlaps nothing, not even a box without an end.
  constexpr auto kAll = static_cast<float>(kInfinite);
  if (!has_finite_radius(shape) || !overlaps(shape, Box{-kAll, -kAll, kAll, kAll})) return {};
  return hits_of_images(shape, options, [](const Other& image, const Box& box) {
    return std::optional(distance(image, box));
  });
}
template std::vector<Hit> QueryOracle::nearest(const Circle&, const QueryOptions&) const;
template std::vector<Hit> QueryOracle::nearest(const Capsule&, const QueryOptions&) const;
template std::vector<Hit> QueryOracle::nearest(const RotatedBox&, const QueryOptions&) const;
template std::vector<Hit> QueryOracle::nearest(const ConvexPolygon&, const QueryOptions&) const;

}  // namespace quadphase::queries
