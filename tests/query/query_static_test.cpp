// SPDX-License-Identifier: MIT
// Queries to worlds that live: any ids, margins and motions, filters and worlds, objects that lie
// still, and every state in which there is a tree or none.
#include <gtest/gtest.h>

#include <stdexcept>

#include "queries/query_world.hpp"

namespace quadphase::queries {
namespace {

using model::kNoSpan;
using model::Objects;
using model::objects_of;
using model::Span;
using model::Spans;
using model::split_off;

class LivingQueriesOf : public testing::TestWithParam<std::string> {};

TEST_P(LivingQueriesOf, SeeBoxesAsTheyAreSearched) {
  KnownAnswers known;
  for (const Simd simd : contract::supported_simds()) {
    known.begin();
    for (const Spans given : {kNoSpan.with(Span::ids), kNoSpan.with(Span::margin),
                              kNoSpan.with(Span::displacement_x).with(Span::displacement_y)}) {
      SCOPED_TRACE(testing::Message() << name_of(simd) << ", columns " << given.bits);
      QueryWorld world({.threads = 1, .simd = simd});
      Objects objects = objects_of(GetParam(), 700);
      scenes::Random random(5);
      for (std::size_t i = 0; i < objects.size(); i += 23) model::spoil(objects[i], random);
      world.build(objects, given);
      known.expect(world, world.dice().queries(30));
    }
  }
}

TEST_P(LivingQueriesOf, FindOnlyWhatMayPairWithTheirFilter) {
  for (const model::Dice dice :
       {model::Dice{}, model::Dice{.category_bits = 32, .groups = 2, .worlds = 1},
        model::Dice{.category_bits = 1, .groups = 1'000, .worlds = 50}}) {
    QueryWorld world;
    world.update(objects_of(GetParam(), 900, 1, dice));
    world.expect_answers(world.dice(2).queries(40));  // with the default filter
    world.expect_answers(world.dice(3).filtered_queries(60, dice));
    Queries one_for_all = world.dice(4).queries(30);
    one_for_all.filters = {{.category = 3, .mask = 5, .group = 1, .world = 0}};
    world.expect_answers(one_for_all);
  }
}

TEST_P(LivingQueriesOf, MayHaveFiltersWhereObjectsHaveNone) {
  QueryWorld world;
  world.build(objects_of(GetParam(), 500), kNoSpan.with(Span::ids));
  world.expect_answers(world.dice().filtered_queries(60));
}

TEST_P(LivingQueriesOf, FindMovingAndStaticObjects) {
  KnownAnswers known;
  for (const Simd simd : contract::supported_simds()) {
    known.begin();
    for (const std::size_t static_count : {1U, 250U, 499U}) {
      SCOPED_TRACE(testing::Message() << name_of(simd) << ", " << static_count << " still");
      QueryWorld world({.threads = 1, .simd = simd});
      Objects moving = objects_of(GetParam(), 500);
      world.set_static(split_off(moving, static_count));
      world.update(moving);
      known.expect(world, world.dice().filtered_queries(40));
      known.expect(world, world.dice(2).queries(20));
    }
  }
}

// Some static objects are dead ones in a tree that is not sorted anew, some are in small trees.
TEST_P(LivingQueriesOf, FollowObjectsThatSleepAndWake) {
  QueryWorld world;
  Objects moving = objects_of(GetParam(), 1'200);
  Objects statics = split_off(moving, 800);
  world.set_static(statics);
  world.update(moving);
  scenes::Random random(3);
  for (std::uint64_t round = 0; round < 8; ++round) {
    const std::size_t some = round % 3 == 0 ? 90 : 3 + round;
    statics = model::shuffled(statics, round);
    const Objects waking = split_off(statics, some);
    moving = model::shuffled(moving, round);
    const Objects sleeping = split_off(moving, some / 2);
    std::vector<ObjectId> ids;
    for (const model::Object& object : waking) ids.push_back(object.id);
    world.remove_static(ids);
    SCOPED_TRACE(testing::Message() << "round " << round);
    world.expect_answers(world.dice(round).queries(10));
    world.add_static(sleeping);
    statics.insert(statics.end(), sleeping.begin(), sleeping.end());
    moving.insert(moving.end(), waking.begin(), waking.end());
    for (model::Object& object : moving)
      if (random.below(4) == 0) object.box.max_x += object.box.max_x - object.box.min_x;
    if (round % 2 == 0) {
      world.update(moving);
    } else {
      world.build(moving);
    }
    world.expect_answers(world.dice(round).filtered_queries(15));
  }
}

INSTANTIATE_TEST_SUITE_P(Scene, LivingQueriesOf,
                         testing::Values("uniform", "mixed", "clusters", "giants", "line",
                                         "outlier"),
                         contract::test_name_of);

/// Expects single queries and batches of every kind to be refused.
void expect_refused(const BroadPhase& engine, const Queries& queries) {
  const auto ignore = [](const auto&) {};
  EXPECT_THROW(engine.for_each_overlap(queries.boxes[0], ignore), std::logic_error);
  EXPECT_THROW(engine.for_each_overlap(queries.points[0], ignore), std::logic_error);
  EXPECT_THROW(engine.for_each_overlap(queries.circles[0], ignore), std::logic_error);
  EXPECT_THROW((void)engine.cast_any(queries.rays[0]), std::logic_error);
  EXPECT_THROW((void)engine.cast_closest(queries.segments[0]), std::logic_error);
  EXPECT_THROW(engine.for_each_hit(queries.box_casts[0], ignore), std::logic_error);
  Neighbor nearest[2];
  EXPECT_THROW(engine.find_nearest(queries.places[0], nearest), std::logic_error);
  EXPECT_THROW(engine.for_each_nearest(queries.places[0], ignore), std::logic_error);
  QueryResult result;
  EXPECT_THROW(engine.find_overlaps(queries.boxes, result), std::logic_error);
  EXPECT_THROW(engine.find_overlaps(queries.points, result), std::logic_error);
  EXPECT_THROW(engine.find_first_overlaps(queries.circles, result), std::logic_error);
  EXPECT_THROW(engine.cast_any(queries.rays, result), std::logic_error);
  EXPECT_THROW(engine.cast_closest(queries.segments, result), std::logic_error);
  EXPECT_THROW(engine.find_hits(queries.box_casts, result), std::logic_error);
  EXPECT_THROW(engine.find_nearest(queries.places, 2, result), std::logic_error);
  EXPECT_EQ(result.row_count(), 0U);
  try {
    engine.find_overlaps(queries.boxes, result);
  } catch (const std::logic_error& error) {
    EXPECT_GT(std::string(error.what()).size(), 40U) << error.what();
  }
}

TEST(LivingQueries, NeedAFinishedFrame) {
  QueryWorld world;
  const Queries queries = world.dice().queries(3);
  expect_refused(world.broad_phase, queries);
  world.broad_phase.build({});
  world.expect_answers(queries);
  world.broad_phase.reserve(100);
  expect_refused(world.broad_phase, queries);
}

TEST_P(LivingQueriesOf, CanBeLimitedToMovingOrToStaticObjects) {
  for (const Mobilities mobilities :
       {Mobilities::all, Mobilities::moving_only, Mobilities::static_only}) {
    for (const std::size_t static_count : {0U, 150U, 500U}) {
      SCOPED_TRACE(testing::Message() << static_cast<int>(mobilities) << ", " << static_count);
      QueryWorld world;
      Objects moving = objects_of(GetParam(), 500);
      world.set_static(split_off(moving, static_count));
      world.update(moving);
      for (Queries queries : {world.dice(1).queries(30), world.dice(2).filtered_queries(30)}) {
        queries.mobilities = mobilities;
        world.expect_answers(queries);
      }
    }
  }
}

TEST_P(LivingQueriesOf, CanLookIntoAllWorlds) {
  for (const model::Dice dice :
       {model::Dice{}, model::Dice{.category_bits = 4, .groups = 3, .worlds = 40}}) {
    KnownAnswers known;
    for (const Simd simd : contract::supported_simds()) {
      known.begin();
      QueryWorld world({.threads = 1, .simd = simd});
      Objects moving = objects_of(GetParam(), 600, 1, dice);
      world.set_static(split_off(moving, 200));
      world.update(moving);
      for (Queries queries :
           {world.dice(1).queries(20), world.dice(2).filtered_queries(40, dice)}) {
        queries.worlds = Worlds::all;
        known.expect(world, queries);
        queries.mobilities = Mobilities::static_only;
        known.expect(world, queries);
      }
    }
  }
}

TEST_P(LivingQueriesOf, LookIntoAllWorldsWhereObjectsHaveNoFilters) {
  QueryWorld world;
  world.build(objects_of(GetParam(), 300), kNoSpan.with(Span::ids));
  Queries queries = world.dice().filtered_queries(60);
  queries.worlds = Worlds::all;
  world.expect_answers(queries);
  queries.filters = {{.world = 7}};
  world.expect_answers(queries);
  QueryResult result;
  world.broad_phase.find_overlaps(queries.boxes, result,
                                  {.filter = queries.filters[0], .worlds = Worlds::all});
  EXPECT_FALSE(result.ids().empty());
}

TEST(LivingQueries, OfStaticObjectsNeedNoMovingOnes) {
  QueryWorld world;
  Objects statics = objects_of("uniform", 400);
  const Objects more = split_off(statics, 30);
  world.set_static(statics);
  world.build({});
  world.expect_answers(world.dice().filtered_queries(30));
  world.add_static(more);
  world.build({});
  world.expect_answers(world.dice().filtered_queries(30));
  world.remove_static({more[0].id, statics[7].id, more[20].id, statics[99].id});
  world.build({});
  world.expect_answers(world.dice().filtered_queries(30));
  world.set_static({});
  world.build({});
  world.expect_answers(extreme_queries());
  world.set_static(more);
  world.update({});
  world.expect_answers(world.dice().filtered_queries(30));
}

TEST(LivingQueries, SeeNoChangeOfTheStaticSetBeforeTheNextFrame) {
  for (const std::size_t sleeping : {1U, 70U, 600U}) {
    SCOPED_TRACE(sleeping);
    QueryWorld world;
    Objects moving = objects_of("uniform", 600);
    world.build(moving);
    world.set_static(split_off(moving, sleeping));
    world.expect_answers(world.dice(1).queries(60));
    world.expect_answers(world.dice(2).filtered_queries(60));
    world.update(moving);
    world.expect_answers(world.dice(3).queries(20));
  }
}

TEST(LivingQueries, OfAllStaticObjectsRemovedOneByOneAreExact) {
  QueryWorld world;
  Objects statics = objects_of("dense", 60);
  world.set_static(statics);
  world.build({});
  const Queries queries = world.dice().filtered_queries(20);
  for (const model::Object& object : model::shuffled(statics, 3)) {
    world.remove_static({object.id});
    world.build({});
    world.expect_answers(queries);
  }
}

// A query that contains a whole node takes all objects below it without testing their boxes.
TEST(LivingQueries, ThatContainWholeNodesFindNoRemovedObject) {
  for (const Simd simd : contract::supported_simds()) {
    SCOPED_TRACE(name_of(simd));
    QueryWorld world({.threads = 1, .simd = simd});
    const Objects statics = model::shuffled(objects_of("uniform", 4'000), 1);
    world.set_static(statics, kNoSpan);
    world.build({});
    std::vector<ObjectId> removed;
    for (std::size_t i = 0; i < 100; ++i) removed.push_back(statics[i].id);
    world.remove_static(removed);
    world.build({});
    Queries queries = world.dice().queries(1);
    queries.boxes = {{-1e9F, -1e9F, 1e9F, 1e9F}, {-1e9F, -1e9F, 20, 1e9F}, {20, 20, 1e9F, 1e9F}};
    queries.circles = {{{0, 0}, 1e9F}, {{20, 20}, 30}};
    world.expect_answers(queries);
    world.broad_phase.find_overlaps(queries.boxes, world.result);
    EXPECT_EQ(world.result.ids_of(0).size(), statics.size() - removed.size());
  }
}

TEST(LivingQueries, OfADefaultFilterFindOneWorldOnly) {
  QueryWorld world;
  Objects objects = objects_of("dense", 300);
  for (std::size_t i = 0; i < objects.size(); ++i)
    objects[i].filter = {.world = static_cast<std::uint32_t>(i % 3)};
  world.build(objects);
  QueryResult result;
  const Box all[] = {{-1e9F, -1e9F, 1e9F, 1e9F}};
  world.broad_phase.find_overlaps(all, result);
  EXPECT_EQ(result.ids().size(), 100U);
  const Filter other = {.world = 2};
  world.broad_phase.find_overlaps(all, result, {.filter = other});
  EXPECT_EQ(result.ids().size(), 100U);
  world.expect_answers(world.dice().queries(20));
}

TEST(LivingQueries, SeeTheTreeOfTheLastFrameAsTheHeaderSays) {
  QueryWorld world({.threads = 1, .max_pairs = 500});
  Objects moving = objects_of("uniform", 600);
  const Objects statics = split_off(moving, 200);
  const Queries queries = [&] {
    QueryWorld other;
    other.build(moving);
    return other.dice().filtered_queries(25);
  }();
  world.set_static(statics);
  expect_refused(world.broad_phase, queries);
  world.update(objects_of("sparse", 300, 4));
  world.expect_answers(queries);
  // Refused before anything changed: the tree stays.
  const model::Rows rows(moving);
  Attributes bad = rows.attributes();
  bad.mask = bad.mask.first(3);
  EXPECT_THROW(world.broad_phase.update(rows.boxes(), bad), std::invalid_argument);
  world.expect_answers(queries);
  // Failed in the middle: there is no tree.
  const Objects crowd = objects_of("dense", 900, 3, {.category_bits = 1, .groups = 1, .worlds = 1});
  const model::Rows crowd_rows(crowd);
  EXPECT_THROW(world.broad_phase.update(crowd_rows.boxes()), std::length_error);
  expect_refused(world.broad_phase, queries);
  world.build(crowd);
  world.expect_answers(queries);
  world.broad_phase.reserve(5'000);
  expect_refused(world.broad_phase, queries);
  world.build(moving);
  world.expect_answers(queries);
  std::vector<std::byte> bytes;
  world.broad_phase.save(bytes);
  std::span<const std::byte> saved = bytes;
  world.broad_phase.restore(saved);
  expect_refused(world.broad_phase, queries);
}

TEST(LivingQueries, OfAStoreFindIdsOfHandles) {
  ObjectStore store;
  QueryWorld world;
  Objects moving, statics;
  scenes::Random random(6);
  for (int i = 0; i < 300; ++i) {
    const float x = random.between(0, 30);
    const float y = random.between(0, 30);
    model::Object object;
    object.box = {x, y, x + 1, y + 1};
    object.id = store.add(object.box, {}, i % 3 == 0 ? Mobility::static_ : Mobility::moving).id;
    (i % 3 == 0 ? statics : moving).push_back(object);
  }
  world.broad_phase.update(store);
  world.oracle.set_static(statics);
  world.oracle.frame(moving);
  world.expect_answers(world.dice().queries(40));
}

TEST(LivingQueries, OfAMovedEngineStayTheSame) {
  QueryWorld world;
  Objects moving = objects_of("mixed", 500);
  world.set_static(split_off(moving, 100));
  world.update(moving);
  BroadPhase moved(std::move(world.broad_phase));
  world.broad_phase = std::move(moved);
  world.expect_answers(world.dice().filtered_queries(20));
}

}  // namespace
}  // namespace quadphase::queries
