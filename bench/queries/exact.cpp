// SPDX-License-Identifier: MIT
#include "queries/exact.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "queries/disc.hpp"
#include "queries/wide.hpp"

namespace quadphase::bench::queries {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A box of doubles.
struct WideBox {
  double min_x = 0;
  double min_y = 0;
  double max_x = 0;
  double max_y = 0;

  /// With edges moved outwards; inwards where `distance` is negative.
  explicit WideBox(const Box& box, double distance = 0)
      : min_x(wide(box.min_x) - distance),
        min_y(wide(box.min_y) - distance),
        max_x(wide(box.max_x) + distance),
        max_y(wide(box.max_y) + distance) {}
};

/// Where a segment is between two parallels, along one axis.
struct Stay {
  double enter = -kInfinity;
  double leave = kInfinity;

  Stay(double from, double step, double low, double high) {
    if (step > 0) {
      enter = (low - from) / step;
      leave = (high - from) / step;
    } else if (step < 0) {
      enter = (high - from) / step;
      leave = (low - from) / step;
    }
  }
};

bool meet(double low, double high, double from, double step) {
  return low <= from + std::max(0.0, step) && from + std::min(0.0, step) <= high;
}

/// The fraction at which it enters; infinite where it misses.
double entry(const Segment& segment, const WideBox& box) {
  if (box.min_x > box.max_x || box.min_y > box.max_y) return kInfinity;
  const double from_x = wide(segment.from.x);
  const double from_y = wide(segment.from.y);
  const double dx = wide(segment.to.x) - from_x;
  const double dy = wide(segment.to.y) - from_y;
  if (!meet(box.min_x, box.max_x, from_x, dx)) return kInfinity;
  if (!meet(box.min_y, box.max_y, from_y, dy)) return kInfinity;
  const Stay x(from_x, dx, box.min_x, box.max_x);
  const Stay y(from_y, dy, box.min_y, box.max_y);
  const double enter = std::max({0.0, x.enter, y.enter});
  if (enter > std::min({1.0, x.leave, y.leave})) return kInfinity;
  return enter;
}

double squared_gap(const Point& point, const WideBox& box) {
  const double x = std::max({0.0, box.min_x - wide(point.x), wide(point.x) - box.max_x});
  const double y = std::max({0.0, box.min_y - wide(point.y), wide(point.y) - box.max_y});
  return x * x + y * y;
}

double gap(const Point& point, const Box& box) {
  return std::sqrt(squared_gap(point, WideBox(box)));
}

/// The distance of an object from a query, infinite where it is no answer to it.
double distance_of(const Queries& queries, std::size_t row, const Box& box) {
  const auto where = [](bool is_found) { return is_found ? 0 : kInfinity; };
  switch (queries.task) {
    case Task::in_box:
      return where(overlaps(queries.boxes[row], box));
    case Task::at_point: {
      const Point& point = queries.points[row];
      return where(overlaps({point.x, point.y, point.x, point.y}, box));
    }
    case Task::in_circle:
      return where(gap(queries.circles[row].center, box) <= queries.circles[row].radius);
    case Task::any_hit:
      return where(entry(queries.segments[row], WideBox(box)) <= 1);
    case Task::closest_hit:
    case Task::all_hits:
      return entry(queries.segments[row], WideBox(box));
    case Task::closest_disc:
      return disc_fraction(queries.segments[row], box);
    case Task::nearest:
      return gap(queries.points[row], box);
  }
  return kInfinity;
}

bool equal(std::span<const ObjectId> a, std::span<const ObjectId> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

bool equal(const ResultRow& a, const ResultRow& b) {
  return equal(a.ids, b.ids) &&
         std::equal(a.distances.begin(), a.distances.end(), b.distances.begin(), b.distances.end());
}

/// Rows by id.
std::vector<Hit> by_id(const ResultRow& row) {
  std::vector<Hit> hits;
  for (std::size_t i = 0; i < row.ids.size(); ++i) hits.push_back({row.distances[i], row.ids[i]});
  std::sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) { return a.id < b.id; });
  return hits;
}

}  // namespace

ResultRow row_of(const Results& results, std::size_t row) {
  if (results.distances.empty()) return {results.ids_of(row), {}};
  return {results.ids_of(row), results.distances_of(row)};
}

std::vector<Hit> exact_result(const Objects& objects, const Queries& queries, std::size_t row) {
  std::vector<Hit> hits;
  for (std::size_t id = 0; id < objects.boxes.size(); ++id) {
    const double distance = distance_of(queries, row, objects.boxes[id]);
    if (distance < kInfinity) hits.push_back({distance, static_cast<ObjectId>(id)});
  }
  std::size_t wanted_count = hits.size();
  if (queries.task == Task::closest_hit || queries.task == Task::closest_disc) wanted_count = 1;
  if (queries.task == Task::nearest) wanted_count = queries.nearest_count;
  wanted_count = std::min(wanted_count, hits.size());
  std::partial_sort(hits.begin(), hits.begin() + static_cast<std::ptrdiff_t>(wanted_count),
                    hits.end());
  hits.resize(wanted_count);
  return hits;
}

void sort_rows(Task task, Results& results) {
  if (has_distances(task)) return;
  for (std::size_t row = 0; row < results.row_count(); ++row) {
    std::sort(results.ids.begin() + static_cast<std::ptrdiff_t>(results.offsets[row]),
              results.ids.begin() + static_cast<std::ptrdiff_t>(results.offsets[row + 1]));
  }
}

Likeness Comparison::compare(std::size_t row, const ResultRow& right,
                             const ResultRow& other) const {
  switch (queries_.task) {
    case Task::in_box:
    case Task::at_point:
    case Task::in_circle:
      return equal(right.ids, other.ids) ? Likeness::same : Likeness::different;
    case Task::any_hit:
      return compare_any(queries_.segments[row], right, other);
    case Task::closest_hit:
    case Task::all_hits:
    case Task::closest_disc:
    case Task::nearest:
      break;
  }
  if (right.ids.size() == right.distances.size() && equal(right, other)) return Likeness::same;
  if (slack_ == 0 || other.ids.size() != other.distances.size()) return Likeness::different;
  if (queries_.task == Task::closest_hit)
    return compare_closest(queries_.segments[row], right, other);
  if (queries_.task == Task::closest_disc)
    return compare_discs(queries_.segments[row], right, other);
  if (queries_.task == Task::all_hits) return compare_all(queries_.segments[row], right, other);
  return compare_nearest(queries_.points[row], right, other);
}

double Comparison::earliest(const Segment& segment, ObjectId id) const {
  return entry(segment, WideBox(objects_.boxes[id], slack_));
}

double Comparison::latest(const Segment& segment, ObjectId id) const {
  return entry(segment, WideBox(objects_.boxes[id], -slack_));
}

Likeness Comparison::compare_any(const Segment& segment, const ResultRow& right,
                                 const ResultRow& other) const {
  if (other.ids.size() > 1) return Likeness::different;
  if (other.ids.empty()) {
    if (right.ids.empty()) return Likeness::same;
    const bool may_miss = slack_ > 0 && latest(segment, right.ids[0]) > 1;
    return may_miss ? Likeness::at_edge : Likeness::different;
  }
  const ObjectId id = other.ids[0];
  if (entry(segment, WideBox(objects_.boxes[id])) <= 1)
    return right.ids.empty() ? Likeness::different : Likeness::same;
  return earliest(segment, id) <= 1 ? Likeness::at_edge : Likeness::different;
}

// They may both be right where the one of the others may come first, and ours may come no sooner.
Likeness Comparison::compare_closest(const Segment& segment, const ResultRow& right,
                                     const ResultRow& other) const {
  if (other.ids.size() > 1) return Likeness::different;
  const double ours_latest = right.ids.empty() ? kInfinity : latest(segment, right.ids[0]);
  if (other.ids.empty()) return ours_latest > 1 ? Likeness::at_edge : Likeness::different;
  const ObjectId id = other.ids[0];
  const double first = earliest(segment, id);
  if (first > std::min(ours_latest, 1.0)) return Likeness::different;
  if (other.distances[0] < first || other.distances[0] > latest(segment, id))
    return Likeness::different;
  const bool is_as_near =
      !right.ids.empty() && entry(segment, WideBox(objects_.boxes[id])) == right.distances[0];
  return is_as_near ? Likeness::same : Likeness::at_edge;
}

// A disc that is hit at a right angle is entered at a fraction that is off by the slack over the
// length; one that is grazed may be missed.
Likeness Comparison::compare_discs(const Segment& segment, const ResultRow& right,
                                   const ResultRow& other) const {
  if (other.ids.size() > 1) return Likeness::different;
  const double length = std::hypot(wide(segment.to.x) - wide(segment.from.x),
                                   wide(segment.to.y) - wide(segment.from.y));
  const double ours = right.ids.empty() ? 1 : right.distances[0];
  const double theirs = other.ids.empty() ? 1 : other.distances[0];
  return std::abs(ours - theirs) <= 4 * slack_ / length ? Likeness::at_edge : Likeness::different;
}

Likeness Comparison::compare_all(const Segment& segment, const ResultRow& right,
                                 const ResultRow& other) const {
  if (!std::is_sorted(other.distances.begin(), other.distances.end())) return Likeness::different;
  const std::vector<Hit> ours = by_id(right);
  const std::vector<Hit> theirs = by_id(other);
  Likeness likeness = Likeness::same;
  auto our = ours.begin();
  for (const Hit& their : theirs) {
    for (; our != ours.end() && our->id < their.id; ++our) {
      if (latest(segment, our->id) <= 1) return Likeness::different;
      likeness = Likeness::at_edge;
    }
    if (their.distance < earliest(segment, their.id) || their.distance > latest(segment, their.id))
      return Likeness::different;
    if (our != ours.end() && our->id == their.id) {
      ++our;
    } else {
      likeness = Likeness::at_edge;
    }
  }
  for (; our != ours.end(); ++our) {
    if (latest(segment, our->id) <= 1) return Likeness::different;
    likeness = Likeness::at_edge;
  }
  return likeness;
}

Likeness Comparison::compare_nearest(const Point& point, const ResultRow& right,
                                     const ResultRow& other) const {
  if (right.ids.size() != other.ids.size()) return Likeness::different;
  std::vector<double> distances;
  for (std::size_t i = 0; i < other.ids.size(); ++i) {
    distances.push_back(gap(point, objects_.boxes[other.ids[i]]));
    if (std::abs(distances[i] - other.distances[i]) > slack_) return Likeness::different;
  }
  std::sort(distances.begin(), distances.end());
  Likeness likeness = Likeness::same;
  for (std::size_t i = 0; i < distances.size(); ++i) {
    if (std::abs(distances[i] - right.distances[i]) > slack_) return Likeness::different;
    if (distances[i] != right.distances[i]) likeness = Likeness::at_edge;
  }
  return likeness;
}

double float_slack(const BoxView& boxes) {
  const Box world = bounds_of(boxes);
  const float greatest = std::max(
      {std::abs(world.min_x), std::abs(world.min_y), std::abs(world.max_x), std::abs(world.max_y)});
  return 0x1p-20 * wide(greatest);
}

std::string describe_difference(Task task, std::size_t row, std::span<const Hit> exact,
                                const ResultRow& other) {
  const std::string place = fmt::format("query {}: ", row);
  if (task == Task::any_hit) {
    if (other.ids.empty()) return place + "object " + std::to_string(exact[0].id) + " is missed";
    return place + fmt::format("object {} is not hit", other.ids[0]);
  }
  if (other.ids.size() != exact.size())
    return place + fmt::format("{} objects in place of {}", other.ids.size(), exact.size());
  for (std::size_t i = 0; i < exact.size(); ++i) {
    if (other.ids[i] != exact[i].id)
      return place + fmt::format("object {} in place of {}", other.ids[i], exact[i].id);
  }
  return place + "a distance is wrong";
}

bool is_exact(Task task, std::span<const Hit> exact, const ResultRow& ours) {
  if (task == Task::any_hit) {
    if (ours.ids.empty()) return exact.empty();
    return ours.ids.size() == 1 && std::any_of(exact.begin(), exact.end(), [&](const Hit& hit) {
             return hit.id == ours.ids[0];
           });
  }
  if (ours.ids.size() != exact.size()) return false;
  if (has_distances(task) && ours.distances.size() != exact.size()) return false;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    if (ours.ids[i] != exact[i].id) return false;
    if (has_distances(task) && ours.distances[i] != exact[i].distance) return false;
  }
  return true;
}

}  // namespace quadphase::bench::queries
