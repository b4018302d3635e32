// SPDX-License-Identifier: MIT
// Boost.Geometry's R-tree, bulk-loaded (packed): of boxes, or of points where the objects are.
// Const queries are safe from many threads.
//
// Its only search by distance is `nearest`, so the first hit of a segment is the least of all hits;
// its walk along a path is experimental.
#include <boost/geometry.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <boost/iterator/function_output_iterator.hpp>

#include <string>
#include <type_traits>

#include "peers/indexes/peer_index.hpp"
#include "peers/peers.hpp"

namespace quadphase::bench::queries {
namespace {

// Tried: 4 (slower by a fifth for boxes, else as fast), 16 and 32 (slower by up to a half, and
// twice).
constexpr std::size_t kCapacity = 8;

namespace geometry = boost::geometry;
namespace index = boost::geometry::index;
using BoostPoint = geometry::model::point<float, 2, geometry::cs::cartesian>;
using Rectangle = geometry::model::box<BoostPoint>;
using BoostSegment = geometry::model::segment<BoostPoint>;

BoostPoint to_boost(const Point& point) {
  return {point.x, point.y};
}
Rectangle to_boost(const Box& box) {
  return {{box.min_x, box.min_y}, {box.max_x, box.max_y}};
}
Box to_box(const Rectangle& box) {
  return {box.min_corner().get<0>(), box.min_corner().get<1>(), box.max_corner().get<0>(),
          box.max_corner().get<1>()};
}
Box to_box(const BoostPoint& point) {
  return {point.get<0>(), point.get<1>(), point.get<0>(), point.get<1>()};
}

/// `Shape` is what the objects are: `Rectangle` or `BoostPoint`.
template <class Shape>
class BoostIndex : public PeerIndex {
 public:
  explicit BoostIndex(tbb::task_arena& /*arena*/) {}

  void build(const Objects& objects) final {
    std::vector<Value> values;
    values.reserve(objects.boxes.size());
    for (std::size_t i = 0; i < objects.boxes.size(); ++i)
      values.emplace_back(shape_of(objects.boxes[i]), static_cast<ObjectId>(i));
    tree_ = Tree(values);  // from a range: bulk-loaded
  }

  std::string settings() const final {
    const char* const shape = std::is_same_v<Shape, BoostPoint> ? "points" : "boxes";
    return std::string("packed R-tree of ") + shape + ", at most " + std::to_string(kCapacity) +
           " a node";
  }

 protected:
  using Value = std::pair<Shape, ObjectId>;
  using Tree = index::rtree<Value, index::rstar<kCapacity>>;

  /// Calls `visit(const Value&)` for all that it finds.
  template <class Predicates, class Visit>
  void query(const Predicates& predicates, const Visit& visit) const {
    tree_.query(predicates, boost::make_function_output_iterator(visit));
  }

  void find_nearest(const Point& point, std::size_t count, Found& found) const {
    query(index::nearest(to_boost(point), static_cast<unsigned>(count)), [&](const Value& value) {
      const float squared = squared_distance<float>(point, to_box(value.first));
      found.candidates().push_back({std::sqrt(squared), value.second});
    });
    found.add_sorted_candidates();
  }

  Tree tree_;

 private:
  static Shape shape_of(const Box& box) {
    if constexpr (std::is_same_v<Shape, BoostPoint>) {
      return {box.min_x, box.min_y};
    } else {
      return to_boost(box);
    }
  }
};

class BoostBoxIndex final : public BoostIndex<Rectangle> {
 public:
  using BoostIndex::BoostIndex;

 private:
  void find(const Queries& queries, std::size_t row, Found& found) const override {
    const auto add = [&](const Value& value) { found.add(value.second); };
    switch (queries.task) {
      case Task::in_box:
        return query(index::intersects(to_boost(queries.boxes[row])), add);
      case Task::at_point:
        return query(index::intersects(to_boost(queries.points[row])), add);
      case Task::in_circle:
        return find_in_circle(queries.circles[row], found);
      case Task::any_hit:
        return find_any(queries.segments[row], found);
      case Task::closest_hit:
        return find_closest(queries.segments[row], found);
      case Task::all_hits:
        for_each_hit(queries.segments[row], [&](float distance, ObjectId id) {
          found.candidates().push_back({distance, id});
        });
        return found.add_sorted_candidates();
      case Task::closest_disc:
        return;  // never called
      case Task::nearest:
        return find_nearest(queries.points[row], queries.nearest_count, found);
    }
  }

  void find_in_circle(const Circle& circle, Found& found) const {
    query(index::intersects(to_boost(box_around(circle))), [&](const Value& value) {
      if (is_in(circle, to_box(value.first))) found.add(value.second);
    });
  }

  static BoostSegment to_boost_segment(const Segment& segment) {
    return {to_boost(segment.from), to_boost(segment.to)};
  }

  void find_any(const Segment& segment, Found& found) const {
    const auto hit = tree_.qbegin(index::intersects(to_boost_segment(segment)));
    if (hit != tree_.qend()) found.add(hit->second);
  }

  /// Calls `visit(distance, id)`.
  template <class Visit>
  void for_each_hit(const Segment& segment, const Visit& visit) const {
    const SegmentTest test(segment);
    query(index::intersects(to_boost_segment(segment)), [&](const Value& value) {
      const float distance = test.enter(to_box(value.first));
      if (distance <= 1) visit(distance, value.second);
    });
  }

  void find_closest(const Segment& segment, Found& found) const {
    Candidate closest{.distance = SegmentTest::kMissed};
    for_each_hit(segment, [&](float distance, ObjectId id) {
      closest = std::min(closest, Candidate{distance, id});
    });
    if (closest.distance <= 1) found.add(closest);
  }
};

class BoostPointIndex final : public BoostIndex<BoostPoint> {
 public:
  using BoostIndex::BoostIndex;

 private:
  void find(const Queries& queries, std::size_t row, Found& found) const override {
    find_nearest(queries.points[row], queries.nearest_count, found);
  }
};

}  // namespace

const IndexInfo kBoostIndex{.name = "boost-rtree",
                            .supports =
                                [](const QueryKind& kind) {
                                  return !kind.objects_are_points &&
                                         kind.task != Task::closest_disc;
                                },
                            .make = make_index<BoostBoxIndex>};
const IndexInfo kBoostPointIndex{
    .name = "boost-rtree",
    .supports = [](const QueryKind& kind) { return kind.objects_are_points; },
    .make = make_index<BoostPointIndex>};

}  // namespace quadphase::bench::queries
