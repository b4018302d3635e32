// SPDX-License-Identifier: MIT
// Shapes in double near an origin: what the wide shape overlaps or hits is never lost, fractions
// are not too late, and what floats can hold stays as it is.
#include <gtest/gtest.h>

#include <array>
#include <cfenv>
#include <cmath>
#include <limits>
#include <optional>
#include <random>
#include <vector>

#include "quadphase/double_shapes.hpp"
#include "quadphase/quadphase.hpp"

namespace quadphase::queries {
namespace {

using Exact = long double;  // 64 bits: sums of the numbers below are exact

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Numbers of up to 47 bits, the last of them 2^-20: too many for floats, few enough that sums of
/// several and quarters of them are exact.
class Numbers {
 public:
  explicit Numbers(std::uint32_t seed) : random_(seed) {}
  double within(double limit) {
    const auto steps = static_cast<std::uint64_t>(limit * 0x1p20);
    return static_cast<double>(random_() % (2 * steps + 1)) * 0x1p-20 - limit;
  }
  double below(double limit) { return std::abs(within(limit)); }

 private:
  std::mt19937_64 random_;
};

struct Range {
  Exact min;
  Exact max;
};

/// Expects the float range, moved, to hold the wide one at each quarter of the way.
void expect_holds(float min, float max, float displacement, const Range& wide, Exact double_move) {
  for (const Exact t : {0.0L, 0.25L, 0.5L, 0.75L, 1.0L}) {
    ASSERT_LE(static_cast<Exact>(min) + t * static_cast<Exact>(displacement),
              wide.min + t * double_move);
    ASSERT_GE(static_cast<Exact>(max) + t * static_cast<Exact>(displacement),
              wide.max + t * double_move);
  }
}

Exact distance_of(double a, double b) {
  return static_cast<Exact>(a) - static_cast<Exact>(b);
}

TEST(DoubleShapes, OfMovingBoxesHoldTheirsAtEveryFraction) {
  Numbers n(1);
  for (int i = 0; i < 100'000 && !testing::Test::HasFailure(); ++i) {
    const double scale = std::ldexp(1.0, i % 24);
    const Origin origin = {n.within(1e7), n.within(1e3)};
    const DoubleBox box = {n.within(scale), n.within(scale), n.within(scale), n.within(scale)};
    const DoubleBox sorted = {std::min(box.min_x, box.max_x), std::min(box.min_y, box.max_y),
                              std::max(box.min_x, box.max_x), std::max(box.min_y, box.max_y)};
    const DoubleBoxCast wide = {sorted, {n.within(scale), n.within(10)}};
    const BoxCast cast = to_local(wide, origin);
    expect_holds(cast.box.min_x, cast.box.max_x, cast.displacement.x,
                 {distance_of(sorted.min_x, origin.x), distance_of(sorted.max_x, origin.x)},
                 static_cast<Exact>(wide.displacement.x));
    expect_holds(cast.box.min_y, cast.box.max_y, cast.displacement.y,
                 {distance_of(sorted.min_y, origin.y), distance_of(sorted.max_y, origin.y)},
                 static_cast<Exact>(wide.displacement.y));
  }
}

TEST(DoubleShapes, OfSegmentsHoldThemAtEveryFraction) {
  Numbers n(2);
  for (int i = 0; i < 100'000 && !testing::Test::HasFailure(); ++i) {
    const double scale = std::ldexp(1.0, i % 24);
    const Origin origin = {n.within(1e7), n.within(1e3)};
    const DoubleSegment wide = {{n.within(scale), n.within(1e6)}, {n.within(1e7), n.within(scale)}};
    const BoxCast cast = to_local(wide, origin);
    const Exact x = distance_of(wide.from.x, origin.x);
    const Exact y = distance_of(wide.from.y, origin.y);
    expect_holds(cast.box.min_x, cast.box.max_x, cast.displacement.x, {x, x},
                 distance_of(wide.to.x, wide.from.x));
    expect_holds(cast.box.min_y, cast.box.max_y, cast.displacement.y, {y, y},
                 distance_of(wide.to.y, wide.from.y));
    // Not larger than it has to be, either: the steps at both ends.
    const float step = std::max(std::abs(cast.box.min_x), std::abs(cast.displacement.x)) * 0x1p-22F;
    EXPECT_LE(cast.box.max_x - cast.box.min_x, step + std::numeric_limits<float>::denorm_min());
  }
}

TEST(DoubleShapes, OfCirclesContainThem) {
  Numbers n(3);
  for (int i = 0; i < 100'000 && !testing::Test::HasFailure(); ++i) {
    const Origin origin = {n.within(1e7), n.within(1e3)};
    const DoubleCircle wide = {{n.within(1e7), n.within(std::ldexp(1.0, i % 24))}, n.below(1e4)};
    const Circle circle = to_local(wide, origin);
    const Exact x = distance_of(wide.center.x, origin.x) - static_cast<Exact>(circle.center.x);
    const Exact y = distance_of(wide.center.y, origin.y) - static_cast<Exact>(circle.center.y);
    const Exact more = static_cast<Exact>(circle.radius) - static_cast<Exact>(wide.radius);
    ASSERT_GE(more, 0);
    ASSERT_GE(more * more, x * x + y * y);
    const Exact coordinate =
        std::max({std::abs(distance_of(wide.center.x, origin.x)),
                  std::abs(distance_of(wide.center.y, origin.y)), static_cast<Exact>(wide.radius)});
    ASSERT_LE(more, coordinate * 0x1p-22L);
  }
}

/// Expects a disc to contain a wide one at each quarter of the way, and not to be much larger.
void expect_disc(const Point& center, double radius, const Point& displacement,
                 const DoublePoint& wide, double double_radius, const DoublePoint& double_move,
                 const Origin& origin) {
  const Exact more = static_cast<Exact>(radius) - static_cast<Exact>(double_radius);
  for (const Exact t : {0.0L, 0.25L, 0.5L, 0.75L, 1.0L}) {
    const Exact x = distance_of(wide.x, origin.x) - static_cast<Exact>(center.x) +
                    t * (static_cast<Exact>(double_move.x) - static_cast<Exact>(displacement.x));
    const Exact y = distance_of(wide.y, origin.y) - static_cast<Exact>(center.y) +
                    t * (static_cast<Exact>(double_move.y) - static_cast<Exact>(displacement.y));
    ASSERT_GE(more, 0);
    ASSERT_GE(more * more, x * x + y * y);
  }
}

TEST(DoubleShapes, OfCapsulesAndRoundCastsContainTheirsAtEveryFraction) {
  Numbers n(7);
  for (int i = 0; i < 100'000 && !testing::Test::HasFailure(); ++i) {
    const double scale = std::ldexp(1.0, i % 24);
    const Origin origin = {n.within(1e7), n.within(1e3)};
    const DoubleCapsule wide = {
        {n.within(scale), n.within(1e7)}, {n.within(1e6), n.within(scale)}, n.below(1e4)};
    const DoublePoint by = {n.within(scale), n.within(1e5)};
    const Capsule capsule = to_local(wide, origin);
    expect_disc(capsule.first, capsule.radius, {}, wide.first, wide.radius, {}, origin);
    expect_disc(capsule.second, capsule.radius, {}, wide.second, wide.radius, {}, origin);
    const CapsuleCast cast = to_local(DoubleCapsuleCast{wide, by}, origin);
    expect_disc(cast.capsule.first, cast.capsule.radius, cast.displacement, wide.first, wide.radius,
                by, origin);
    expect_disc(cast.capsule.second, cast.capsule.radius, cast.displacement, wide.second,
                wide.radius, by, origin);
    const CircleCast circle = to_local(DoubleCircleCast{{wide.first, wide.radius}, by}, origin);
    expect_disc(circle.circle.center, circle.circle.radius, circle.displacement, wide.first,
                wide.radius, by, origin);
    ASSERT_LE(cast.capsule.radius - wide.radius, 0x1p25 * 0x1p-21);
  }
}

TEST(DoubleShapes, StayAsTheyAreWhereFloatsCanHoldThem) {
  const Origin origin = {1e8, -3e7};
  const Circle circle = to_local(DoubleCircle{{1e8 + 2.5, -3e7 - 1}, 0.75}, origin);
  EXPECT_EQ(circle.center, (Point{2.5F, -1}));
  EXPECT_EQ(circle.radius, 0.75F);
  const CapsuleCast capsule =
      to_local(DoubleCapsuleCast{{{1e8, -3e7}, {1e8 + 2.5, -3e7 - 1}, 0.75}, {4, -8}}, origin);
  EXPECT_EQ(capsule.capsule.first, (Point{0, 0}));
  EXPECT_EQ(capsule.capsule.second, (Point{2.5F, -1}));
  EXPECT_EQ(capsule.capsule.radius, 0.75F);
  EXPECT_EQ(capsule.displacement, (Point{4, -8}));
  const DoubleBox box = {1e8 + 1, -3e7, 1e8 + 2, -3e7 + 0.5};
  const BoxCast cast = to_local(DoubleBoxCast{box, {-3, 0.125}}, origin);
  EXPECT_EQ(cast.box, (Box{1, 0, 2, 0.5F}));
  EXPECT_EQ(cast.displacement, (Point{-3, 0.125F}));
  const BoxCast segment = to_local(DoubleSegment{{1e8, -3e7 + 1}, {1e8 - 4, -3e7 + 3}}, origin);
  EXPECT_EQ(segment.box, (Box{0, 1, 0, 1}));
  EXPECT_EQ(segment.displacement, (Point{-4, 2}));
  const Ray ray = to_local(DoubleRay{{1e8 + 1, -3e7}, {0, 2}, 5}, origin);
  EXPECT_EQ(ray.origin, (Point{1, 0}));
  EXPECT_EQ(ray.direction, (Point{0, 2}));
  EXPECT_EQ(ray.max_fraction, 5);
  EXPECT_EQ(to_local(DoublePoint{1e8 - 8, -3e7}, origin), (Point{-8, 0}));
}

TEST(DoubleShapes, AreValidWhenTheDoubleOnesAre) {
  const Box everything = {
      -std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(),
      std::numeric_limits<float>::infinity(), std::numeric_limits<float>::infinity()};
  for (const double far : {0.0, 1e-320, 1e-60, 1.0, 1e39, 1e300, 1.7e308}) {
    for (const Origin& origin : {Origin{}, Origin{-far, far}, Origin{-1.7e308, 1.7e308}}) {
      SCOPED_TRACE(testing::Message() << far << " from " << origin.x);
      EXPECT_TRUE(
          entry_fraction(to_local(DoubleSegment{{far, -far}, {-far, 1}}, origin), everything));
      EXPECT_TRUE(entry_fraction(
          to_local(DoubleBoxCast{{-far, -far, far, far}, {far, -far}}, origin), everything));
      EXPECT_TRUE(overlaps(to_local(DoubleCircle{{far, far}, far}, origin), everything));
      const DoubleCapsule capsule = {{far, -far}, {-far, 1}, far};
      EXPECT_TRUE(overlaps(to_local(capsule, origin), everything));
      EXPECT_TRUE(
          entry_fraction(to_local(DoubleCapsuleCast{capsule, {far, -far}}, origin), everything));
      EXPECT_TRUE(entry_fraction(to_local(DoubleCircleCast{{{far, far}, far}, {-far, far}}, origin),
                                 everything));
      if (far == 0) continue;
      EXPECT_TRUE(entry_fraction(to_local(DoubleRay{{far, 0}, {far, -far}}, origin), everything));
    }
  }
  for (const double bad : {kNan, kInfinity, -kInfinity}) {
    EXPECT_FALSE(entry_fraction(to_local(DoubleSegment{{bad, 0}, {1, 1}}, Origin{}), everything));
    EXPECT_FALSE(entry_fraction(to_local(DoubleSegment{{0, 0}, {1, bad}}, Origin{}), everything));
    EXPECT_FALSE(entry_fraction(to_local(DoubleRay{{0, bad}, {1, 1}}, Origin{}), everything));
    EXPECT_FALSE(entry_fraction(to_local(DoubleRay{{0, 0}, {1, bad}}, Origin{}), everything));
    EXPECT_FALSE(overlaps(to_local(DoubleCircle{{bad, 0}, 1}, Origin{}), everything));
    EXPECT_FALSE(overlaps(to_local(DoubleCapsule{{0, bad}, {0, 0}, 1}, Origin{}), everything));
    EXPECT_FALSE(overlaps(to_local(DoubleCapsule{{0, 0}, {0, 0}, bad}, Origin{}), everything));
    EXPECT_FALSE(
        entry_fraction(to_local(DoubleCircleCast{{{0, 0}, bad}, {1, 1}}, Origin{}), everything));
    EXPECT_FALSE(
        entry_fraction(to_local(DoubleCircleCast{{{0, 0}, 1}, {bad, 1}}, Origin{}), everything));
    EXPECT_FALSE(
        entry_fraction(to_local(DoubleBoxCast{{0, 0, 1, 1}, {bad, 1}}, Origin{}), everything));
    EXPECT_FALSE(
        entry_fraction(to_local(DoubleBoxCast{{0, bad, 1, bad}, {1, 1}}, Origin{}), everything));
  }
  EXPECT_FALSE(entry_fraction(to_local(DoubleRay{{0, 0}, {0, 0}}, Origin{}), everything));
  for (const double radius : {-1.0, -1e-320, -1e300, kNan}) {
    EXPECT_FALSE(overlaps(to_local(DoubleCircle{{0, 0}, radius}, Origin{}), everything)) << radius;
    EXPECT_FALSE(overlaps(to_local(DoubleCapsule{{0, 0}, {1, 0}, radius}, Origin{}), everything));
  }
  const DoubleBox inverted = {std::nextafter(1.0, 2.0), 0, 1, 1};
  EXPECT_FALSE(entry_fraction(to_local(DoubleBoxCast{inverted, {1e7, 0.1}}, Origin{}), everything));
}

/// The fractions during which a segment is inside a box, in double; empty if they are too few to be
/// sure of.
std::optional<double> surely_enters(const DoubleSegment& segment, const DoubleBox& box) {
  double enter = 0;
  double leave = 1;
  const auto cut = [&](double from, double to, double min, double max) {
    const double move = to - from;
    const double a = (min - from) / move;
    const double b = (max - from) / move;
    enter = std::max(enter, std::min(a, b));
    leave = std::min(leave, std::max(a, b));
  };
  cut(segment.from.x, segment.to.x, box.min_x, box.max_x);
  cut(segment.from.y, segment.to.y, box.min_y, box.max_y);
  if (enter + 1e-10 > leave) return std::nullopt;
  return enter;
}

TEST(DoubleShapes, LoseNoHitAndNoOverlapInAFarWorld) {
  constexpr double kFar = 4e8;
  constexpr std::size_t kCount = 3'000;
  Numbers n(5);
  std::array<std::vector<double>, 4> edges;
  std::vector<DoubleBox> boxes;
  for (std::size_t i = 0; i < kCount; ++i) {
    const double x = kFar + n.within(1e4);
    const double y = n.within(1e4);
    boxes.push_back({x, y, x + n.below(50), y + n.below(50)});
    edges[0].push_back(boxes[i].min_x);
    edges[1].push_back(boxes[i].min_y);
    edges[2].push_back(boxes[i].max_x);
    edges[3].push_back(boxes[i].max_y);
  }
  BroadPhase engine({.threads = 1});
  std::size_t hits = 0;
  for (const Origin& origin : {Origin{kFar, 0}, Origin{kFar - 77.7, 1e5}, Origin{}}) {
    engine.update({edges[0], edges[1], edges[2], edges[3], origin});
    for (int k = 0; k < 200; ++k) {
      const DoubleSegment segment = {{kFar + n.within(1e4), n.within(1e4)},
                                     {kFar + n.within(1e4), n.within(1e4)}};
      const DoubleCircle circle = {segment.from, n.below(500)};
      std::vector<double> fractions(kCount, kInfinity);
      std::vector<bool> found(kCount, false);
      engine.for_each_hit(to_local(segment, origin),
                          [&](const CastHit& hit) { fractions[hit.id] = hit.fraction; });
      engine.for_each_overlap(to_local(circle, origin), [&](ObjectId id) { found[id] = true; });
      for (std::size_t i = 0; i < kCount; ++i) {
        if (const auto enter = surely_enters(segment, boxes[i])) {
          ++hits;
          ASSERT_LE(fractions[i], *enter + 1e-10) << i;
        }
        const DoubleBox& box = boxes[i];
        const double x = std::max({0.0, box.min_x - segment.from.x, segment.from.x - box.max_x});
        const double y = std::max({0.0, box.min_y - segment.from.y, segment.from.y - box.max_y});
        if (x * x + y * y <= circle.radius * circle.radius) {
          ++hits;
          ASSERT_TRUE(found[i]) << i;
        }
      }
    }
  }
  EXPECT_GT(hits, 1'000U);
}

TEST(DoubleShapes, DependOnNoFloatingPointMode) {
  Numbers n(6);
  for (int i = 0; i < 1'000; ++i) {
    const Origin origin = {n.within(1e7), n.within(1e7)};
    const DoubleSegment segment = {{n.within(1e7), n.within(1e3)}, {n.within(1e7), n.within(1e3)}};
    const DoubleCircle circle = {segment.from, n.below(1e3)};
    const BoxCast cast = to_local(segment, origin);
    const Circle local = to_local(circle, origin);
    for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
      std::fesetround(mode);
      const BoxCast other = to_local(segment, origin);
      const Circle other_local = to_local(circle, origin);
      std::fesetround(FE_TONEAREST);
      ASSERT_EQ(cast.box, other.box);
      ASSERT_EQ(cast.displacement, other.displacement);
      ASSERT_EQ(local.center, other_local.center);
      ASSERT_EQ(local.radius, other_local.radius);
    }
  }
}

}  // namespace
}  // namespace quadphase::queries
