// SPDX-License-Identifier: MIT
// Questions to worlds that live: any ids, margins and motions, filters and worlds, objects that lie
// still, and every state in which there is a tree or none.
#include <gtest/gtest.h>

#include <stdexcept>

#include "queries/query_world.hpp"

namespace quadphase::queries {
namespace {

using living::kNoSpan;
using living::Objects;
using living::objects_of;
using living::Span;
using living::Spans;
using living::split_off;

class LivingQueriesOf : public testing::TestWithParam<std::string> {};

TEST_P(LivingQueriesOf, SeeBoxesAsTheyAreSearched) {
  for (const Simd simd : contract::supported_simds()) {
    for (const Spans given : {kNoSpan.with(Span::ids), kNoSpan.with(Span::margin),
                              kNoSpan.with(Span::displacement_x).with(Span::displacement_y)}) {
      SCOPED_TRACE(testing::Message() << name_of(simd) << ", columns " << given.bits);
      QueryWorld world({.threads = 1, .simd = simd});
      Objects objects = objects_of(GetParam(), 700);
      scenes::Random random(5);
      for (std::size_t i = 0; i < objects.size(); i += 23) living::spoil(objects[i], random);
      world.build(objects, given);
      world.expect_answers(world.dice().questions(30));
    }
  }
}

TEST_P(LivingQueriesOf, FindOnlyWhatMayPairWithTheirFilter) {
  for (const living::Dice dice :
       {living::Dice{}, living::Dice{.category_bits = 32, .owners = 2, .worlds = 1},
        living::Dice{.category_bits = 1, .owners = 1'000, .worlds = 50}}) {
    QueryWorld world;
    world.update(objects_of(GetParam(), 900, 1, dice));
    world.expect_answers(world.dice(2).questions(40));  // with the default filter
    world.expect_answers(world.dice(3).filtered_questions(60, dice));
    Questions one_for_all = world.dice(4).questions(30);
    one_for_all.filters = {{.category = 3, .mask = 5, .owner = 1, .world = 0}};
    world.expect_answers(one_for_all);
  }
}

TEST_P(LivingQueriesOf, MayHaveFiltersWhereObjectsHaveNone) {
  QueryWorld world;
  world.build(objects_of(GetParam(), 500), kNoSpan.with(Span::ids));
  world.expect_answers(world.dice().filtered_questions(60));
}

TEST_P(LivingQueriesOf, FindMovingAndStillObjects) {
  for (const Simd simd : contract::supported_simds()) {
    for (const std::size_t still_count : {1U, 250U, 499U}) {
      SCOPED_TRACE(testing::Message() << name_of(simd) << ", " << still_count << " still");
      QueryWorld world({.threads = 1, .simd = simd});
      Objects moving = objects_of(GetParam(), 500);
      world.set_still(split_off(moving, still_count));
      world.update(moving);
      world.expect_answers(world.dice().filtered_questions(40));
      world.expect_answers(world.dice(2).questions(20));
    }
  }
}

// Some still objects are dead ones in a tree that is not sorted anew, some are in small trees.
TEST_P(LivingQueriesOf, FollowObjectsThatSleepAndWake) {
  QueryWorld world;
  Objects moving = objects_of(GetParam(), 1'200);
  Objects still = split_off(moving, 800);
  world.set_still(still);
  scenes::Random random(3);
  for (std::uint64_t round = 0; round < 8; ++round) {
    const std::size_t some = round % 3 == 0 ? 90 : 3 + round;
    still = living::shuffled(still, round);
    const Objects waking = split_off(still, some);
    moving = living::shuffled(moving, round);
    const Objects sleeping = split_off(moving, some / 2);
    std::vector<ObjectId> ids;
    for (const living::Object& object : waking) ids.push_back(object.id);
    world.remove_still(ids);
    SCOPED_TRACE(testing::Message() << "round " << round);
    world.expect_answers(world.dice(round).questions(10));
    world.add_still(sleeping);
    still.insert(still.end(), sleeping.begin(), sleeping.end());
    moving.insert(moving.end(), waking.begin(), waking.end());
    for (living::Object& object : moving)
      if (random.below(4) == 0) object.box.max_x += object.box.max_x - object.box.min_x;
    if (round % 2 == 0) {
      world.update(moving);
    } else {
      world.build(moving);
    }
    world.expect_answers(world.dice(round).filtered_questions(15));
  }
}

INSTANTIATE_TEST_SUITE_P(Scene, LivingQueriesOf,
                         testing::Values("uniform", "mixed", "clusters", "giants", "line",
                                         "outlier"),
                         contract::test_name_of);

TEST(LivingQueries, OfAFreshEngineAreEmpty) {
  QueryWorld world;
  world.expect_answers(joined(world.dice().questions(10), extreme_questions()));
  EXPECT_FALSE(world.broad_phase.any_hit(Ray{{0, 0}, {1, 1}}));
}

TEST(LivingQueries, OfStillObjectsNeedNoFrame) {
  QueryWorld world;
  Objects still = objects_of("uniform", 400);
  const Objects more = split_off(still, 30);
  world.set_still(still);
  world.expect_answers(world.dice().filtered_questions(30));
  world.add_still(more);
  world.expect_answers(world.dice().filtered_questions(30));
  world.remove_still({more[0].id, still[7].id, more[20].id, still[99].id});
  world.expect_answers(world.dice().filtered_questions(30));
  world.set_still({});
  world.expect_answers(extreme_questions());
  world.set_still(more);
  world.update({});
  world.expect_answers(world.dice().filtered_questions(30));
}

// Some hits have an equal twin, wherever an ordered search may cut its work into pieces.
TEST(LivingQueries, FindTwiceWhatFellAsleepSinceTheLastFrame) {
  for (const std::size_t sleeping : {1U, 70U, 600U}) {
    SCOPED_TRACE(sleeping);
    QueryWorld world;
    Objects moving = objects_of("uniform", 600);
    world.build(moving);
    world.set_still(split_off(moving, sleeping));
    world.expect_answers(world.dice(1).questions(60));
    world.expect_answers(world.dice(2).filtered_questions(60));
    world.update(moving);
    world.expect_answers(world.dice(3).questions(20));
  }
}

TEST(LivingQueries, OfAllStillObjectsRemovedOneByOneAreExact) {
  QueryWorld world;
  Objects still = objects_of("dense", 60);
  world.set_still(still);
  const Questions questions = world.dice().filtered_questions(20);
  for (const living::Object& object : living::shuffled(still, 3)) {
    world.remove_still({object.id});
    world.expect_answers(questions);
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
  world.broad_phase.find_in_boxes(all, result);
  EXPECT_EQ(result.ids().size(), 100U);
  const Filter other = {.world = 2};
  world.broad_phase.find_in_boxes(all, result, {&other, 1});
  EXPECT_EQ(result.ids().size(), 100U);
  world.expect_answers(world.dice().questions(20));
}

TEST(LivingQueries, SeeTheTreeOfTheLastFrameAsTheHeaderSays) {
  QueryWorld world({.threads = 1, .max_pairs = 500});
  Objects moving = objects_of("uniform", 600);
  const Objects still = split_off(moving, 200);
  const Questions questions = [&] {
    QueryWorld other;
    other.build(moving);
    return other.dice().filtered_questions(25);
  }();
  world.set_still(still);
  world.expect_answers(questions);
  world.update(objects_of("sparse", 300, 4));
  world.expect_answers(questions);
  // Refused before anything changed: the tree stays.
  const living::Rows rows(moving);
  Attributes bad = rows.attributes();
  bad.mask = bad.mask.first(3);
  EXPECT_THROW(world.broad_phase.update(rows.boxes(), bad), std::invalid_argument);
  world.expect_answers(questions);
  // Failed in the middle: there is no tree.
  const Objects crowd = objects_of("dense", 900, 3, {.category_bits = 1, .owners = 1, .worlds = 1});
  const living::Rows crowd_rows(crowd);
  EXPECT_THROW(world.broad_phase.update(crowd_rows.boxes()), std::length_error);
  world.oracle.drop_tree();
  world.expect_answers(questions);
  world.build(crowd);
  world.expect_answers(questions);
  world.broad_phase.reserve(5'000);
  world.oracle.drop_tree();
  world.expect_answers(questions);
  world.build(moving);
  world.expect_answers(questions);
  std::vector<std::byte> bytes;
  world.broad_phase.save(bytes);
  std::span<const std::byte> saved = bytes;
  world.broad_phase.restore(saved);
  world.oracle.drop_tree();
  world.expect_answers(questions);
}

TEST(LivingQueries, OfAStoreFindIdsOfHandles) {
  ObjectStore store;
  QueryWorld world;
  Objects moving, still;
  scenes::Random random(6);
  for (int i = 0; i < 300; ++i) {
    const float x = random.between(0, 30);
    const float y = random.between(0, 30);
    living::Object object;
    object.box = {x, y, x + 1, y + 1};
    object.id = store.add(object.box, {}, i % 3 == 0).id;
    (i % 3 == 0 ? still : moving).push_back(object);
  }
  world.broad_phase.update(store);
  world.oracle.set_still(still);
  world.oracle.frame(moving);
  world.expect_answers(world.dice().questions(40));
}

TEST(LivingQueries, OfAMovedEngineStayTheSame) {
  QueryWorld world;
  Objects moving = objects_of("mixed", 500);
  world.set_still(split_off(moving, 100));
  world.update(moving);
  BroadPhase moved(std::move(world.broad_phase));
  world.broad_phase = std::move(moved);
  world.expect_answers(world.dice().filtered_questions(20));
}

}  // namespace
}  // namespace quadphase::queries
