// SPDX-License-Identifier: MIT
// Many objects at the same distance or fraction: those with the lowest ids are found, whatever was
// asked before.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <vector>

#include "queries/query_world.hpp"

namespace quadphase::queries {
namespace {

using model::Object;
using model::Objects;

constexpr model::Spans kOnlyIds = model::kNoSpan.with(model::Span::ids);

/// Equal points, equal boxes, boxes around each other, and boxes that only have a place in common.
enum class Heap { points, boxes, nested, shifted };

Box box_in(Heap heap, std::size_t i) {
  const auto number = static_cast<float>(i);
  switch (heap) {
    case Heap::points:
      return {5, 5, 5, 5};
    case Heap::boxes:
      return {3, 4, 6, 6};
    case Heap::nested:
      return {4 - number, 4 - number, 6 + number, 6 + number};
    case Heap::shifted:
      break;
  }
  const float x = 0.01F * static_cast<float>(i % 97);
  const float y = 0.01F * static_cast<float>(i % 89);
  return {4 + x, 4 + y, 6 + x, 6 + y};
}

/// A heap, and as many boxes around it. Their ids are in no order.
Objects heap_of(Heap heap, std::size_t count, std::uint64_t seed) {
  Objects objects(2 * count);
  for (std::size_t i = 0; i < objects.size(); ++i) objects[i].id = static_cast<ObjectId>(i);
  objects = model::shuffled(objects, seed);
  scenes::Random random(seed, 5);
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const Point corner{random.between(-40, 40), random.between(-40, 40)};
    objects[i].box = i < count ? box_in(heap, i)
                               : Box{corner.x, corner.y, corner.x + random.between(0, 2),
                                     corner.y + random.between(0, 2)};
    objects[i].filter.category = 1U << random.below(3);
  }
  return objects;
}

/// What is nearest to places in the heap and at its sides, and what casts hit first that begin
/// there.
Queries queries_near_heap() {
  Queries queries;
  queries.places = {{5, 5}, {5.5F, 5.25F}, {4, 4}, {9, 5}, {-30, 5}, {5, 200}};
  queries.counts = {1, 2, 8, 25, 300};
  queries.radii = {Queries::kUnbounded, 0, 4};
  queries.rays = {{{5, 5}, {1, 0}}, {{-50, 5}, {1, 0}}, {{5, 60}, {0, -1}}};
  queries.segments = {{{5, 5}, {5, 5}}, {{5, 5}, {90, 80}}};
  queries.box_casts = {{{4, 4, 5, 5}, {1, 1}}, {{-9, 4, -8, 5}, {90, 0}}};
  queries.circle_casts = {{{{5, 5}, 1}, {1, 0}}, {{{-9, 5}, 2}, {90, 0}}};
  return queries;
}

class TiesIn : public testing::TestWithParam<Heap> {};

TEST_P(TiesIn, GoToTheLowestIdsHoweverOftenTheyAreAskedFor) {
  for (const Simd simd : contract::supported_simds()) {
    for (const std::size_t count : {3U, 40U, 700U}) {
      SCOPED_TRACE(testing::Message() << name_of(simd) << ", " << count);
      QueryWorld world({.threads = 1, .simd = simd});
      world.build(heap_of(GetParam(), count, 1), kOnlyIds);
      for (int times = 0; times < 3; ++times) world.expect_answers(queries_near_heap());
    }
  }
}

TEST_P(TiesIn, GoToTheIdsOfTheLastFrame) {
  QueryWorld world;
  for (std::uint64_t frame = 0; frame < 4; ++frame) {
    const std::size_t count = frame % 2 == 0 ? 500 : 400;
    world.update(heap_of(GetParam(), count, frame), kOnlyIds);
    world.expect_answers(queries_near_heap());
    world.expect_answers(queries_near_heap());
    world.broad_phase.shrink_to_fit();
    world.expect_answers(queries_near_heap());
  }
}

TEST_P(TiesIn, GoToTheLowestIdsThatTheFilterLets) {
  QueryWorld world;
  world.build(heap_of(GetParam(), 500, 2));
  Queries queries = queries_near_heap();
  for (const std::uint32_t mask : {1U, 2U, 4U, 6U}) {
    queries.filters = {{.mask = mask}};
    world.expect_answers(queries);
    world.expect_answers(queries);
  }
}

TEST_P(TiesIn, GoToTheLowestIdsOfThoseThatAreLeft) {
  QueryWorld world;
  Objects moving = heap_of(GetParam(), 500, 3);
  const Objects statics = model::split_off(moving, 400);
  world.set_static(statics, kOnlyIds);
  world.build(moving, kOnlyIds);
  world.expect_answers(queries_near_heap());
  std::vector<ObjectId> ids(60);
  std::iota(ids.begin(), ids.end(), ObjectId{0});
  world.remove(ids);
  world.expect_answers(queries_near_heap());
  world.change({moving[0], statics[0]}, kOnlyIds);
  world.expect_answers(queries_near_heap());
  std::vector<ObjectId> static_ids;
  for (const Object& object : statics) static_ids.push_back(object.id);
  std::sort(static_ids.begin(), static_ids.end());
  static_ids.resize(30);
  world.remove_static(static_ids);
  world.build(moving, kOnlyIds);
  world.expect_answers(queries_near_heap());
}

TEST_P(TiesIn, GoToTheLowestIdsInAPeriodicWorld) {
  QueryWorld world({.threads = 1, .period_x = 100, .period_y = 100});
  world.build(heap_of(GetParam(), 30, 4), kOnlyIds);
  world.expect_answers(queries_near_heap());
  world.expect_answers(queries_near_heap());
}

std::string name_of_heap(const testing::TestParamInfo<Heap>& info) {
  constexpr const char* kNames[] = {"EqualPoints", "EqualBoxes", "NestedBoxes", "ShiftedBoxes"};
  return kNames[static_cast<std::size_t>(info.param)];
}

INSTANTIATE_TEST_SUITE_P(Heap, TiesIn,
                         testing::Values(Heap::points, Heap::boxes, Heap::nested, Heap::shifted),
                         name_of_heap);

}  // namespace
}  // namespace quadphase::queries
