// SPDX-License-Identifier: MIT
// The public formulas: by hand, and as the oracle writes them; and the types that queries and
// answers are made of.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <list>
#include <span>
#include <type_traits>
#include <variant>
#include <vector>

#include "queries/extreme_floats.hpp"
#include "queries/query_world.hpp"

namespace quadphase::queries {
namespace {

/// Boxes of all sizes, and those of the extreme queries.
std::vector<Box> many_boxes() {
  std::vector<Box> boxes = extreme_queries().boxes;
  for (const Box& box : QueryDice({}, 5).queries(150).boxes) boxes.push_back(box);
  return boxes;
}

Queries many_queries() {
  return joined(joined(QueryDice({}, 9).queries(150), extreme_queries()), invalid_queries());
}

TEST(DistanceFormula, IsThatOfTheOracle) {
  const Queries queries = many_queries();
  for (const Box& box : many_boxes()) {
    for (const Point& point : queries.places) {
      if (!std::isfinite(point.x) || !std::isfinite(point.y)) continue;
      const Hit found[] = {{distance(point, box), 0}};
      const Hit wanted[] = {{distance_by_formula(point, box), 0}};
      ASSERT_TRUE(same_bits(found, wanted)) << in_words(point) << ' ' << in_words(box);
    }
  }
}

TEST(DistanceFormula, ByHand) {
  EXPECT_EQ(distance(Point{0, 0}, {3, 4, 5, 6}), 5.0);
  EXPECT_EQ(distance(Point{8, 10}, {3, 4, 5, 6}), 5.0);
  EXPECT_EQ(distance(Point{4, 5}, {3, 4, 5, 6}), 0.0);
  EXPECT_EQ(distance(Point{3, 6}, {3, 4, 5, 6}), 0.0);
  EXPECT_EQ(distance(Point{1, 5}, {3, 4, 5, 6}), 2.0);
  EXPECT_EQ(distance(Point{1, 5}, {-kInfinity, 4, kInfinity, 4}), 1.0);
  EXPECT_EQ(distance(Point{1, 5}, {kInfinity, 4, kInfinity, 6}),
            std::numeric_limits<double>::infinity());
  EXPECT_EQ(distance({-3e38F, 0}, {3e38F, 0, 3e38F, 0}), 2.0 * static_cast<double>(3e38F));
}

TEST(CircleFormula, IsThatOfTheOracleForValidCircles) {
  const Queries queries = many_queries();
  for (const Box& box : many_boxes()) {
    for (const Circle& circle : queries.circles) {
      const Point& center = circle.center;
      if (!std::isfinite(center.x) || !std::isfinite(center.y) || !(circle.radius >= 0)) continue;
      ASSERT_EQ(overlaps(circle, box), meets_by_formula(circle, box))
          << in_words(circle) << ' ' << in_words(box);
      ASSERT_EQ(interiors_overlap(circle, box), meets_by_formula(circle, box, false))
          << in_words(circle) << ' ' << in_words(box);
    }
  }
}

TEST(CircleFormula, ByHand) {
  EXPECT_TRUE(overlaps(Circle{{0, 0}, 5}, Box{3, 4, 5, 6}));
  EXPECT_FALSE(overlaps(Circle{{0, 0}, 4.999F}, Box{3, 4, 5, 6}));
  EXPECT_TRUE(overlaps(Circle{{3, 4}, 0}, Box{3, 4, 5, 6}));
  EXPECT_TRUE(overlaps(Circle{{0, 0}, kInfinity}, Box{kInfinity, 0, kInfinity, 0}));
  // What counts is the distance as it is rounded, not its square.
  EXPECT_EQ(distance(Point{0, 0}, Box{1, 1.3e-8F, 2, 2}), 1);
  EXPECT_TRUE(overlaps(Circle{{0, 0}, 1}, Box{1, 1.3e-8F, 2, 2}));
  EXPECT_FALSE(overlaps(Circle{{0, 0}, 1}, Box{1, 3e-8F, 2, 2}));
}

TEST(CircleFormula, ByHandWhereTouchingDoesNotCount) {
  EXPECT_FALSE(interiors_overlap(Circle{{0, 0}, 5}, Box{3, 4, 5, 6}));
  EXPECT_TRUE(interiors_overlap(Circle{{0, 0}, 5.001F}, Box{3, 4, 5, 6}));
  EXPECT_TRUE(interiors_overlap(Circle{{3, 4}, 1e-45F}, Box{3, 4, 5, 6})) << "around a corner";
  EXPECT_TRUE(interiors_overlap(Circle{{0, 0}, 2}, Box{1, 1, 1, 1})) << "a point in the disc";
  EXPECT_FALSE(interiors_overlap(Circle{{0, 0}, 1}, Box{1, 0, 1, 0})) << "a point on its edge";
  EXPECT_FALSE(interiors_overlap(Circle{{3, 4}, 0}, Box{3, 4, 5, 6})) << "a point on a corner";
  EXPECT_FALSE(interiors_overlap(Circle{{3, 5}, 0}, Box{3, 4, 5, 6})) << "a point on an edge";
  EXPECT_TRUE(interiors_overlap(Circle{{4, 5}, 0}, Box{3, 4, 5, 6}));
  EXPECT_FALSE(interiors_overlap(Circle{{1, 1}, 0}, Box{1, 1, 1, 1})) << "two equal points";
  EXPECT_FALSE(interiors_overlap(Circle{{0, 0}, kInfinity}, Box{kInfinity, 0, kInfinity, 0}));
  EXPECT_TRUE(interiors_overlap(Circle{{0, 0}, kInfinity}, Box{3e38F, 0, kInfinity, 0}));
  EXPECT_FALSE(interiors_overlap(Circle{{0, 0}, -1}, Box{-1, -1, 1, 1}));
  EXPECT_FALSE(interiors_overlap(Circle{{0, 0}, 1}, Box{1, -1, -1, 1}));
}

template <class Query>
void expect_entries(const std::vector<Query>& queries) {
  for (const Box& box : many_boxes()) {
    for (const Query& query : queries) {
      const auto found = entry_fraction(query, box);
      const auto wanted = entry_by_formula(sweep_of(query), box);
      ASSERT_EQ(found.has_value(), wanted.has_value()) << in_words(query) << in_words(box);
      const Hit hits[] = {{found.value_or(0), 0}, {wanted.value_or(0), 0}};
      ASSERT_TRUE(same_bits(std::span(hits).first(1), std::span(hits).last(1)))
          << in_words(query) << in_words(box) << *found << ' ' << *wanted;
    }
  }
}

TEST(EntryFormula, IsThatOfTheOracle) {
  const Queries queries = many_queries();
  expect_entries(queries.rays);
  expect_entries(queries.segments);
  expect_entries(queries.box_casts);
}

TEST(EntryFormula, ByHand) {
  const Box box = {2, -1, 4, 1};
  EXPECT_EQ(entry_fraction(Ray{{0, 0}, {1, 0}}, box), 2.0);
  EXPECT_EQ(entry_fraction(Ray{{0, 0}, {4, 0}}, box), 0.5);
  EXPECT_EQ(entry_fraction(Ray{{0, 0}, {-1, 0}}, box), std::nullopt);
  EXPECT_EQ(entry_fraction(Ray{{3, 0}, {1, 1}}, box), 0.0);
  EXPECT_EQ(entry_fraction(Ray{{0, 0}, {1, 0}, 2}, box), 2.0) << "the end counts";
  EXPECT_EQ(entry_fraction(Ray{{0, 0}, {1, 0}, 1.999F}, box), std::nullopt);
  EXPECT_EQ(entry_fraction(Ray{{0, 1}, {1, 0}}, box), 2.0) << "along an edge";
  EXPECT_EQ(entry_fraction(Ray{{1, 2}, {1, -1}}, box), 1.0) << "through a corner";
  EXPECT_EQ(entry_fraction(Ray{{0, 1.001F}, {1, 0}}, box), std::nullopt);
  EXPECT_EQ(entry_fraction(Segment{{0, 0}, {8, 0}}, box), 0.25);
  EXPECT_EQ(entry_fraction(Segment{{8, 0}, {0, 0}}, box), 0.5);
  EXPECT_EQ(entry_fraction(Segment{{2, 1}, {2, 1}}, box), 0.0) << "one point";
  EXPECT_EQ(entry_fraction(Segment{{2, 2}, {2, 2}}, box), std::nullopt);
  EXPECT_EQ(entry_fraction(BoxCast{{-2, 0, 0, 1}, {4, 0}}, box), 0.5);
  EXPECT_EQ(entry_fraction(BoxCast{{-2, 0, 0, 1}, {0, 0}}, box), std::nullopt);
  EXPECT_EQ(entry_fraction(BoxCast{{-2, 0, 2, 1}, {0, 0}}, box), 0.0) << "where it stands";
}

TEST(Cast, OfEachKindKeepsWhatItIsMadeOf) {
  const Cast segment = Segment{{1e30F, 1e-30F}, {1, 2e-30F}};
  EXPECT_EQ(segment.from, (Point{1e30F, 1e-30F}));
  EXPECT_EQ(segment.to, (Point{1, 2e-30F}));
  EXPECT_EQ(segment.max_fraction, 1.0F);
  EXPECT_EQ(segment.box.min_x, 1e30F);
  EXPECT_EQ(segment.box.max_y, 1e-30F);
  const Cast ray = Ray{{1, 2}, {3, 4}};
  EXPECT_EQ(ray.max_fraction, kInfinity);
  EXPECT_EQ(ray.from, (Point{0, 0}));
  EXPECT_EQ(ray.to, (Point{3, 4}));
  EXPECT_TRUE(ray.must_move);
  EXPECT_EQ(Cast(Ray{{1, 2}, {3, 4}, 0.1}).max_fraction, 0.1);
  const Cast cast = BoxCast{{1, 2, 3, 4}, {5, 6}};
  EXPECT_EQ(cast.box.min_x, 1.0F);
  EXPECT_EQ(cast.box.min_y, 2.0F);
  EXPECT_EQ(cast.box.max_x, 3.0F);
  EXPECT_EQ(cast.box.max_y, 4.0F);
  EXPECT_EQ(cast.from, (Point{0, 0}));
  EXPECT_EQ(cast.to, (Point{5, 6}));
  EXPECT_EQ(cast.max_fraction, 1.0F);
  EXPECT_FALSE(cast.must_move);
}

template <class Query>
void expect_invalid(const std::vector<Query>& queries) {
  for (const Query& query : queries) {
    for (const Box& box : {Box{-kInfinity, -kInfinity, kInfinity, kInfinity}, Box{0, 0, 0, 0}})
      EXPECT_EQ(entry_fraction(query, box), std::nullopt) << in_words(query);
  }
}

TEST(Cast, ThatIsNotValidHasNoDistance) {
  const Queries queries = invalid_queries();
  expect_invalid(queries.rays);
  expect_invalid(queries.segments);
  expect_invalid(queries.box_casts);
}

template <class Item>
constexpr bool is_ordered_by_value_then_id() {
  return Item{1, 9} < Item{2, 3} && Item{1, 3} < Item{1, 9} && Item{1, 3} == Item{1, 3} &&
         Item{1, 3} != Item{1, 4} && Item{} == Item{0, 0};
}

TEST(Hits, AreOrderedByFractionOrDistanceThenById) {
  static_assert(is_ordered_by_value_then_id<CastHit>());
  static_assert(is_ordered_by_value_then_id<Neighbor>());
}

template <class Range>
void expect_casts(const Range& range, std::size_t count) {
  const Casts casts = range;
  ASSERT_EQ(casts.size(), count);
  for (std::size_t row = 0; row < count; ++row) {
    const Cast cast =
        std::visit([&](const auto& items) { return Cast(items[row]); }, casts.items());
    const Cast wanted = range[row];
    EXPECT_EQ(cast.box.min_x, wanted.box.min_x);
    EXPECT_EQ(cast.box.max_y, wanted.box.max_y);
    EXPECT_EQ(cast.from, wanted.from);
    EXPECT_EQ(cast.to, wanted.to);
    EXPECT_EQ(cast.max_fraction, wanted.max_fraction);
  }
}

template <class Query>
void expect_casts_of_all_ranges(const Query& a, const Query& b) {
  const std::vector<Query> vector = {a, b};
  std::vector<Query> changeable = vector;
  const std::array<Query, 2> array = {a, b};
  const Query plain[] = {a, b};
  expect_casts(vector, 2);
  expect_casts(changeable, 2);
  expect_casts(array, 2);
  expect_casts(plain, 2);
  expect_casts(std::span<const Query>(vector), 2);
  expect_casts(std::span<Query>(changeable), 2);
  expect_casts(std::span<const Query, 2>(array), 2);
  expect_casts(std::vector<Query>(), 0);
  expect_casts(std::span<const Query>(), 0);
}

TEST(Casts, AreReadFromSpansVectorsAndArraysOfEachKind) {
  expect_casts_of_all_ranges(Ray{{1, 2}, {3, 4}, 5}, Ray{{6, 7}, {8, 9}});
  expect_casts_of_all_ranges(Segment{{1, 2}, {3, 4}}, Segment{{5, 6}, {5, 6}});
  expect_casts_of_all_ranges(BoxCast{{1, 2, 3, 4}, {5, 6}}, BoxCast{{1, 2, 1, 2}, {0, 0}});
  EXPECT_FALSE((std::is_constructible_v<Casts, std::vector<Point>>));
  EXPECT_FALSE((std::is_constructible_v<Casts, std::list<Ray>>));
}

TEST(QueryTypes, AreWhatTheHeaderSays) {
  static_assert(Circle{}.radius == 0);
  static_assert(Ray{}.max_fraction == static_cast<double>(kInfinity));
  static_assert(std::is_nothrow_convertible_v<Ray, Cast>);
  static_assert(std::is_nothrow_convertible_v<Segment, Cast>);
  static_assert(std::is_nothrow_convertible_v<BoxCast, Cast>);
  static_assert(!std::is_copy_constructible_v<QueryResult>);
  static_assert(!std::is_copy_assignable_v<QueryResult>);
  static_assert(std::is_nothrow_move_constructible_v<QueryResult>);
  static_assert(std::is_nothrow_move_assignable_v<QueryResult>);
  static_assert(!std::is_convertible_v<std::pmr::memory_resource*, QueryResult>);
}

struct TwoDoubles {
  double x, y;
};
struct TwoPoints {
  Point min, max;
};
struct FourInts {
  int min_x, min_y, max_x, max_y;
};

TEST(QueryTypes, ReadNoNumbersAsOthersAndViewNoTemporaries) {
  // Pairs of numbers: floats where one of the two is.
  EXPECT_TRUE(std::holds_alternative<Box>(Shape(1.0F, 2.0F).value()));
  EXPECT_TRUE(std::holds_alternative<DoubleBox>(Shape(1.0, 2.0).value()));
  EXPECT_TRUE(std::holds_alternative<Box>(Shape(1, 2.0F).value()));
  EXPECT_TRUE(std::holds_alternative<DoubleBox>(Shape(1, 2.0).value()));
  const Shape far(500'000'005, 4'600'005L);
  const auto* const box = std::get_if<DoubleBox>(&far.value());
  ASSERT_NE(box, nullptr);
  EXPECT_EQ(box->min_x, 500'000'005);
  EXPECT_EQ(box->max_y, 4'600'005);
  static_assert(!std::is_constructible_v<Shape, float, float, float, float>);
  static_assert(!std::is_constructible_v<Shape, double, double, double, double>);

  // A struct of two doubles has the size of a box of floats.
  static_assert(!detail::may_be_floats<TwoDoubles>());
  static_assert(!detail::may_be_floats<double>());
  static_assert(!detail::may_be_floats<FourInts>());
  static_assert(!detail::may_be_floats<int>());
  static_assert(detail::may_be_floats<float[4]>());
  static_assert(detail::may_be_floats<TwoPoints>());
  static_assert(detail::may_be_floats<Box>());

  const auto accept = [](std::size_t, ObjectId) { return true; };
  static_assert(std::is_constructible_v<BatchPredicate, decltype(accept)&>);
  static_assert(!std::is_constructible_v<BatchPredicate, decltype(accept)>);
}

struct Named {
  int name;
  TwoPoints aabb;
};

TEST(QueryTypes, ReadMembersOfFourFloatsAsBoxes) {
  const std::vector<Named> named = {{1, {{0, 0}, {2, 2}}}, {2, {{5, 5}, {6, 7}}}};
  Index index({.threads = 1});
  index.build({named, &Named::aabb});
  EXPECT_EQ(index.stats().object_count, 2U);
  std::vector<ObjectId> found;
  index.for_each_overlap(Point{6, 7}, [&](ObjectId id) { found.push_back(id); });
  EXPECT_EQ(found, std::vector<ObjectId>{1});
}

TEST(QueryTypes, HaveTheFirstHitOfARow) {
  const std::vector<Box> boxes = {{4, 0, 5, 1}, {2, 0, 3, 1}};
  Index index({.threads = 1});
  index.build(boxes);
  const std::vector<Segment> segments = {{{0, 0}, {8, 0}}, {{0, 9}, {8, 9}}, {{8, 0}, {0, 0}}};
  QueryResult result;
  index.find_hits(segments, result);
  EXPECT_EQ(result.hit_of(0), (CastHit{0.25, 1}));
  EXPECT_EQ(result.hit_of(1), std::nullopt);
  EXPECT_EQ(result.hit_of(2), (CastHit{0.375, 0}));
  index.cast_closest(segments, result);
  for (std::size_t row = 0; row < segments.size(); ++row)
    EXPECT_EQ(result.hit_of(row), index.cast_closest(segments[row]));
  index.find_overlaps(boxes, result);
  EXPECT_EQ(result.hit_of(0), std::nullopt);
}

TEST(QueryTypes, TakeWholeNumbersAsAPointOfTheWorldWhereverTheOriginIs) {
  const std::vector<DoubleBox> boxes = {{500'000, 4'600'000, 500'010, 4'600'010}};
  Index index({.threads = 1});
  index.build({boxes, Origin{499'000, 4'599'000}});
  std::vector<ObjectId> found;
  index.for_each_overlap({500'005, 4'600'005}, [&](ObjectId id) { found.push_back(id); });
  EXPECT_EQ(found, std::vector<ObjectId>{0});
  Neighbor nearest;
  EXPECT_EQ(index.find_nearest({500'020, 4'600'010}, std::span(&nearest, 1)), 1U);
  EXPECT_EQ(nearest.distance, 10);
}

TEST(QueryTypes, FindTheSameWithPointsInFloatAndInDouble) {
  const std::vector<Box> boxes = {{0, 0, 2, 2}, {1, 1, 3, 3}, {5, 5, 6, 6}};
  for (const bool touching : {true, false}) {
    Index index({.threads = 1, .touching = touching});
    index.build(boxes);
    for (int x = 0; x < 7; ++x) {
      std::vector<ObjectId> found[2];
      index.for_each_overlap({x, x}, [&](ObjectId id) { found[0].push_back(id); });
      index.for_each_overlap({static_cast<float>(x), static_cast<float>(x)},
                             [&](ObjectId id) { found[1].push_back(id); });
      EXPECT_EQ(found[0], found[1]);
      Neighbor nearest[2];
      EXPECT_EQ(index.find_nearest({x, x}, std::span(nearest, 1)), 1U);
      EXPECT_EQ(index.find_nearest({static_cast<float>(x), static_cast<float>(x)},
                                   std::span(nearest + 1, 1)),
                1U);
      EXPECT_EQ(nearest[0], nearest[1]);
    }
  }
}

}  // namespace
}  // namespace quadphase::queries
