// SPDX-License-Identifier: MIT
// The formula of moving circles and capsules: by hand, against a bisection of distances in long
// double, and against the casts that it must agree with.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <optional>

#include "queries/extreme_floats.hpp"
#include "queries/query_world.hpp"
#include "shapes/exact_geometry.hpp"

namespace quadphase::queries {
namespace {

TEST(RoundCasts, ByHand) {
  const Box box = {2, -1, 4, 1};
  EXPECT_EQ(entry_fraction(CircleCast{{{-1, 0}, 1}, {4, 0}}, box), 0.5);
  EXPECT_EQ(entry_fraction(CircleCast{{{3, 5}, 2}, {0, -8}}, box), 0.25);
  EXPECT_EQ(entry_fraction(CircleCast{{{-1, 0}, 1}, {2, 0}}, box), 1.0) << "the end counts";
  EXPECT_EQ(entry_fraction(CircleCast{{{-1, 0}, 1}, {1.999F, 0}}, box), std::nullopt);
  EXPECT_EQ(entry_fraction(CircleCast{{{-1, 0}, 1}, {-4, 0}}, box), std::nullopt);
  EXPECT_EQ(entry_fraction(CircleCast{{{1.5F, 0}, 1}, {-4, 0}}, box), 0.0) << "it starts there";
  EXPECT_EQ(entry_fraction(CircleCast{{{-11, 5}, 5}, {20, 0}}, box), 0.5)
      << "the corner (2, 1) is 5 from (-1, 5)";
  EXPECT_EQ(entry_fraction(CircleCast{{{-1, 5}, 5}, {0, 0}}, box), 0.0);
  EXPECT_EQ(entry_fraction(CircleCast{{{-1, 5}, 4.999F}, {0, 0}}, box), std::nullopt);
  // Its bounds hit the box, but it passes the corner.
  EXPECT_EQ(entry_fraction(CircleCast{{{-1, 3}, 2}, {4, 4}}, box), std::nullopt);
  EXPECT_EQ(entry_fraction(CapsuleCast{{{-2, -9}, {-2, 9}, 1}, {6, 0}}, box), 0.5) << "its side";
  EXPECT_EQ(entry_fraction(CapsuleCast{{{-6, 0}, {-2, 0}, 1}, {6, 0}}, box), 0.5) << "its end";
  // The line from (0, 0) to (6, 6), moved by t * (0, -8), touches the corner (2, 1) at 1 / 8.
  EXPECT_EQ(entry_fraction(CapsuleCast{{{0, 0}, {6, 6}, 0}, {0, -8}}, box), 0.125);
}

/// The first fraction at which a capsule is within its radius of a box, if it comes nearer by some
/// margin; kMiss if it stays away by a margin; else empty.
constexpr Exact kMiss = -1;
std::optional<Exact> entry_by_bisection(const CapsuleCast& cast, const Box& box) {
  constexpr Exact kMargin = 1e-6L;
  const ExactPoint first = exact(cast.capsule.first);
  const ExactPoint second = exact(cast.capsule.second);
  const ExactPoint by = exact(cast.displacement);
  const auto gap = [&](Exact t) {
    return distance_of(ExactPoint{first.x + t * by.x, first.y + t * by.y},
                       ExactPoint{second.x + t * by.x, second.y + t * by.y}, exact(box)) -
           static_cast<Exact>(cast.capsule.radius);
  };
  if (gap(0) <= -kMargin) return 0;
  // The gap is convex: the least one first, by thirds.
  Exact low = 0;
  Exact high = 1;
  for (int i = 0; i < 60; ++i) {
    const Exact third = (high - low) / 3;
    if (gap(low + third) <= gap(high - third)) {
      high -= third;
    } else {
      low += third;
    }
  }
  const Exact least = std::min({gap(low), gap(0), gap(1)});
  if (least > kMargin) return kMiss;
  if (least > -kMargin || gap(0) <= kMargin) return std::nullopt;
  high = gap(1) <= gap(low) ? 1 : low;
  low = 0;
  for (int i = 0; i < 70; ++i) {
    const Exact middle = (low + high) / 2;
    (gap(middle) <= 0 ? high : low) = middle;
  }
  return high;
}

TEST(RoundCasts, EnterWhereABisectionOfTheDistanceSays) {
  scenes::Random random(4, 4);
  const auto number = [&] {
    const float any = random.between(-8, 8);
    return random.below(4) == 0 ? std::floor(any) : any;
  };
  const auto point = [&] {
    const float x = number();
    return Point{x, number()};
  };
  int hits = 0;
  int misses = 0;
  for (int i = 0; i < 2'000; ++i) {
    CapsuleCast cast = {{point(), point(), 3 * random.unit()}, point()};
    if (i % 3 == 0) cast.capsule.second = cast.capsule.first;
    if (i % 7 == 0) cast.capsule.radius = 0;
    const Point a = point();
    const Box box = {a.x, a.y, a.x + 3 * random.unit(), a.y + 3 * random.unit()};
    const auto wanted = entry_by_bisection(cast, box);
    if (!wanted) continue;
    const auto found = entry_fraction(cast, box);
    ASSERT_EQ(found.has_value(), *wanted != kMiss) << in_words(cast) << in_words(box);
    (found ? hits : misses) += 1;
    if (found) {
      ASSERT_NEAR(*found, static_cast<double>(*wanted), 1e-8) << in_words(cast) << in_words(box);
    }
  }
  EXPECT_GT(hits, 300);
  EXPECT_GT(misses, 300);
}

bool is_same(const std::optional<double>& a, const std::optional<double>& b) {
  return a.has_value() == b.has_value() && a.value_or(0) == b.value_or(0);
}

Queries many_casts() {
  return joined(QueryDice({}, 6).queries(200), extreme_queries());
}

TEST(RoundCasts, WithoutARadiusEnterAsAPointDoes) {
  const Queries queries = many_casts();
  for (const CircleCast& cast : queries.circle_casts) {
    const Point& at = cast.circle.center;
    const CircleCast point_cast = {{at, 0}, cast.displacement};
    for (const Box& box : queries.boxes) {
      const auto found = entry_fraction(point_cast, box);
      const auto wanted = entry_fraction(BoxCast{{at.x, at.y, at.x, at.y}, cast.displacement}, box);
      ASSERT_TRUE(is_same(found, wanted)) << in_words(point_cast) << in_words(box);
    }
  }
}

TEST(RoundCasts, OfACapsuleWithEqualEndsEnterAsItsCircle) {
  const Queries queries = many_casts();
  for (const CircleCast& cast : queries.circle_casts) {
    const Circle& circle = cast.circle;
    const CapsuleCast same = {{circle.center, circle.center, circle.radius}, cast.displacement};
    for (const Box& box : queries.boxes)
      ASSERT_TRUE(is_same(entry_fraction(cast, box), entry_fraction(same, box)));
  }
}

// The kernels rule out boxes by the bounds.
TEST(RoundCasts, EnterNeitherBeforeTheirBoundsNorAfterTheyHaveLeft) {
  const Queries queries = many_casts();
  std::size_t hits = 0;
  for (const CapsuleCast& cast : queries.capsule_casts) {
    const Capsule& capsule = cast.capsule;
    const auto edge = [&](float end, float side) {
      const double exact_edge = static_cast<double>(end) +
                                static_cast<double>(side) * static_cast<double>(capsule.radius);
      auto rounded = static_cast<float>(exact_edge);
      if (static_cast<double>(side) * (exact_edge - static_cast<double>(rounded)) > 0)
        rounded = std::nextafter(rounded, side * std::numeric_limits<float>::infinity());
      return bounded(rounded);
    };
    const Box bounds = {edge(std::min(capsule.first.x, capsule.second.x), -1),
                        edge(std::min(capsule.first.y, capsule.second.y), -1),
                        edge(std::max(capsule.first.x, capsule.second.x), 1),
                        edge(std::max(capsule.first.y, capsule.second.y), 1)};
    for (const Box& box : queries.boxes) {
      const auto found = entry_fraction(cast, box);
      if (!found) continue;
      ++hits;
      const auto least = entry_fraction(BoxCast{bounds, cast.displacement}, box);
      ASSERT_TRUE(least) << in_words(cast) << in_words(box);
      ASSERT_GE(*found, *least) << in_words(cast) << in_words(box);
      ASSERT_LE(*found, 1.0) << in_words(cast) << in_words(box);
    }
  }
  EXPECT_GT(hits, 1'000U);
}

TEST(RoundCasts, ThatStandStillHitWhatTheShapeOverlaps) {
  const Queries queries = QueryDice({}, 8).queries(300);
  std::size_t unlike = 0;
  for (const Capsule& capsule : queries.capsules) {
    for (const Box& box : queries.boxes) {
      const auto found = entry_fraction(CapsuleCast{capsule, {0, 0}}, box);
      EXPECT_EQ(found.value_or(0), 0.0);
      unlike += found.has_value() != overlaps(capsule, box) ? 1U : 0U;
    }
  }
  EXPECT_LE(unlike, 9U) << "only where one of the two rounds otherwise: of 90,000";
}

TEST(RoundCasts, AreTheSameFromEitherEnd) {
  const Queries queries = QueryDice({}, 9).queries(200);
  std::size_t unlike = 0;
  for (const CapsuleCast& cast : queries.capsule_casts) {
    const Capsule& capsule = cast.capsule;
    const CapsuleCast turned = {{capsule.second, capsule.first, capsule.radius}, cast.displacement};
    for (const Box& box : queries.boxes) {
      const auto a = entry_fraction(cast, box);
      const auto b = entry_fraction(turned, box);
      unlike += a.has_value() != b.has_value() ? 1U : 0U;
      if (a && b) {
        ASSERT_NEAR(*a, *b, 1e-6) << in_words(cast) << in_words(box);
      }
    }
  }
  EXPECT_LE(unlike, 9U);
}

TEST(RoundCasts, ThatAreNotValidHitNothing) {
  const Queries bad = invalid_queries();
  for (const Box& box : {Box{-kInfinity, -kInfinity, kInfinity, kInfinity}, Box{0, 0, 0, 0}}) {
    for (const CircleCast& cast : bad.circle_casts)
      EXPECT_FALSE(entry_fraction(cast, box)) << in_words(cast);
    for (const CapsuleCast& cast : bad.capsule_casts)
      EXPECT_FALSE(entry_fraction(cast, box)) << in_words(cast);
  }
  EXPECT_FALSE(entry_fraction(CircleCast{{{0, 0}, 9}, {1, 0}}, {1, 0, -1, 0}));
}

TEST(RoundCasts, KeepWhatTheyAreMadeOf) {
  const Cast cast = CapsuleCast{{{3, 1}, {1, 2}, 4}, {5, 6}};
  EXPECT_EQ(cast.box, (Box{3, 1, 3, 1}));
  EXPECT_EQ(cast.to, (Point{5, 6}));
  EXPECT_EQ(cast.capsule.first, (Point{3, 1}));
  EXPECT_EQ(cast.capsule.second, (Point{1, 2}));
  EXPECT_EQ(cast.capsule.radius, 4.0F);
  EXPECT_TRUE(cast.is_round);
  const Cast circle = CircleCast{{{3, 1}, 4}, {5, 6}};
  EXPECT_EQ(circle.box, (Box{3, 1, 3, 1}));
  EXPECT_EQ(circle.capsule.second, (Point{3, 1}));
  EXPECT_FALSE(Cast(BoxCast{}).is_round);
}

}  // namespace
}  // namespace quadphase::queries
