// SPDX-License-Identifier: MIT
// Objects that are changed and removed between frames: queries see them at once, all else later.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <new>
#include <stdexcept>

#include "queries/query_world.hpp"
#include "support/counting_resource.hpp"

namespace quadphase::queries {
namespace {

using model::kNoSpan;
using model::Object;
using model::Objects;
using model::objects_of;
using model::Span;
using model::Spans;
using model::split_off;

/// Some of the objects, elsewhere.
Objects moved(const Objects& objects, std::size_t count, std::uint64_t seed) {
  scenes::Random random(seed, 4);
  Objects some;
  for (const Object& object : model::shuffled(objects, seed)) {
    if (some.size() == count) break;
    some.push_back(object);
    const Box& other = objects[random.below(static_cast<std::uint32_t>(objects.size()))].box;
    some.back().box = {other.min_x, object.box.min_y, other.max_x, object.box.max_y};
  }
  return some;
}

std::vector<ObjectId> ids_of(const Objects& objects) {
  std::vector<ObjectId> ids;
  for (const Object& object : objects) ids.push_back(object.id);
  return ids;
}

class ChangesIn : public testing::TestWithParam<std::string> {};

TEST_P(ChangesIn, AreSeenByEveryQueryAtOnce) {
  std::vector<Config> configs = {{.threads = 1, .touching = false}};
  for (const Simd simd : contract::supported_simds())
    configs.push_back({.threads = 1, .simd = simd});
  std::array<KnownAnswers, 2> of_modes;
  for (const Config& config : configs) {
    SCOPED_TRACE(testing::Message() << name_of(config.simd) << ' ' << config.touching);
    QueryWorld world(config);
    KnownAnswers& known = of_modes[config.touching ? 1 : 0];
    known.begin();
    Objects moving = objects_of(GetParam(), 900);
    const Objects statics = split_off(moving, 400);
    world.set_static(statics);
    world.update(moving);
    for (std::uint64_t round = 0; round < 6; ++round) {
      const std::size_t some = round == 3 ? 300 : 7;
      world.change(moved(moving, some, round));
      world.change(moved(statics, some / 2, round));
      known.expect(world, world.dice(round).queries(12));
      world.remove(ids_of(moved(round % 2 == 0 ? moving : statics, some, round + 50)));
      known.expect(world, world.dice(round).filtered_queries(12));
    }
    world.update(moving);
    known.expect(world, world.dice(9).queries(12));
  }
}

TEST_P(ChangesIn, MayHaveFiltersWhereNothingElseHas) {
  for (const std::size_t static_count : {0U, 200U}) {
    QueryWorld world;
    Objects moving = objects_of(GetParam(), 500);
    const Objects statics = split_off(moving, static_count);
    world.set_static(statics, kNoSpan.with(Span::ids));
    world.build(moving, kNoSpan.with(Span::ids));
    const std::uint64_t pair_count = world.broad_phase.count_pairs();
    world.change(moved(moving, 5, 1), kNoSpan.with(Span::ids));
    world.expect_answers(world.dice().filtered_queries(30));
    world.change(moved(moving, 5, 2));
    world.expect_answers(world.dice().filtered_queries(30));
    world.remove({moving[0].id, moving[1].id});
    world.expect_answers(world.dice().filtered_queries(30));
    EXPECT_EQ(world.broad_phase.count_pairs(), pair_count);
    world.build(moving, kNoSpan.with(Span::ids));
    world.expect_answers(world.dice().filtered_queries(30));
  }
}

INSTANTIATE_TEST_SUITE_P(Scene, ChangesIn, testing::Values("uniform", "mixed", "clusters", "line"),
                         contract::test_name_of);

TEST(Changes, MayAddObjectsToAFrameWithoutAny) {
  QueryWorld world;
  world.update({});
  world.change(objects_of("uniform", 40));
  world.expect_answers(world.dice().filtered_queries(30));
  world.remove(ids_of(objects_of("uniform", 20)));
  world.expect_answers(world.dice().queries(30));
}

TEST(Changes, OfAllObjectsLeaveNoneOfTheOldOnes) {
  QueryWorld world;
  const Objects objects = objects_of("mixed", 600);
  world.update(objects);
  world.change(moved(objects, objects.size(), 3));
  world.expect_answers(world.dice().queries(20));
  world.remove(ids_of(objects));
  world.expect_answers(world.dice().queries(20));
  EXPECT_TRUE(world.oracle.members().empty());
}

TEST(Changes, ToInvalidBoxesHideObjectsUntilTheNextChange) {
  QueryWorld world;
  const Objects objects = objects_of("uniform", 300);
  world.set_static({objects[0]});
  world.update(Objects(objects.begin() + 1, objects.end()));
  Objects spoiled = {objects[0], objects[5], objects[6]};
  scenes::Random random(2);
  for (Object& object : spoiled) model::spoil(object, random);
  world.change(spoiled);
  world.expect_answers(world.dice().queries(30));
  world.change({objects[0], objects[5]});
  world.expect_answers(world.dice().queries(30));
}

TEST(Changes, OfOneObjectAgainAndAgainKeepOnlyTheLast) {
  QueryWorld world;
  const Objects objects = objects_of("uniform", 200);
  world.update(objects);
  Object object = objects[17];
  for (int i = 0; i < 700; ++i) {
    object.box.min_x += 0.01F;
    object.box.max_x += 0.01F;
    world.change({object});
    if (i % 100 == 0) world.expect_answers(world.dice().queries(10));
  }
  world.expect_answers(world.dice().queries(10));
}

TEST(Changes, AreGivenInRowsAndInDouble) {
  QueryWorld world;
  const Objects objects = objects_of("uniform", 100);
  world.update(objects);
  const std::vector<Box> boxes = {{1, 2, 3, 4}, {5, 6, 7, 8}};
  const std::vector<ObjectId> ids = {objects[3].id, 12'345};
  Objects changed(2);
  for (std::size_t i = 0; i < 2; ++i) {
    changed[i].id = ids[i];
    changed[i].box = boxes[i];
  }
  world.broad_phase.patch(boxes, ids);
  world.oracle.change(changed);
  world.expect_answers(world.dice().queries(20));

  const std::vector<double> low = {1e9 + 1, 1e9 + 2};
  const std::vector<double> high = {1e9 + 3, 1e9 + 5};
  world.broad_phase.patch({low, low, high, high, {1e9, 1e9}}, ids);
  world.oracle.set_elsewhere();
  changed[0].box = {1, 1, 3, 3};
  changed[1].box = {2, 2, 5, 5};
  world.oracle.change(changed);
  world.expect_answers(world.dice().queries(20));
}

TEST(Changes, DoNotShowInTheLastFrame) {
  BroadPhase broad_phase({.threads = 2, .events = true});
  const Objects objects = objects_of("uniform", 3'000);
  const model::Rows rows(objects);
  broad_phase.update(rows.boxes(), rows.attributes());
  const model::Shown before(broad_phase);
  const std::vector<Pair> streamed = model::streamed(broad_phase);
  const Objects changed = moved(objects, 500, 1);
  const model::Rows changed_rows(changed);
  broad_phase.patch(changed_rows.boxes(), changed_rows.ids(), changed_rows.attributes());
  broad_phase.hide(ids_of(moved(objects, 500, 2)));
  EXPECT_TRUE(model::Shown(broad_phase) == before);
  EXPECT_EQ(model::streamed(broad_phase), streamed);
  EXPECT_EQ(broad_phase.count_pairs(), streamed.size());
}

TEST(Changes, DoNotShowInTheNextFrame) {
  BroadPhase changed({.threads = 1, .events = true});
  BroadPhase plain({.threads = 1, .events = true});
  for (std::uint64_t frame = 0; frame < 5; ++frame) {
    const Objects objects = model::shuffled(objects_of("mixed", 800), frame);
    const model::Rows rows(objects);
    for (BroadPhase* const engine : {&changed, &plain})
      engine->update(rows.boxes(), rows.attributes());
    EXPECT_TRUE(model::Shown(changed) == model::Shown(plain)) << frame;
    const model::Rows some(moved(objects, 90, frame));
    changed.patch(some.boxes(), some.ids(), some.attributes());
  }
}

TEST(Changes, LeaveHiddenObjectsToTheNextFrameWhichShowsThem) {
  const Objects objects = objects_of("mixed", 800);
  const Objects statics = moved(objects, 100, 7);
  const model::Rows rows(objects);
  std::vector<ObjectId> static_ids;
  for (ObjectId id = 0; id < 100; ++id) static_ids.push_back(100'000 + id);
  BroadPhase engine({.threads = 1});
  engine.set_static(model::Rows(statics).boxes(), static_ids);
  const auto all_found = [&] {
    constexpr float kFar = 1e6F;
    std::vector<ObjectId> found;
    engine.for_each_overlap(Box{-kFar, -kFar, kFar, kFar},
                            [&](ObjectId id) { found.push_back(id); });
    std::sort(found.begin(), found.end());
    return found;
  };
  for (const bool is_build : {false, true, false}) {
    const Attributes attributes{.ids = rows.ids()};
    is_build ? engine.build(rows.boxes(), attributes)
             : (void)engine.update(rows.boxes(), attributes);
    const std::vector<ObjectId> shown = all_found();
    ASSERT_EQ(shown.size(), 900U);
    std::vector<ObjectId> hidden = ids_of(moved(objects, 90, 3));
    hidden.insert(hidden.end(), static_ids.begin(), static_ids.begin() + 20);
    std::sort(hidden.begin(), hidden.end());
    engine.hide(hidden);
    std::vector<ObjectId> left;
    std::set_difference(shown.begin(), shown.end(), hidden.begin(), hidden.end(),
                        std::back_inserter(left));
    EXPECT_EQ(all_found(), left);
  }
}

TEST(Changes, OfAStoreAreThoseOfItsColumns) {
  for (const bool has_attributes : {false, true}) {
    ObjectStore store;
    BroadPhase engine({.threads = 1});
    BroadPhase expected({.threads = 1});
    std::vector<Handle> handles;
    scenes::Random random(5);
    for (int i = 0; i < 400; ++i) {
      const float x = random.between(0, 20);
      const float y = random.between(0, 20);
      handles.push_back(
          store.add({x, y, x + 1, y + 1}, {}, i % 3 == 0 ? Mobility::static_ : Mobility::moving));
    }
    for (BroadPhase* const each : {&engine, &expected}) each->update(store);
    std::vector<Box> boxes;
    std::vector<ObjectId> ids;
    std::vector<Filter> filters;
    std::vector<float> margins, displacements_x, displacements_y;
    std::vector<Handle> some;
    for (std::size_t i = 0; i < 60; ++i) {
      const Handle handle = handles[i * 7 % 400];
      some.push_back(handle);
      ids.push_back(handle.id);
      const float x = random.between(0, 20);
      boxes.push_back({x, x, x + 2, x + 1});
      filters.push_back(model::random_filter({}, random));
      margins.push_back(i == 9 ? -1.0F : random.between(0, 1));  // -1: not found
      displacements_x.push_back(random.between(-1, 1));
      displacements_y.push_back(random.between(-1, 1));
      store.move(handle, boxes[i]);
      if (!has_attributes) continue;
      store.set_filter(handle, filters[i]);
      store.set_margin(handle, margins[i]);
      store.set_displacement(handle, {displacements_x[i], displacements_y[i]});
    }
    engine.patch(store, some);
    Attributes attributes;
    if (has_attributes) {
      attributes.set_filters(filters);
      attributes.margin = margins;
      attributes.displacement_x = displacements_x;
      attributes.displacement_y = displacements_y;
    }
    expected.patch(boxes, ids, attributes);
    const QueryDice dice(QueryWorld().oracle.members(), 1);
    Queries queries = QueryDice(dice).queries(30);
    for (int i = 0; i < 100; ++i) {
      const float x = random.between(-1, 20);
      const float y = random.between(-1, 20);
      queries.boxes.push_back({x, y, x + 2, y + 2});
      queries.places.push_back({x, y});
    }
    QueryResult result;
    EXPECT_TRUE(batches_of(engine, queries, result) == batches_of(expected, queries, result));
    engine.patch(store, {});
    EXPECT_TRUE(batches_of(engine, queries, result) == batches_of(expected, queries, result));
    store.remove(some[3]);
    EXPECT_THROW(engine.patch(store, some), std::invalid_argument);
    some[3] = some[4];
    EXPECT_THROW(engine.patch(store, some), std::invalid_argument) << "a handle twice";
    EXPECT_TRUE(batches_of(engine, queries, result) == batches_of(expected, queries, result));
  }
}

TEST(Changes, AreRefusedWithWordsAndWithoutAnEffect) {
  QueryWorld world;
  const Objects objects = objects_of("uniform", 100);
  EXPECT_THROW(world.broad_phase.hide({}), std::logic_error);
  EXPECT_THROW(world.broad_phase.patch(std::vector<Box>{}, {}), std::logic_error);
  world.update(objects);
  const std::vector<Box> boxes(2, Box{0, 0, 1, 1});
  const std::vector<ObjectId> twice = {7, 7};
  const std::vector<ObjectId> one = {7};
  try {
    world.broad_phase.patch(boxes, twice);
    ADD_FAILURE() << "two boxes for one id";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "quadphase: patch must be given each id once");
  }
  EXPECT_THROW(world.broad_phase.patch(boxes, one), std::invalid_argument);
  world.expect_answers(world.dice().queries(20));
  world.broad_phase.for_each_overlap(world.oracle.members()[0].box, [&](ObjectId) {
    EXPECT_THROW(world.broad_phase.hide(one), std::logic_error);
    EXPECT_THROW(world.broad_phase.patch(std::vector<Box>(1), one), std::logic_error);
  });
  world.expect_answers(world.dice().queries(20));
}

TEST(Changes, WithoutMemoryLeaveNoTreeAndTheNextFrameIsRight) {
  int failures = 0;
  for (std::uint32_t allocation = 0; allocation < 60; ++allocation) {
    contract::CountingResource resource;
    QueryWorld world({.threads = 1, .memory_resource = &resource});
    Objects moving = objects_of("uniform", 300);
    const Objects statics = split_off(moving, 100);
    world.set_static(statics, kNoSpan.with(Span::ids));
    world.update(moving, kNoSpan.with(Span::ids));
    resource.fail_from(allocation);
    try {
      world.change(moved(moving, 30, 1));
      world.change(moved(statics, 30, 1));
      world.remove(ids_of(moved(moving, 60, 2)));
      resource.work_again();
    } catch (const std::bad_alloc&) {
      ++failures;
      resource.work_again();
      EXPECT_THROW(world.broad_phase.for_each_overlap(Point{}, [](ObjectId) {}), std::logic_error);
      world.update(moving, kNoSpan.with(Span::ids));
    }
    world.expect_answers(world.dice().filtered_queries(10));
  }
  EXPECT_GT(failures, 20);
}

}  // namespace
}  // namespace quadphase::queries
