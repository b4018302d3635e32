// SPDX-License-Identifier: MIT
// Distances of shapes, and what is nearest to shapes in double.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "quadphase/try.hpp"
#include "queries/query_checks.hpp"
#include "queries/query_inputs.hpp"
#include "scenes/random.hpp"
#include "shapes/exact_geometry.hpp"

namespace quadphase::queries {
namespace {

/// From the hull of some points to a box that it does not overlap, less a radius.
Exact hull_distance(const std::vector<ExactPoint>& points, Exact radius, const ExactBox& box) {
  Exact least = distance_of(points[0], box);
  for (std::size_t i = 0; i < points.size(); ++i)
    least = std::min(least, distance_of(points[i], points[(i + 1) % points.size()], box));
  return std::max(Exact{0}, least - radius);
}

std::vector<ExactPoint> vertices_of(const Circle& circle) {
  return {exact(circle.center)};
}
std::vector<ExactPoint> vertices_of(const Capsule& capsule) {
  return {exact(capsule.first), exact(capsule.second)};
}
std::vector<ExactPoint> vertices_of(const RotatedBox& box) {
  std::vector<ExactPoint> corners;
  const ExactPoint center = exact(box.center);
  const ExactPoint axis = exact(box.axis);
  for (const auto& [x, y] : {std::pair{1, 1}, {-1, 1}, {-1, -1}, {1, -1}}) {
    const Exact width = x * static_cast<Exact>(box.half_size.x);
    const Exact height = y * static_cast<Exact>(box.half_size.y);
    corners.push_back(
        {center.x + axis.x * width - axis.y * height, center.y + axis.y * width + axis.x * height});
  }
  return corners;
}
std::vector<ExactPoint> vertices_of(const ConvexPolygon& polygon) {
  std::vector<ExactPoint> corners;
  for (const Point& vertex : std::span(polygon.vertices).first(polygon.count))
    corners.push_back(exact(vertex));
  return corners;
}

template <class Round>
void expect_exact_distance(const Round& shape, const Box& box) {
  const double found = distance(shape, box);
  if (overlaps(shape, box)) {
    EXPECT_EQ(found, 0);
    return;
  }
  Exact radius = 0;
  if constexpr (requires { shape.radius; }) radius = static_cast<Exact>(shape.radius);
  const std::vector<ExactPoint> vertices = vertices_of(shape);
  Exact size = radius;
  for (const ExactPoint& vertex : vertices)
    size = std::max({size, std::fabs(vertex.x), std::fabs(vertex.y)});
  for (const float edge : {box.min_x, box.min_y, box.max_x, box.max_y})
    size = std::max(size, static_cast<Exact>(std::fabs(edge)));
  const Exact wanted = hull_distance(vertices, radius, exact(box));
  EXPECT_NEAR(static_cast<double>(wanted), found, static_cast<double>(size) * 0x1p-40);
}

std::vector<Member> some_members(std::uint64_t seed, std::size_t count) {
  scenes::Random random(seed);
  std::vector<Member> members;
  for (std::size_t i = 0; i < count; ++i) {
    const Point corner{random.between(-50, 50), random.between(-50, 50)};
    members.push_back(
        {static_cast<ObjectId>(i),
         {corner.x, corner.y, corner.x + random.between(0, 3), corner.y + random.between(0, 3)},
         {}});
  }
  return members;
}

TEST(NearestShapes, AreAtTheDistanceOfExactGeometry) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const std::vector<Member> members = some_members(seed, 40);
    QueryDice dice(members, seed);
    for (const Member& member : members) {
      expect_exact_distance(dice.circle(), member.box);
      expect_exact_distance(dice.capsule(), member.box);
      expect_exact_distance(dice.rotated_box(), member.box);
      expect_exact_distance(dice.polygon(), member.box);
    }
  }
}

TEST(NearestShapes, WithoutACoordinateOrAnEndHaveNothingNear) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr double kFar = std::numeric_limits<double>::infinity();
  BroadPhase broad_phase({.threads = 1});
  broad_phase.build(std::vector<Box>{{0, 0, 1, 1}, {-kInfinity, -kInfinity, kInfinity, kInfinity}});
  const std::vector<Shape> nowhere = {Point{kNan, 0},
                                      Box{0, 0, kInfinity, 1},
                                      Box{1, 0, 0, 1},
                                      Circle{{0, 0}, kFar},
                                      Circle{{0, 0}, -1},
                                      Capsule{{0, 0}, {kInfinity, 0}, 1},
                                      RotatedBox{{0, 0}, {1, 1}, {0, 0}},
                                      ConvexPolygon{{0, 0}, {1, 0}},
                                      DoubleBox{0, 0, kFar, 1},
                                      DoublePoint{0, 1e300},
                                      DoubleCircle{{0, 0}, kFar}};
  for (std::size_t i = 0; i < nowhere.size(); ++i) {
    SCOPED_TRACE("shape " + std::to_string(i));
    Neighbor nearest[2];
    EXPECT_EQ(broad_phase.find_nearest(nowhere[i], nearest), 0U);
    broad_phase.for_each_nearest(nowhere[i], [](const Neighbor&) { ADD_FAILURE(); });
  }
}

/// The points of a dent are outside of the hull of the vertices.
TEST(NearestShapes, WithADentFindWhatOverlapsTheDent) {
  constexpr float kWidth = 0.1F;
  constexpr float kDent = 0.05F * 0x1p-20F;
  const ConvexPolygon polygon = {
      {-1 + kWidth, -1 - kWidth}, {1 + kWidth, 1 - kWidth}, {1, 1}, {kDent, -kDent}, {-1, -1}};
  int overlapping = 0;
  for (int i = 0; i < 64; ++i) {
    const float at = kDent * static_cast<float>(i) / 16;
    const Box box{-at, at, -at, at};
    BroadPhase broad_phase({.threads = 1});
    broad_phase.build(std::vector<Box>{box});
    Neighbor nearest[1];
    const double away = distance(polygon, box);
    EXPECT_EQ(broad_phase.find_nearest(polygon, nearest, {.radius = away}), 1U) << i;
    EXPECT_EQ(nearest[0].distance, away);
    if (overlaps(polygon, box)) ++overlapping;
  }
  EXPECT_GT(overlapping, 1);
}

TEST(NearestShapes, WithATinyLengthAreCircles) {
  for (const double tiny : {2.7e-162, 1e-200, 1e-130}) {
    const DoubleCapsule capsule{{0, 0}, {tiny, tiny}, 0};
    BroadPhase broad_phase({.threads = 1});
    broad_phase.build(std::vector<Box>{{1, -1, 1, -1}, {1.1F, 1.1F, 1.1F, 1.1F}});
    Neighbor nearest[1];
    ASSERT_EQ(broad_phase.find_nearest(capsule, nearest, {.radius = 1.5}), 1U);
    EXPECT_EQ(nearest[0].id, 0U);
    EXPECT_NEAR(nearest[0].distance, std::sqrt(2.0), 1e-12);
  }
}

/// Boxes in double around an origin that floats cannot hold together.
struct DoubleWorld {
  DoubleWorld(std::uint64_t seed, double at) {
    scenes::Random random(seed);
    const auto coordinate = [&](float range) {
      return at + static_cast<double>(random.between(-range, range)) / 3.0;
    };
    for (std::size_t i = 0; i < 300; ++i) {
      const double x = coordinate(40);
      const double y = coordinate(40);
      boxes.push_back({x, y, x + static_cast<double>(random.between(0, 1)) / 3.0,
                       y + static_cast<double>(random.between(0, 1)) / 3.0});
    }
    for (std::size_t i = 0; i < 40; ++i) {
      const DoublePoint a{coordinate(60), coordinate(60)};
      const DoublePoint b{coordinate(60), coordinate(60)};
      points.push_back(a);
      rests.push_back(
          {std::min(a.x, b.x), std::min(a.y, b.y), std::max(a.x, b.x), std::max(a.y, b.y)});
      circles.push_back({a, static_cast<double>(random.between(0, 8)) / 3.0});
      capsules.push_back({a, b, i % 3 == 0 ? 0 : static_cast<double>(random.between(0, 2)) / 3.0});
    }
  }

  std::vector<DoubleBox> boxes;
  std::vector<DoublePoint> points;
  std::vector<DoubleBox> rests;
  std::vector<DoubleCircle> circles;
  std::vector<DoubleCapsule> capsules;
};

double double_distance(const DoubleBox& from, const DoubleBox& box) {
  const double x = std::max({0.0, box.min_x - from.max_x, from.min_x - box.max_x});
  const double y = std::max({0.0, box.min_y - from.max_y, from.min_y - box.max_y});
  return std::sqrt(x * x + y * y);
}

/// All objects by `measure(box)`, in their order.
template <class Measure>
std::vector<Hit> all_nearest(const std::vector<DoubleBox>& boxes, const Measure& measure) {
  std::vector<Hit> hits;
  for (std::size_t i = 0; i < boxes.size(); ++i)
    hits.push_back({measure(boxes[i]), static_cast<ObjectId>(i)});
  std::sort(hits.begin(), hits.end());
  return hits;
}

std::vector<Hit> visited(const quadphase::Index& engine, const Shape& shape) {
  std::vector<Hit> hits;
  engine.for_each_nearest(shape, [&](const Neighbor& neighbor) { hits.push_back(neighbor); });
  return hits;
}

/// All forms that answer about some shapes give the same.
template <class Item>
void expect_same_forms(const quadphase::Index& engine, const std::vector<Item>& items) {
  QueryResult result;
  engine.find_nearest(items, 5, result);
  for (std::size_t row = 0; row < items.size(); ++row) {
    const std::vector<Hit> all = visited(engine, items[row]);
    const std::span<const Hit> first = std::span(all).first(5);
    std::vector<Hit> found(5);
    found.resize(engine.find_nearest(items[row], found));
    EXPECT_TRUE(same_bits(found, first));
    std::size_t count = 0;
    found.assign(5, {});
    EXPECT_TRUE(try_find_nearest(engine, items[row], found, count).is_ok());
    EXPECT_EQ(count, 5U);
    EXPECT_TRUE(same_bits(found, first));
    for (std::size_t i = 0; i < 5; ++i) {
      EXPECT_EQ(result.ids_of(row)[i], first[i].id);
      EXPECT_EQ(result.distances_of(row)[i], first[i].distance);
    }
  }
}

TEST(NearestShapes, InDoubleAreMeasuredByTheDoublesWhereverTheOriginIs) {
  for (const double at : {0.0, 1e6, -3e8}) {
    const DoubleWorld world(7, at);
    std::vector<std::vector<Hit>> first_origin;
    for (const double origin : {at, at + 10, at - 1000.25}) {
      SCOPED_TRACE("at " + std::to_string(at) + ", origin " + std::to_string(origin));
      BroadPhase broad_phase({.threads = 2});
      broad_phase.build({world.boxes, {origin, origin}});
      std::vector<std::vector<Hit>> found;
      for (const DoubleBox& rest : world.rests) {
        found.push_back(visited(broad_phase, rest));
        EXPECT_TRUE(same_bits(found.back(), all_nearest(world.boxes, [&](const DoubleBox& box) {
                                return double_distance(rest, box);
                              })));
      }
      for (const DoublePoint& point : world.points) {
        const DoubleBox rest{point.x, point.y, point.x, point.y};
        const std::vector<Hit> hits = visited(broad_phase, point);
        EXPECT_TRUE(same_bits(hits, all_nearest(world.boxes, [&](const DoubleBox& box) {
                                return double_distance(rest, box);
                              })));
        // The distance as a radius finds the same objects.
        const double radius = hits[3].distance;
        std::vector<ObjectId> near;
        for (const Hit& hit : hits)
          if (hit.distance <= radius) near.push_back(hit.id);
        std::vector<ObjectId> overlapped;
        broad_phase.for_each_overlap(DoubleCircle{point, radius},
                                     [&](ObjectId id) { overlapped.push_back(id); });
        std::sort(near.begin(), near.end());
        std::sort(overlapped.begin(), overlapped.end());
        EXPECT_EQ(near, overlapped);
      }
      for (const DoubleCircle& circle : world.circles)
        found.push_back(visited(broad_phase, circle));
      for (const DoubleCapsule& capsule : world.capsules) {
        found.push_back(visited(broad_phase, capsule));
        const ExactPoint a{static_cast<Exact>(capsule.first.x),
                           static_cast<Exact>(capsule.first.y)};
        const ExactPoint b{static_cast<Exact>(capsule.second.x),
                           static_cast<Exact>(capsule.second.y)};
        for (const Hit& hit : found.back()) {
          const DoubleBox& box = world.boxes[hit.id];
          const ExactBox exactly{static_cast<Exact>(box.min_x), static_cast<Exact>(box.min_y),
                                 static_cast<Exact>(box.max_x), static_cast<Exact>(box.max_y)};
          const Exact wanted =
              std::max(Exact{0}, distance_of(a, b, exactly) - static_cast<Exact>(capsule.radius));
          EXPECT_NEAR(hit.distance, static_cast<double>(wanted), (std::abs(at) + 100) * 0x1p-40);
        }
        EXPECT_EQ(found.back().size(), world.boxes.size());
        EXPECT_TRUE(std::is_sorted(found.back().begin(), found.back().end()));
      }
      expect_same_forms(broad_phase, world.points);
      expect_same_forms(broad_phase, world.rests);
      expect_same_forms(broad_phase, world.circles);
      expect_same_forms(broad_phase, world.capsules);
      if (first_origin.empty()) first_origin = found;
      for (std::size_t i = 0; i < found.size(); ++i)
        EXPECT_TRUE(same_bits(found[i], first_origin[i])) << i;
    }
  }
}

}  // namespace
}  // namespace quadphase::queries
