// SPDX-License-Identifier: MIT
// Visitors and batches of steady size ask nobody for memory: not operator new, not malloc, not
// mmap.
#include <gtest/gtest.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "queries/query_world.hpp"
#include "support/allocation_counter.hpp"
#include "support/gathering.hpp"

namespace quadphase::queries {
namespace {

using contract::AllocationCounter;
using Scope = AllocationCounter::Scope;

/// A world of moving and static objects with filters.
QueryWorld model_world(const std::string& scene, std::size_t count, int threads) {
  QueryWorld world({.threads = threads});
  model::Objects objects = model::objects_of(scene, count);
  world.set_static(model::split_off(objects, count / 3));
  world.build(objects);
  return world;
}

/// Asks every query by itself, and visits up to 300 hits of each; returns how many objects were
/// found.
std::size_t ask_one_by_one(const BroadPhase& engine, const Queries& queries) {
  std::size_t found = 0;
  const auto note = [&found](const auto&) { ++found; };
  std::size_t visited = 0;
  const auto note_few = [&](const auto&) {
    ++found;
    return ++visited < 300;
  };
  const auto ask_cast = [&](const Cast& cast) {
    visited = 0;
    engine.for_each_hit(cast, note_few);
    found += engine.cast_closest(cast) ? 1U : 0U;
    found += engine.cast_any(cast) ? 1U : 0U;
  };
  Neighbor nearest[100];
  for (std::size_t i = 0; i < queries.boxes.size(); ++i) {
    engine.for_each_overlap(queries.boxes[i], note, {.filter = {.category = 3}});
    engine.for_each_overlap(queries.points[i], note);
    for (const Shape& shape :
         {Shape(queries.boxes[i]), Shape(queries.circles[i]), Shape(queries.capsules[i]),
          Shape(queries.rotated_boxes[i]), Shape(queries.polygons[i])}) {
      engine.for_each_overlap(shape, note);
      engine.for_each_inside(shape, note);
    }
    ask_cast(queries.rays[i]);
    ask_cast(queries.segments[i]);
    ask_cast(queries.box_casts[i]);
    ask_cast(queries.circle_casts[i]);
    ask_cast(queries.capsule_casts[i]);
    found += engine.find_nearest(queries.places[i], nearest);
    visited = 0;
    if (i % 10 == 0) engine.for_each_nearest(queries.places[i], note_few);
  }
  return found;
}

class QueryAllocationOf : public testing::TestWithParam<std::string> {};

TEST_P(QueryAllocationOf, OfSingleQueriesIsNoneFromTheFirst) {
  for (const std::size_t count : {0U, 3U, 5'000U}) {
    const QueryWorld world = model_world(GetParam(), count, 2);
    const Queries queries = world.dice().queries(60);
    const AllocationCounter counter(Scope::this_thread);
    const std::size_t found = ask_one_by_one(world.broad_phase, queries);
    EXPECT_EQ(counter.count(), 0U);
    EXPECT_EQ(found > 0, count > 0);
  }
}

TEST(QueryAllocations, OfVisitsOfManyHitsIsAFewHoweverManyTheyAre) {
  QueryWorld world;
  world.build(objects_of_boxes(std::vector<Box>(20'000, Box{0, 0, 1, 1})));
  const AllocationCounter counter(Scope::this_thread);
  std::size_t found = 0;
  world.broad_phase.for_each_nearest(Point{0, 0}, [&](const Neighbor&) { ++found; });
  EXPECT_EQ(found, 20'000U);
  EXPECT_GE(counter.count(), 1U);
  EXPECT_LE(counter.count(), 6U);
}

TEST_P(QueryAllocationOf, OfSteadyChangesBetweenFramesIsNone) {
  QueryWorld world = model_world(GetParam(), 3'000, 1);
  const model::Objects objects = model::objects_of(GetParam(), 3'000);
  const model::Rows all(objects);
  const auto play_frame = [&] {
    world.broad_phase.update({});
    for (std::size_t first = 0; first < 600; first += 10) {
      const BoxView boxes = all.boxes();
      const auto some = [first](const auto& column) {
        return column.empty() ? column : column.subspan(first, 10);
      };
      Attributes attributes = all.attributes();
      attributes = {.category = some(attributes.category.contiguous()),
                    .mask = some(attributes.mask.contiguous())};
      world.broad_phase.patch(
          {some(boxes.min_x), some(boxes.min_y), some(boxes.max_x), some(boxes.max_y)},
          some(all.ids()), attributes);
      world.broad_phase.hide(some(all.ids()).first(3));
    }
  };
  play_frame();
  play_frame();
  const AllocationCounter counter(Scope::this_thread);
  play_frame();
  EXPECT_EQ(counter.count(), 0U);
}

TEST_P(QueryAllocationOf, OfSingleInvalidQueriesIsNone) {
  const QueryWorld world = model_world(GetParam(), 500, 1);
  Queries queries = invalid_queries();
  queries.boxes.resize(4);  // as many as of the kind with the fewest
  const AllocationCounter counter(Scope::this_thread);
  EXPECT_EQ(ask_one_by_one(world.broad_phase, queries), 0U);
  EXPECT_EQ(counter.count(), 0U);
}

/// Asks all kinds of batches, each with a result of its own.
class Batches {
 public:
  void ask(const BroadPhase& engine, const Queries& queries) {
    engine.find_overlaps(queries.boxes, results_[0]);
    engine.find_overlaps(queries.points, results_[1]);
    engine.find_overlaps(queries.circles, results_[2]);
    engine.cast_any(queries.rays, results_[3]);
    engine.cast_closest(queries.segments, results_[4]);
    engine.find_hits(queries.box_casts, results_[5]);
    engine.find_nearest(queries.places, 12, results_[6]);
    engine.find_overlaps(queries.polygons, results_[8]);
    engine.find_inside(queries.capsules, results_[9]);
    engine.cast_closest(queries.capsule_casts, results_[10]);
  }
  /// As above, all with one result.
  void ask_with_one(const BroadPhase& engine, const Queries& queries) {
    engine.find_hits(queries.box_casts, results_[7]);
    engine.find_overlaps(queries.boxes, results_[7]);
    engine.find_nearest(queries.places, 12, results_[7]);
    engine.cast_any(queries.rays, results_[7]);
  }

 private:
  QueryResult results_[11];
};

TEST_P(QueryAllocationOf, OfSteadyBatchesOnOneThreadIsNone) {
  const QueryWorld world = model_world(GetParam(), 3'000, 1);
  const Queries large = world.dice().queries(1'000);
  const Queries small = world.dice(2).queries(100);
  Batches batches;
  for (int warm = 0; warm < 2; ++warm) {
    batches.ask(world.broad_phase, large);
    batches.ask_with_one(world.broad_phase, large);
  }
  const AllocationCounter counter(Scope::this_thread);
  for (int repeat = 0; repeat < 2; ++repeat) {
    batches.ask(world.broad_phase, large);
    batches.ask_with_one(world.broad_phase, large);
    batches.ask(world.broad_phase, small);
    batches.ask_with_one(world.broad_phase, small);
  }
  EXPECT_EQ(counter.count(), 0U);
}

/// Has oneTBB start its workers, which costs it memory of its own whenever each begins.
void start_workers(std::size_t threads) {
  tbb::task_arena arena(static_cast<int>(threads));
  contract::Gathering gathering(threads);
  arena.execute([&] { tbb::parallel_for(0, 64, [&](int) { gathering.arrive(); }); });
  ASSERT_GE(gathering.count(), threads);
}

TEST_P(QueryAllocationOf, OfSteadyBatchesOnFourThreadsIsNone) {
  const tbb::global_control many(tbb::global_control::max_allowed_parallelism, 4);
  start_workers(4);
  const QueryWorld world = model_world(GetParam(), 3'000, 4);
  const Queries large = world.dice().queries(1'500);
  Batches batches;
  for (int warm = 0; warm < 3; ++warm) batches.ask(world.broad_phase, large);
  const AllocationCounter counter(Scope::new_on_all_threads);
  for (int repeat = 0; repeat < 6; ++repeat) batches.ask(world.broad_phase, large);
  EXPECT_EQ(counter.count(), 0U);
}

INSTANTIATE_TEST_SUITE_P(Scene, QueryAllocationOf, testing::Values("uniform", "clusters", "giants"),
                         contract::test_name_of);

}  // namespace
}  // namespace quadphase::queries
