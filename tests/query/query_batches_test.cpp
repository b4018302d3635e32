// SPDX-License-Identifier: MIT
// Batches: the shape of a result, its reuse, filters, and rows that depend on nothing but their
// query.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "queries/query_world.hpp"

namespace quadphase::queries {
namespace {

void expect_empty(const QueryResult& result) {
  EXPECT_EQ(result.row_count(), 0U);
  EXPECT_TRUE(result.ids().empty());
  EXPECT_TRUE(result.fractions().empty());
  EXPECT_TRUE(result.distances().empty());
  ASSERT_EQ(result.offsets().size(), 1U) << "row_count() + 1 numbers";
  EXPECT_EQ(result.offsets()[0], 0U);
}

TEST(QueryResult, IsEmptyBeforeTheFirstSearch) {
  expect_empty(QueryResult());
  expect_empty(QueryResult(std::pmr::new_delete_resource()));
}

TEST(QueryResult, OfNoQueriesIsEmpty) {
  for (const bool used : {false, true}) {
    const QueryWorld world = world_of("uniform", 100);
    const BroadPhase& engine = world.broad_phase;
    const Queries some = world.dice().queries(50);
    QueryResult result;
    const auto ask = [&](const auto& search) {
      if (used) engine.find_hits(some.box_casts, result);
      search();
      expect_empty(result);
    };
    ask([&] { engine.find_overlaps(std::span<const Box>(), result); });
    ask([&] { engine.find_overlaps(BoxView(), result); });
    ask([&] { engine.find_overlaps(std::span<const Point>(), result); });
    ask([&] { engine.find_first_overlaps(std::span<const Circle>(), result); });
    ask([&] { engine.cast_any(std::span<const Ray>(), result); });
    ask([&] { engine.cast_closest(std::vector<Segment>(), result); });
    ask([&] { engine.find_hits(std::span<const BoxCast>(), result); });
    ask([&] { engine.find_nearest(std::span<const Point>(), 5, result); });
  }
}

TEST(QueryResult, OfOneQueryHasOneRow) {
  QueryWorld world = world_of("dense", 500);
  for (std::uint64_t seed = 0; seed < 40; ++seed) world.expect_answers(world.dice(seed).queries(1));
}

TEST(QueryResult, HasARowForEachQueryAroundPowersOfTwo) {
  QueryWorld world = world_of("dense", 200);
  const Queries all = world.dice().queries(1'100);
  for (const std::size_t power : {2U, 4U, 8U, 16U, 32U, 64U, 128U, 256U, 512U, 1'024U}) {
    for (const std::size_t count : {power - 1, power, power + 1}) {
      Queries some;
      some.boxes.assign(all.boxes.begin(), all.boxes.begin() + static_cast<std::ptrdiff_t>(count));
      some.rays.assign(all.rays.begin(), all.rays.begin() + static_cast<std::ptrdiff_t>(count));
      some.places.assign(
          all.places.begin(),
          all.places.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(count, 130)));
      world.expect_answers(some);
    }
  }
}

// The largest first: what it left in the buffers must not show in the smaller ones.
TEST(QueryResult, CanBeUsedAgainForAnySearch) {
  QueryWorld world = world_of("mixed", 900);
  QueryWorld small = world_of("uniform", 3);
  for (const std::size_t count : {400U, 30U, 3U, 100U, 1U}) {
    world.expect_answers(world.dice(count).queries(count));
    std::swap(small.result, world.result);
    small.expect_answers(small.dice(count).filtered_queries(count));
  }
}

TEST(QueryResult, CanBeMoved) {
  const QueryWorld world = world_of("uniform", 300);
  const Queries queries = world.dice().queries(60);
  QueryResult result;
  world.broad_phase.find_hits(queries.box_casts, result);
  const Answer find(result);
  ASSERT_FALSE(find.ids.empty());
  QueryResult moved(std::move(result));
  EXPECT_TRUE(Answer(moved) == find);
  QueryResult assigned;
  world.broad_phase.find_overlaps(queries.boxes, assigned);
  assigned = std::move(moved);
  EXPECT_TRUE(Answer(assigned) == find);
  world.broad_phase.find_overlaps(queries.boxes, assigned);
  EXPECT_EQ(assigned.row_count(), 60U);
}

TEST(QueryResult, OutlivesTheEngineAndTheQueries) {
  QueryResult result;
  Answer find;
  {
    const QueryWorld world = world_of("uniform", 300);
    world.broad_phase.find_hits(world.dice().queries(60).rays, result);
    find = Answer(result);
  }
  EXPECT_TRUE(Answer(result) == find);
}

TEST(Batches, HaveTheFilterOfAllWhereNoColumnReplacesIt) {
  QueryWorld world;
  world.build(model::objects_of("dense", 600));
  const Queries queries = world.dice().queries(200);
  const Filter all{.category = 2, .mask = 7, .group = 1};
  std::vector<Filter> each;
  for (std::uint32_t row = 0; row < 200; ++row)
    each.push_back({.category = 1U << row % 4, .mask = 7, .group = 1, .world = row % 3});
  BatchOptions parts{.filter = all};
  parts.attributes.category = {each, &Filter::category};
  parts.attributes.world = {each, &Filter::world};
  QueryResult a;
  QueryResult b;
  world.broad_phase.find_overlaps(queries.boxes, a, parts);
  world.broad_phase.find_overlaps(queries.boxes, b, {.attributes = Attributes{}.set_filters(each)});
  EXPECT_FALSE(a.ids().empty());
  EXPECT_TRUE(Answer(a) == Answer(b));
  world.broad_phase.find_nearest(queries.places, 9, a, parts);
  world.broad_phase.find_nearest(queries.places, 9, b,
                                 {.attributes = Attributes{}.set_filters(each)});
  EXPECT_TRUE(Answer(a) == Answer(b));
}

TEST(Batches, OfOneFilterGiveWhatThatFilterForEachGives) {
  QueryWorld world;
  world.build(model::objects_of("dense", 600));
  const Queries queries = world.dice().queries(200);
  const std::vector<Filter> each(200, Filter{.category = 2, .mask = 7, .group = 1});
  const Filter one = each[0];
  const Attributes filters_of_each = Attributes{}.set_filters(each);
  QueryResult a;
  QueryResult b;
  world.broad_phase.find_overlaps(queries.boxes, a, {.filter = one});
  world.broad_phase.find_overlaps(queries.boxes, b, {.attributes = filters_of_each});
  EXPECT_TRUE(Answer(a) == Answer(b));
  world.broad_phase.find_hits(queries.rays, a, {.filter = one});
  world.broad_phase.find_hits(queries.rays, b, {.attributes = filters_of_each});
  EXPECT_TRUE(Answer(a) == Answer(b));
  world.broad_phase.find_nearest(queries.places, 9, a, {.filter = one, .radius = 3});
  world.broad_phase.find_nearest(queries.places, 9, b,
                                 {.attributes = filters_of_each, .radius = 3});
  EXPECT_TRUE(Answer(a) == Answer(b));
  const std::vector<Filter> defaults(200);
  world.broad_phase.find_overlaps(queries.points, a);
  world.broad_phase.find_overlaps(queries.points, b,
                                  {.attributes = Attributes{}.set_filters(defaults)});
  EXPECT_TRUE(Answer(a) == Answer(b));
}

/// Queries in another order: row i asks what row `rows[i]` did.
template <class Item>
std::vector<Item> permuted(const std::vector<Item>& items, const std::vector<std::size_t>& rows) {
  std::vector<Item> result;
  for (const std::size_t row : rows) result.push_back(items[row]);
  return result;
}

Queries permuted(Queries all, const std::vector<std::size_t>& rows) {
  for_each_kind(all, all, [&](auto& items, const auto& same) { items = permuted(same, rows); });
  return all;
}

/// The answer with its rows in another order.
Answer permuted(const Answer& find, const std::vector<std::size_t>& rows) {
  Answer result;
  result.offsets.push_back(0);
  for (const std::size_t row : rows) {
    for (std::size_t i = find.offsets[row]; i < find.offsets[row + 1]; ++i) {
      result.ids.push_back(find.ids[i]);
      if (!find.fractions.empty()) result.fractions.push_back(find.fractions[i]);
      if (!find.distances.empty()) result.distances.push_back(find.distances[i]);
    }
    result.offsets.push_back(result.ids.size());
  }
  return result;
}

TEST(Batches, GiveTheSameRowsInAnyOrderOfQueries) {
  constexpr std::size_t kCount = 3'000;
  const QueryWorld world = world_of("clusters", 4'000);
  const Queries queries = [&] {
    Queries all = world.dice().queries(kCount);
    // Some queries more than once: each has a row of its own.
    for (std::size_t i = 0; i < kCount; i += 7) all.rays[i] = all.rays[kCount - 1 - i];
    return all;
  }();
  QueryResult result;
  const std::vector<Answer> answers = batches_of(world.broad_phase, queries, result);
  std::vector<std::size_t> rows(kCount);
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  const auto expect_the_same = [&] {
    const std::vector<Answer> others =
        batches_of(world.broad_phase, permuted(queries, rows), result);
    ASSERT_EQ(others.size(), answers.size());
    for (std::size_t i = 0; i < answers.size(); ++i)
      EXPECT_TRUE(others[i] == permuted(answers[i], rows)) << "search " << i;
  };
  std::sort(rows.begin(), rows.end(), [&](std::size_t a, std::size_t b) {
    return queries.boxes[a].min_x < queries.boxes[b].min_x;
  });
  expect_the_same();
  scenes::Random random(1);
  for (std::size_t i = kCount; i > 1; --i)
    std::swap(rows[i - 1], rows[random.below(static_cast<std::uint32_t>(i))]);
  expect_the_same();
}

TEST(Batches, OfAHundredThousandQueriesFindAsManyAsTheVisitors) {
  const QueryWorld world = world_of("uniform", 20'000, {.threads = 2});
  const BroadPhase& engine = world.broad_phase;
  constexpr std::size_t kCount = 100'000;
  scenes::Random random(3);
  QueryDice dice = world.dice();
  std::vector<Point> points;
  std::vector<Box> boxes;
  std::vector<Segment> segments;
  for (std::size_t i = 0; i < kCount; ++i) {
    const Point p = dice.point();
    const float x = p.x + random.between(-3, 3);
    const float y = p.y + random.between(-3, 3);
    points.push_back(p);
    boxes.push_back({std::min(p.x, x), std::min(p.y, y), std::max(p.x, x), std::max(p.y, y)});
    segments.push_back({p, {x, y}});
  }
  QueryResult result;
  std::size_t count = 0;
  const auto expect_rows = [&](const auto& visit) {
    ASSERT_EQ(result.row_count(), kCount);
    for (std::size_t row = 0; row < kCount; ++row) {
      count = 0;
      visit(row);
      ASSERT_EQ(result.ids_of(row).size(), count) << row;
    }
  };
  const auto note = [&count](const auto&) { ++count; };
  engine.find_overlaps(points, result);
  expect_rows([&](std::size_t row) { engine.for_each_overlap(points[row], note); });
  engine.find_overlaps(boxes, result);
  expect_rows([&](std::size_t row) { engine.for_each_overlap(boxes[row], note); });
  engine.find_hits(segments, result);
  expect_rows([&](std::size_t row) { engine.for_each_hit(segments[row], note); });
  engine.cast_closest(segments, result);
  expect_rows([&](std::size_t row) {
    if (engine.cast_closest(segments[row])) ++count;
  });
  Neighbor nearest[2];
  engine.find_nearest(points, 2, result, {.radius = 1});
  expect_rows(
      [&](std::size_t row) { count = engine.find_nearest(points[row], nearest, {.radius = 1}); });
}

// Rows of many, which may outgrow whatever a task guessed, beside empty ones.
TEST(Batches, OfRowsThatFindEverythingAreExact) {
  QueryWorld world = world_of("uniform", 3'000, {.threads = 2});
  Queries queries;
  for (int i = 0; i < 60; ++i) {
    const bool all = i % 3 == 1;
    queries.boxes.push_back(all ? Box{-1e9F, -1e9F, 1e9F, 1e9F} : Box{-9e8F, 0, -8e8F, 1});
    queries.circles.push_back({{0, 0}, all ? 1e9F : 0.1F});
    queries.box_casts.push_back({queries.boxes.back(), {0, all ? 1.0F : 0.0F}});
    if (i % 10 == 1) queries.places.push_back({static_cast<float>(i), 3});
  }
  queries.counts = {3'000, 2};
  world.expect_answers(queries);
}

}  // namespace
}  // namespace quadphase::queries
