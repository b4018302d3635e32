// SPDX-License-Identifier: MIT
// Memory of batches: it comes from the result's resource, is counted, is kept, and may end at any
// allocation.
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <functional>
#include <new>
#include <ostream>

#include "queries/query_world.hpp"
#include "support/counting_resource.hpp"

namespace quadphase::queries {
namespace {

using contract::CountingResource;

/// A batch of one kind.
struct Batch {
  const char* name;
  void (*find)(const BroadPhase& engine, const Queries& queries, QueryResult& result);
};

std::ostream& operator<<(std::ostream& stream, const Batch& batch) {
  return stream << batch.name;
}

using Engine = BroadPhase;

const Batch kBatches[] = {
    {"InBoxes",
     [](const Engine& e, const Queries& q, QueryResult& r) { e.find_overlaps(q.boxes, r); }},
    {"InBoxesInTreeOrder",
     [](const Engine& e, const Queries& q, QueryResult& r) {
       e.find_overlaps(q.boxes, r, {.order = RowOrder::tree});
     }},
    {"AtPoints",
     [](const Engine& e, const Queries& q, QueryResult& r) { e.find_overlaps(q.points, r); }},
    {"InCircles",
     [](const Engine& e, const Queries& q, QueryResult& r) { e.find_overlaps(q.circles, r); }},
    {"AnyHits", [](const Engine& e, const Queries& q, QueryResult& r) { e.cast_any(q.rays, r); }},
    {"ClosestHits",
     [](const Engine& e, const Queries& q, QueryResult& r) { e.cast_closest(q.segments, r); }},
    {"AllHits",
     [](const Engine& e, const Queries& q, QueryResult& r) { e.find_hits(q.box_casts, r); }},
    {"Nearest",
     [](const Engine& e, const Queries& q, QueryResult& r) { e.find_nearest(q.places, 11, r); }},
};

class QueryMemoryOf : public testing::TestWithParam<Batch> {
 protected:
  tbb::global_control really_that_many_{tbb::global_control::max_allowed_parallelism, 4};
};

/// Lets the k-th allocation of a batch fail; false once it needs no more than k. If no other fails,
/// the batch is done all the same, with the memory of a new result.
bool fails_at(std::size_t k, bool once, bool used, const QueryWorld& world, const Batch& batch,
              const Queries& queries, const Answer& expected) {
  CountingResource resource;
  bool failed = false;
  bool was_there = false;
  {
    QueryResult result(&resource);
    if (used) batch.find(world.broad_phase, world.dice(9).queries(3), result);
    if (once) {
      resource.fail_once_at(k);
    } else {
      resource.fail_from(k);
    }
    try {
      batch.find(world.broad_phase, queries, result);
    } catch (const std::bad_alloc&) {
      failed = true;
      EXPECT_EQ(result.row_count(), 0U);
      EXPECT_TRUE(result.ids().empty());
      EXPECT_TRUE(result.fractions().empty());
      EXPECT_TRUE(result.distances().empty());
      EXPECT_EQ(result.offsets().size(), 1U);
    }
    was_there = resource.failures() > 0;
    EXPECT_EQ(failed, was_there && !once) << "a failure was swallowed";
    EXPECT_TRUE(failed || Answer(result) == expected) << "the search";
    resource.work_again();
    batch.find(world.broad_phase, queries, result);
    EXPECT_TRUE(Answer(result) == expected) << "the next search";
    EXPECT_EQ(result.byte_count(), resource.outstanding_bytes());
  }
  EXPECT_EQ(resource.outstanding_bytes(), 0U);
  return was_there;
}

TEST_P(QueryMemoryOf, MayEndAtAnyAllocation) {
  for (const int threads : {1, 4}) {
    QueryWorld world({.threads = threads});
    model::Objects objects = model::objects_of("clusters", 700);
    world.set_static(model::split_off(objects, 300));
    world.build(objects);
    const Queries queries = world.dice().queries(threads == 1 ? 100 : 700);
    GetParam().find(world.broad_phase, queries, world.result);
    const Answer expected(world.result);
    for (const bool once : {false, true}) {
      for (const bool used : {false, true}) {
        bool failed = true;
        std::size_t k = 0;
        for (; failed && !HasFailure(); k = contract::next_failure(k)) {
          SCOPED_TRACE(testing::Message()
                       << "allocation " << k << (once ? " only, " : " and all after, ") << threads
                       << " threads");
          failed = fails_at(k, once, used, world, GetParam(), queries, expected);
        }
        EXPECT_GT(k, 1U) << "the batch never allocated";
      }
    }
    world.expect_answers(world.dice(3).queries(10));
  }
}

TEST_P(QueryMemoryOf, IsCountedAndOfTheResultAlone) {
  CountingResource of_engine;
  CountingResource of_result(true);
  {
    QueryWorld world({.threads = 4, .memory_resource = &of_engine});
    world.build(model::objects_of("uniform", 3'000));
    const std::size_t allocations = of_engine.allocations();
    const std::size_t bytes = world.broad_phase.byte_count();
    QueryResult result(&of_result);
    EXPECT_EQ(result.byte_count(), of_result.outstanding_bytes());
    for (const std::size_t count : {10U, 2'000U, 100U}) {
      GetParam().find(world.broad_phase, world.dice().queries(count), result);
      EXPECT_EQ(result.byte_count(), of_result.outstanding_bytes());
      EXPECT_GT(result.byte_count(), 0U);
    }
    EXPECT_EQ(of_engine.allocations(), allocations);
    EXPECT_EQ(world.broad_phase.byte_count(), bytes);
    EXPECT_EQ(of_result.meetings(), 0U) << "two threads were in the resource at once";
    QueryResult moved(std::move(result));
    EXPECT_EQ(moved.byte_count(), of_result.outstanding_bytes());
  }
  EXPECT_EQ(of_result.outstanding_bytes(), 0U);
}

TEST_P(QueryMemoryOf, IsNotAskedForInBatchesOfSteadySize) {
  for (const int threads : {1, 4}) {
    QueryWorld world({.threads = threads});
    world.build(model::objects_of("uniform", 3'000));
    const Queries large = world.dice().queries(2'000);
    const Queries small = world.dice(2).queries(200);
    CountingResource resource;
    QueryResult result(&resource);
    for (int warm = 0; warm < 3; ++warm) GetParam().find(world.broad_phase, large, result);
    const std::size_t allocations = resource.allocations();
    const std::size_t bytes = result.byte_count();
    EXPECT_GT(allocations, 0U);
    for (int repeat = 0; repeat < 4; ++repeat)
      for (const Queries* const queries : {&small, &large})
        GetParam().find(world.broad_phase, *queries, result);
    EXPECT_EQ(resource.allocations(), allocations) << threads << " threads";
    EXPECT_EQ(result.byte_count(), bytes) << "buffers never shrink";
  }
}

INSTANTIATE_TEST_SUITE_P(Batch, QueryMemoryOf, testing::ValuesIn(kBatches),
                         [](const auto& batch) { return std::string(batch.param.name); });

// The hits after the first few hundred are found at once if there is memory, else in pages.
TEST(QueryMemory, ThatEndsDuringAVisitOfManyHitsChangesNoHit) {
  constexpr std::size_t kCount = 3'000;
  CountingResource resource;
  QueryWorld world({.threads = 1, .memory_resource = &resource});
  world.build(objects_of_boxes(std::vector<Box>(kCount, {0, 0, 1, 1})));
  const auto visited_ids = [&world](std::size_t most) {
    std::vector<ObjectId> ids;
    std::size_t left = most;
    const auto visit = [&](const auto& hit) {
      ids.push_back(hit.id);
      return --left > 0;
    };
    world.broad_phase.for_each_hit(Ray{{-1, 0.5F}, {1, 0}}, visit);
    left = most;
    world.broad_phase.for_each_nearest(Point{5, 5}, visit);
    return ids;
  };
  for (const std::size_t most : {kCount + 1, std::size_t{400}, std::size_t{2'000}}) {
    const std::vector<ObjectId> expected = visited_ids(most);
    EXPECT_EQ(expected.size(), 2 * std::min(most, kCount));
    for (std::size_t k = 0; k < 4; ++k) {
      const std::size_t failures = resource.failures();
      resource.fail_from(k);
      EXPECT_EQ(visited_ids(most), expected) << "allocation " << k;
      EXPECT_TRUE(k > 0 || resource.failures() > failures) << "no memory was needed";
      resource.work_again();
    }
  }
  EXPECT_EQ(world.broad_phase.byte_count(), resource.outstanding_bytes());
}

TEST(QueryMemory, IsOfTheDefaultResourceWhereNoneIsGiven) {
  CountingResource resource;
  std::pmr::memory_resource* const before = std::pmr::set_default_resource(&resource);
  {
    const QueryWorld world = world_of("uniform", 100);
    QueryResult result;
    world.broad_phase.find_overlaps(world.dice().queries(50).boxes, result);
    EXPECT_GT(resource.allocations(), 0U);
    EXPECT_EQ(result.byte_count() + world.broad_phase.byte_count() + world.result.byte_count(),
              resource.outstanding_bytes());
  }
  std::pmr::set_default_resource(before);
  EXPECT_EQ(resource.outstanding_bytes(), 0U);
}

/// True if all batches have room in a result with this limit.
bool have_room(const Index& index, const contract::Columns& boxes, std::size_t limit) {
  CountingResource memory;
  memory.limit_to(limit);
  QueryResult result(&memory);
  const std::vector<Point> points(boxes.view().size(), Point{1, 2});
  try {
    index.find_overlaps(boxes.view(), result);
    index.find_nearest(points, 5, result);
    return true;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

// Which worker finds how much is chance, and so is the memory of all of them.
TEST(BatchMemory, BatchesOnThreadsFitWhereTheyFitOnOne) {
  const contract::Columns boxes = contract::frame_of("dense", 3'000);
  Index serial(Config{.threads = 1});
  Index threaded(Config{.threads = 4});
  serial.build(boxes.view());
  threaded.build(boxes.view());
  const std::size_t enough = contract::least_with_room(
      std::size_t{16} << 20U, [&](std::size_t limit) { return have_room(serial, boxes, limit); });
  // Why a quarter more: where the order of tasks is shuffled, less may do by chance.
  EXPECT_TRUE(have_room(threaded, boxes, enough + enough / 4));
}

}  // namespace
}  // namespace quadphase::queries
