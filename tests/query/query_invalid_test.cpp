// SPDX-License-Identifier: MIT
// Queries that are not valid have an empty answer of their own and spoil no other; calls that
// are wrong as a whole are refused, and leave an empty result.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <stdexcept>

#include "queries/extreme_floats.hpp"
#include "queries/query_world.hpp"

namespace quadphase::queries {
namespace {

/// A world in which every valid query of some size finds something: infinite boxes, too.
QueryWorld full_world(const Config& config = {.threads = 1}) {
  model::Objects objects = model::objects_of("dense", 300);
  for (model::Object& object : objects) object.filter = {};
  objects[0].box = objects[1].box = {-kInfinity, -kInfinity, kInfinity, kInfinity};
  objects[2].box = {kInfinity, kInfinity, kInfinity, kInfinity};
  objects[3].box = {-kInfinity, -kInfinity, -kInfinity, kInfinity};
  objects[4].box = {-kGreatest, -kGreatest, kGreatest, kGreatest};
  QueryWorld world(config);
  world.set_static(model::split_off(objects, 100));
  world.build(objects);
  return world;
}

/// Puts the items of `b` between those of `a`.
template <class Item>
std::vector<Item> interleaved(const std::vector<Item>& a, const std::vector<Item>& b) {
  std::vector<Item> all;
  for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    if (i < a.size()) all.push_back(a[i]);
    if (i < b.size()) all.push_back(b[i]);
  }
  return all;
}

Queries interleaved(Queries a, const Queries& b) {
  for_each_kind(a, b, [](auto& of_a, const auto& of_b) { of_a = interleaved(of_a, of_b); });
  return a;
}

TEST(InvalidQueries, FindNothing) {
  for (const Simd simd : contract::supported_simds()) {
    SCOPED_TRACE(name_of(simd));
    const QueryWorld world = full_world({.threads = 1, .simd = simd});
    QueryResult result;
    for (const Answer& find : batches_of(world.broad_phase, invalid_queries(), result)) {
      EXPECT_TRUE(find.ids.empty());
      EXPECT_TRUE(find.fractions.empty());
      EXPECT_TRUE(find.distances.empty());
      EXPECT_EQ(find.offsets, std::vector<std::size_t>(find.offsets.size(), 0));
    }
  }
}

// The start of a displacement can be changed after a cast was made from a segment.
TEST(InvalidQueries, AreCastsFromNoFiniteStart) {
  const QueryWorld world = full_world();
  Cast cast(Segment{{0, 0}, {1, 1}});
  ASSERT_TRUE(world.broad_phase.cast_closest(cast).has_value());
  for (const float bad : {kInfinity, -kInfinity, kNan}) {
    for (const Point from : {Point{bad, 0}, Point{0, bad}}) {
      cast.from = from;
      EXPECT_FALSE(world.broad_phase.cast_closest(cast).has_value()) << from.x << ' ' << from.y;
    }
  }
}

TEST(InvalidQueries, AgreeWithTheOracleAndSpoilNoOther) {
  for (const Simd simd : contract::supported_simds()) {
    SCOPED_TRACE(name_of(simd));
    QueryWorld world = full_world({.threads = 1, .simd = simd});
    world.expect_answers(invalid_queries());
    world.expect_answers(interleaved(world.dice().queries(40), invalid_queries()));
    world.expect_answers(interleaved(invalid_queries(), extreme_queries()));
  }
}

TEST(ValidQueries, MayBeAtInfinityWhereBoxesMay) {
  const QueryWorld world = full_world();
  std::vector<ObjectId> ids;
  world.broad_phase.for_each_overlap(Point{kInfinity, kInfinity},
                                     [&](ObjectId id) { ids.push_back(id); });
  std::sort(ids.begin(), ids.end());
  EXPECT_EQ(ids, world.oracle.ids(Point{kInfinity, kInfinity}, {}));
  EXPECT_EQ(ids.size(), 3U);
}

TEST(InvalidQueries, OfNoneOrOfAnImpossibleRadiusFindNothing) {
  const QueryWorld world = full_world();
  const std::vector<Point> places = {{0, 0}, {5, 5}, {kNan, 0}};
  QueryResult result;
  for (const float radius : {-1.0F, kNan, -kInfinity, -1e-45F}) {
    world.broad_phase.find_nearest(places, 3, result, {.radius = radius});
    EXPECT_FALSE(difference_of_shape(result, 3, Values::distances));
    EXPECT_TRUE(result.ids().empty()) << radius;
    Hit room[3];
    EXPECT_EQ(world.broad_phase.find_nearest(places[0], room, {.radius = radius}), 0U);
  }
  world.broad_phase.find_nearest(places, 0, result);
  EXPECT_FALSE(difference_of_shape(result, 3, Values::distances));
  EXPECT_TRUE(result.ids().empty());
  EXPECT_EQ(world.broad_phase.find_nearest(places[0], std::span<Hit>()), 0U);
  world.broad_phase.find_nearest(places, 2, result, {.radius = -0.0F});  // which is 0
  EXPECT_EQ(result.ids().size(), 4U);
}

TEST(ValidQueries, ForMoreThanThereIsFindAll) {
  const QueryWorld world = full_world();
  QueryResult result;
  const std::vector<Point> places = {{0, 0}, {5, 5}};
  for (const std::size_t count : {std::size_t{300}, std::size_t{301}, std::size_t{1} << 40U,
                                  std::numeric_limits<std::size_t>::max()}) {
    world.broad_phase.find_nearest(places, count, result);
    EXPECT_EQ(result.ids().size(), 600U);
  }
}

/// Expects each batch, given so many filters, to be refused and to leave an empty result.
void expect_refused(const BroadPhase& engine, const Queries& queries,
                    std::span<const Filter> filters) {
  const std::function<void(QueryResult&)> batches[] = {
      [&](QueryResult& result) {
        engine.find_overlaps(queries.boxes, result,
                             {.attributes = Attributes{}.set_filters(filters)});
      },
      [&](QueryResult& result) {
        engine.find_overlaps(queries.points, result,
                             {.attributes = Attributes{}.set_filters(filters)});
      },
      [&](QueryResult& result) {
        engine.find_overlaps(queries.circles, result,
                             {.attributes = Attributes{}.set_filters(filters)});
      },
      [&](QueryResult& result) {
        engine.cast_any(queries.rays, result, {.attributes = Attributes{}.set_filters(filters)});
      },
      [&](QueryResult& result) {
        engine.cast_closest(queries.segments, result,
                            {.attributes = Attributes{}.set_filters(filters)});
      },
      [&](QueryResult& result) {
        engine.find_hits(queries.box_casts, result,
                         {.attributes = Attributes{}.set_filters(filters)});
      },
      [&](QueryResult& result) {
        engine.find_nearest(queries.places, 3, result,
                            {.attributes = Attributes{}.set_filters(filters)});
      }};
  for (const auto& batch : batches) {
    QueryResult used;
    engine.find_hits(queries.rays, used);
    QueryResult fresh;
    for (QueryResult* const result : {&used, &fresh}) {
      EXPECT_THROW(batch(*result), std::invalid_argument);
      EXPECT_EQ(result->row_count(), 0U);
      EXPECT_TRUE(result->ids().empty());
      EXPECT_TRUE(result->fractions().empty());
      ASSERT_EQ(result->offsets().size(), 1U);
      EXPECT_EQ(result->offsets()[0], 0U);
    }
  }
}

TEST(InvalidQueries, WithAnotherNumberOfFiltersAreRefused) {
  QueryWorld world = full_world();
  const Queries queries = world.dice().queries(10);
  const std::vector<Filter> filters(20);
  for (const std::size_t count : {1U, 2U, 9U, 11U, 20U})
    expect_refused(world.broad_phase, queries, std::span(filters).first(count));
  world.expect_answers(queries);
  const std::span<const Box> none;
  QueryResult result;
  EXPECT_THROW(
      world.broad_phase.find_overlaps(
          none, result, {.attributes = Attributes{}.set_filters(std::span(filters).first(2))}),
      std::invalid_argument);
  EXPECT_NO_THROW(world.broad_phase.find_overlaps(none, result, {.filter = filters[0]}));
}

TEST(InvalidQueries, OfTooManyQueriesAreRefusedUnread) {
  const QueryWorld world = full_world();
  const BroadPhase& engine = world.broad_phase;
  const std::uint64_t most = (std::uint64_t{1} << 32U) - 64;
  for (const std::uint64_t count : {most + 1, std::uint64_t{1} << 33U}) {
    QueryResult result;
    const Box box;
    EXPECT_THROW(engine.find_overlaps(std::span(&box, count), result), std::invalid_argument);
    const Point point;
    EXPECT_THROW(engine.find_overlaps(std::span(&point, count), result), std::invalid_argument);
    EXPECT_THROW(engine.find_nearest(std::span(&point, count), 1, result), std::invalid_argument);
    const Circle circle;
    EXPECT_THROW(engine.find_overlaps(std::span(&circle, count), result), std::invalid_argument);
    const Segment segment;
    const std::span<const Segment> segments(&segment, count);
    EXPECT_THROW(engine.cast_any(segments, result), std::invalid_argument);
    EXPECT_THROW(engine.cast_closest(segments, result), std::invalid_argument);
    EXPECT_THROW(engine.find_hits(segments, result), std::invalid_argument);
    EXPECT_EQ(result.row_count(), 0U);
  }
}

TEST(InvalidQueries, AreRefusedInWords) {
  const QueryWorld world = full_world();
  const std::vector<Point> points(3);
  const std::vector<Filter> filters(2);
  QueryResult result;
  try {
    world.broad_phase.find_overlaps(points, result,
                                    {.attributes = Attributes{}.set_filters(filters)});
    ADD_FAILURE() << "was not refused";
  } catch (const std::invalid_argument& error) {
    EXPECT_GT(std::string(error.what()).size(), 20U) << error.what();
  }
}

}  // namespace
}  // namespace quadphase::queries
