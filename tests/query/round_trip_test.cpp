// SPDX-License-Identifier: MIT
// What a query gave is asked again: the distance of a neighbor as a radius, and the fraction of a
// hit as the end of the cast. Each finds its object, and so does every object before it; a number
// that is one double less does not.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "quadphase/double_shapes.hpp"
#include "quadphase/try.hpp"
#include "queries/extreme_floats.hpp"
#include "queries/query_checks.hpp"
#include "queries/query_inputs.hpp"
#include "scenes/random.hpp"

namespace quadphase::queries {
namespace {

/// The SIMD targets of this library that this processor has.
std::vector<Simd> all_targets() {
  std::vector<Simd> targets;
  for (const Simd simd : kInstructionSets)
    if (is_supported(simd)) targets.push_back(simd);
  return targets;
}

/// Those of some sorted hits up to a value.
std::vector<Hit> hits_up_to(const std::vector<Hit>& all, double most) {
  std::vector<Hit> some;
  for (const Hit& hit : all)
    if (hit.distance <= most) some.push_back(hit);
  return some;
}
std::vector<ObjectId> ids_of(const std::vector<Hit>& hits) {
  std::vector<ObjectId> ids;
  for (const Hit& hit : hits) ids.push_back(hit.id);
  std::sort(ids.begin(), ids.end());
  return ids;
}
std::vector<ObjectId> row_of(const QueryResult& result, std::size_t row) {
  const auto ids = result.ids_of(row);
  return {ids.begin(), ids.end()};
}
std::vector<Hit> hits_of_row(const QueryResult& result, std::size_t row) {
  const auto values =
      result.fractions().empty() ? result.distances_of(row) : result.fractions_of(row);
  std::vector<Hit> hits;
  for (std::size_t i = 0; i < values.size(); ++i)
    hits.push_back({values[i], result.ids_of(row)[i]});
  return hits;
}

/// The numbers that are asked again: of the first hits, and of some others.
std::vector<double> asked_again(const std::vector<Hit>& all) {
  std::vector<double> values;
  for (std::size_t i = 0; i < all.size(); i = i < 3 ? i + 1 : 3 * i) {
    values.push_back(all[i].distance);
    if (all[i].distance > 0) values.push_back(std::nextafter(all[i].distance, 0.0));
  }
  return values;
}

class RoundTrips {
 public:
  explicit RoundTrips(const quadphase::Index& engine) : engine_(engine) {}

  /// Radii around a point.
  void check(const Point& point) {
    std::vector<Hit> all;
    engine_.for_each_nearest(point, [&](const Neighbor& neighbor) { all.push_back(neighbor); });
    std::vector<Circle> circles;
    for (const double radius : asked_again(all)) {
      SCOPED_TRACE("radius " + std::to_string(radius));
      const std::vector<Hit> wanted = hits_up_to(all, radius);
      const Circle circle{point, radius};
      circles.push_back(circle);
      EXPECT_EQ(overlapped(circle), ids_of(wanted));
      EXPECT_EQ(overlapped(to_local(DoubleCircle{wide(point), radius}, Origin{})), ids_of(wanted));
      std::vector<Hit> found(wanted.size() + 1);
      found.resize(engine_.find_nearest(point, found, {.radius = radius}));
      EXPECT_TRUE(same_bits(found, wanted));
      std::size_t count = 0;
      found.resize(wanted.size() + 1);
      EXPECT_TRUE(try_find_nearest(engine_, point, found, count, {.radius = radius}).is_ok());
      found.resize(count);
      EXPECT_TRUE(same_bits(found, wanted));
      found.clear();
      engine_.for_each_nearest(point, [&](const Neighbor& neighbor) { found.push_back(neighbor); },
                               {.radius = radius});
      EXPECT_TRUE(same_bits(found, wanted));
      check_nearest_batch(point, radius, wanted);
    }
    engine_.find_overlaps(circles, result_);
    for (std::size_t row = 0; row < circles.size(); ++row)
      EXPECT_EQ(row_of(result_, row), ids_of(hits_up_to(all, circles[row].radius)));
    count_ += circles.size();
  }

  /// The ends of a cast.
  void check(const Cast& cast) {
    std::vector<Hit> all;
    engine_.for_each_hit(cast, [&](const CastHit& hit) { all.push_back(hit_of(hit)); });
    for (const double fraction : asked_again(all)) {
      SCOPED_TRACE("fraction " + std::to_string(fraction));
      const std::vector<Hit> wanted = hits_up_to(all, fraction);
      Cast cut = cast;
      cut.max_fraction = fraction;
      std::vector<Hit> found;
      engine_.for_each_hit(cut, [&](const CastHit& hit) { found.push_back(hit_of(hit)); });
      EXPECT_TRUE(same_bits(found, wanted));
      EXPECT_EQ(engine_.cast_any(cut).has_value(), !wanted.empty());
      const auto closest = engine_.cast_closest(cut);
      ASSERT_EQ(closest.has_value(), !wanted.empty());
      if (closest) {
        EXPECT_TRUE(same_bits(std::vector{hit_of(*closest)}, std::vector{wanted[0]}));
      }
      std::optional<ObjectId> any;
      EXPECT_TRUE(try_cast_any(engine_, cut, any).is_ok());
      EXPECT_EQ(any.has_value(), !wanted.empty());
      found.clear();
      engine_.for_each_hit(cast, [&](const CastHit& hit) {
        found.push_back(hit_of(hit));
        return fraction;
      });
      // The first hit is visited before the visitor can say how far the cast goes.
      EXPECT_TRUE(found.empty() || hits_up_to(found, fraction) == wanted ||
                  (fraction == 0 && found.size() == 1));
      ++count_;
    }
  }

  /// As above, of a ray, which a batch can have cut short, too.
  void check(const Ray& ray) {
    check(Cast(ray));
    std::vector<Hit> all;
    engine_.for_each_hit(ray, [&](const CastHit& hit) { all.push_back(hit_of(hit)); });
    std::vector<Ray> rays;
    for (const double fraction : asked_again(all))
      for (int copy = 0; copy < 3; ++copy) rays.push_back({ray.origin, ray.direction, fraction});
    engine_.find_hits(rays, result_);
    for (std::size_t row = 0; row < rays.size(); ++row)
      EXPECT_TRUE(same_bits(hits_of_row(result_, row), hits_up_to(all, rays[row].max_fraction)));
    engine_.cast_closest(rays, result_);
    for (std::size_t row = 0; row < rays.size(); ++row) {
      std::vector<Hit> wanted = hits_up_to(all, rays[row].max_fraction);
      wanted.resize(std::min<std::size_t>(wanted.size(), 1));
      EXPECT_TRUE(same_bits(hits_of_row(result_, row), wanted));
    }
    engine_.cast_any(rays, result_);
    for (std::size_t row = 0; row < rays.size(); ++row)
      EXPECT_EQ(result_.ids_of(row).empty(), hits_up_to(all, rays[row].max_fraction).empty());
  }

  /// Every query of some kinds.
  void check(const Queries& queries) {
    for (const Point& point : queries.places) check(point);
    for (const Ray& ray : queries.rays) check(ray);
    for (const Segment& segment : queries.segments) check(Cast(segment));
    for (const BoxCast& cast : queries.box_casts) check(Cast(cast));
    for (const CircleCast& cast : queries.circle_casts) check(Cast(cast));
    for (const CapsuleCast& cast : queries.capsule_casts) check(Cast(cast));
  }

  [[nodiscard]] std::size_t count() const { return count_; }

 private:
  static DoublePoint wide(const Point& point) {
    return {static_cast<double>(point.x), static_cast<double>(point.y)};
  }
  [[nodiscard]] std::vector<ObjectId> overlapped(const Shape& shape) const {
    std::vector<ObjectId> ids;
    engine_.for_each_overlap(shape, [&](ObjectId id) { ids.push_back(id); });
    std::sort(ids.begin(), ids.end());
    return ids;
  }
  /// Of as many points as a walk takes, and of one.
  void check_nearest_batch(const Point& point, double radius, const std::vector<Hit>& wanted) {
    for (const std::size_t points : {std::size_t{1}, std::size_t{20}}) {
      for (const std::size_t k : {wanted.size() + 1, std::size_t{1}}) {
        engine_.find_nearest(std::vector<Point>(points, point), k, result_, {.radius = radius});
        const std::size_t found = std::min(k, wanted.size());
        const std::vector<Hit> first(wanted.begin(),
                                     wanted.begin() + static_cast<std::ptrdiff_t>(found));
        EXPECT_TRUE(same_bits(hits_of_row(result_, points - 1), first));
      }
    }
  }

  const quadphase::Index& engine_;
  QueryResult result_;
  std::size_t count_ = 0;
};

/// Boxes between 0 and 10, or of special values.
std::vector<Box> boxes_of(scenes::Random& random, bool are_special) {
  constexpr float kSpecial[] = {0,      -0.0F,   1e-45F,    -1e-45F,   1e-38F, -1e-38F,
                                1e-20F, 1,       1e20F,     -1e20F,    1e30F,  3e38F,
                                -3e38F, 3.4e38F, kInfinity, -kInfinity};
  std::vector<Box> boxes;
  for (int i = 0; i < 60; ++i) {
    const auto edge = [&] { return are_special ? kSpecial[random.below(16)] : 10 * random.unit(); };
    const float a = edge();
    const float b = edge();
    const float c = are_special ? edge() : a + random.unit() * 0.5F;
    const float d = are_special ? edge() : b + random.unit() * 0.5F;
    boxes.push_back({std::min(a, c), std::min(b, d), std::max(a, c), std::max(b, d)});
  }
  return boxes;
}

void expect_round_trips(Config config, bool are_special, int worlds) {
  const bool is_periodic = config.period_x > 0 || config.period_y > 0;
  for (const Simd simd : all_targets()) {
    config.simd = simd;
    std::size_t count = 0;
    for (int seed = 0; seed < worlds && !testing::Test::HasFailure(); ++seed) {
      SCOPED_TRACE("seed " + std::to_string(seed));
      scenes::Random random(static_cast<std::uint64_t>(seed));
      const std::vector<Box> boxes = boxes_of(random, are_special);
      std::vector<ObjectId> ids;
      std::vector<Member> members;
      for (std::size_t i = 0; i < boxes.size(); ++i) {
        ids.push_back(static_cast<ObjectId>(100 + i));
        members.push_back({ids.back(), boxes[i], {}});
      }
      BroadPhase engine(config);
      if (seed % 2 == 1) engine.set_static(std::span(boxes).first(20), std::span(ids).first(20));
      const std::size_t first = seed % 2 == 1 ? 20 : 0;
      engine.update(std::span(boxes).subspan(first), {.ids = std::span(ids).subspan(first)});
      RoundTrips trips(engine);
      QueryDice dice(members, static_cast<std::uint64_t>(seed));
      Queries queries = dice.queries(is_periodic ? 6 : 12);
      if (is_periodic)
        for (Point& place : queries.places) place = {30 * random.unit() - 10, 30 * random.unit()};
      trips.check(queries);
      count += trips.count();
    }
    EXPECT_GT(count, 100U);
  }
}

TEST(RoundTrips, OfRandomWorlds) {
  expect_round_trips({.threads = 1}, false, 12);
}

TEST(RoundTrips, OfSpecialValues) {
  expect_round_trips({.threads = 1}, true, 6);
}

TEST(RoundTrips, WhereTouchingDoesNotCountAreThoseOfNeighborsAndCasts) {
  BroadPhase engine({.threads = 1, .touching = false});
  engine.update(std::vector<Box>{{3, 4, 5, 6}});
  bool is_found = false;
  engine.for_each_overlap(Circle{{0, 0}, 5}, [&](ObjectId) { is_found = true; });
  EXPECT_FALSE(is_found);
  engine.for_each_overlap(Circle{{0, 0}, std::nextafter(5.0, 6.0)},
                          [&](ObjectId) { is_found = true; });
  EXPECT_TRUE(is_found);
  Neighbor nearest[1];
  EXPECT_EQ(engine.find_nearest(Point{0, 0}, nearest, {.radius = 5}), 1U);
}

TEST(RoundTrips, OfPeriodicWorlds) {
  expect_round_trips({.threads = 1, .period_x = 10, .period_y = 10}, false, 5);
  expect_round_trips({.threads = 1, .period_x = 10}, false, 3);
  expect_round_trips({.threads = 1, .period_y = 10.5F}, false, 3);
}

TEST(RoundTrips, OfFormulas) {
  scenes::Random random(9);
  const std::vector<Box> some = boxes_of(random, false);
  const std::vector<Box> special = boxes_of(random, true);
  for (const auto* const boxes : {&some, &special}) {
    for (const Box& box : *boxes) {
      for (int i = 0; i < 200; ++i) {
        const Point point = {10 * random.unit(), 10 * random.unit()};
        const double radius = distance(point, box);
        ASSERT_TRUE(overlaps(Circle{point, radius}, box));
        ASSERT_FALSE(interiors_overlap(Circle{point, radius}, box) && radius > 0);
        if (radius > 0) {
          ASSERT_FALSE(overlaps(Circle{point, std::nextafter(radius, 0.0)}, box));
        }
        const Point to = {random.unit() - 0.5F, random.unit() - 0.5F};
        Cast casts[] = {Ray{point, to}, CircleCast{{point, 0.3}, {10 * to.x, 10 * to.y}},
                        BoxCast{{point.x, point.y, point.x + 0.1F, point.y}, to}};
        for (Cast& cast : casts) {
          const auto fraction = entry_fraction(cast, box);
          if (!fraction) continue;
          cast.max_fraction = *fraction;
          ASSERT_EQ(entry_fraction(cast, box), fraction);
        }
      }
    }
  }
}

}  // namespace
}  // namespace quadphase::queries
