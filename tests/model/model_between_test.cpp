// SPDX-License-Identifier: MIT
// Searches with the caller's boxes against moving and static objects find what the model does, from
// many threads and without allocating.
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <thread>
#include <utility>

#include "contract/checks.hpp"
#include "contract/counting_resource.hpp"
#include "model/model_checks.hpp"

namespace quadphase::living {
namespace {

/// An engine after an update with moving and static objects, and the model of the same.
struct World {
  World(const std::string& scene, std::size_t moving_count, std::size_t static_count,
        const Config& config)
      : broad_phase(config) {
    moving = objects_of(scene, moving_count + static_count);
    statics = split_off(moving, static_count);
    scenes::Random random(8);
    for (std::size_t i = 3; i < moving.size(); i += 41) spoil(moving[i], random);
    for (std::size_t i = 5; i < statics.size(); i += 37) spoil(statics[i], random);
    const Rows static_rows(statics);
    const Rows rows(moving);
    broad_phase.set_static(static_rows.boxes(), static_rows.ids(), static_rows.attributes());
    broad_phase.update(rows.boxes(), rows.attributes());
    model.set_static(statics);
    model.update(moving);
  }

  Objects moving, statics;
  BroadPhase broad_phase;
  WorldModel model;
};

Objects rows_of(const std::string& scene, std::size_t count) {
  Objects rows = objects_of(scene, count, 2);
  scenes::Random random(9);
  for (std::size_t i = 1; i < rows.size(); i += 13) spoil(rows[i], random);
  // Far outside: rows without a hit.
  for (std::size_t i = 2; i < rows.size(); i += 11) rows[i].box = {-3e7F, 1e7F, -2e7F, 1e7F};
  return rows;
}

class BetweenOf : public testing::TestWithParam<std::string> {};

TEST_P(BetweenOf, FindsWhatTheModelDoes) {
  for (const Simd simd : contract::supported_simds()) {
    for (const auto& [moving, statics] :
         {std::pair{900U, 0U}, {0U, 900U}, {500U, 400U}, {1U, 1U}}) {
      SCOPED_TRACE(testing::Message() << name_of(simd) << ", " << moving << " and " << statics);
      const World world(GetParam(), moving, statics, {.threads = 1, .simd = simd});
      OverlapResult result;
      for (const std::size_t rows : {300U, 0U, 1U, 17U}) {
        for (const Spans given : {kAllSpans, kNoSpan, kNoSpan.with(Span::margin),
                                  kNoSpan.with(Span::mask).with(Span::displacement_x)}) {
          const Difference difference = difference_of_searches(
              world.broad_phase, world.model, rows_of(GetParam(), rows), given, result);
          EXPECT_FALSE(difference) << rows << " rows: " << *difference;
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Scene, BetweenOf,
                         testing::Values("uniform", "mixed", "giants", "line", "outlier",
                                         "clusters"),
                         contract::test_name_of);

TEST(Between, WithOneRowOverAllFindsAllAscending) {
  const World world("uniform", 3'000, 2'000, {.threads = 1});
  Object all;
  all.box = {-1e9F, -1e9F, 1e9F, 1e9F};
  OverlapResult result;
  const Difference difference =
      difference_of_searches(world.broad_phase, world.model, {all, all}, kAllSpans, result);
  EXPECT_FALSE(difference) << *difference;
  EXPECT_EQ(result.pairs().size(), 2U);
}

TEST(Between, GivesTheSameBytesForEveryNumberOfThreads) {
  const tbb::global_control many(tbb::global_control::max_allowed_parallelism, 16);
  const Objects rows = rows_of("mixed", 15'000);
  const Rows columns(rows);
  std::vector<QueryHit> expected;
  std::vector<QueryHit> expected_first;
  for (const int threads : {1, 2, 3, 8, 16}) {
    SCOPED_TRACE(threads);
    const World world("mixed", 12'000, 6'000, {.threads = threads});
    OverlapResult result;
    world.broad_phase.find_overlaps(columns.boxes(), columns.attributes(), result);
    const std::vector<QueryHit> found(result.pairs().begin(), result.pairs().end());
    if (threads == 1) {
      expected = found;
      const Objects some(rows.begin(), rows.begin() + 500);
      OverlapResult other;
      const Difference difference =
          difference_of_searches(world.broad_phase, world.model, some, kAllSpans, other);
      EXPECT_FALSE(difference) << *difference;
      EXPECT_TRUE(std::equal(
          found.begin(),
          std::find_if(found.begin(), found.end(), [](const QueryHit& p) { return p.row >= 500; }),
          world.model.overlap_result(some).begin()));
    }
    EXPECT_TRUE(found == expected);
    EXPECT_TRUE(std::is_sorted(found.begin(), found.end()));
    world.broad_phase.find_first_overlaps(columns.boxes(), columns.attributes(), result);
    const std::vector<QueryHit> first(result.pairs().begin(), result.pairs().end());
    if (threads == 1) expected_first = first;
    EXPECT_TRUE(first == expected_first);
  }
  EXPECT_GT(expected.size(), 10'000U);
  expected.erase(std::unique(expected.begin(), expected.end(),
                             [](const QueryHit& a, const QueryHit& b) { return a.row == b.row; }),
                 expected.end());
  EXPECT_TRUE(expected_first == expected);
}

TEST(Between, CanRunTwiceAtOnceOnOneEngine) {
  const tbb::global_control many(tbb::global_control::max_allowed_parallelism, 8);
  const World world("clusters", 12'000, 3'000, {.threads = 4});
  const BroadPhase& engine = world.broad_phase;
  const auto search = [&engine](std::uint64_t seed, std::vector<QueryHit>& found) {
    const Rows rows(objects_of("clusters", 12'000, seed));
    OverlapResult result;
    for (int i = 0; i < 5; ++i) {
      engine.find_overlaps(rows.boxes(), rows.attributes(), result);
      found.assign(result.pairs().begin(), result.pairs().end());
    }
  };
  std::vector<QueryHit> alone_a, alone_b, found_a, found_b;
  search(3, alone_a);
  search(4, alone_b);
  ASSERT_FALSE(alone_a == alone_b);
  std::thread other([&] { search(4, found_b); });
  search(3, found_a);
  other.join();
  EXPECT_TRUE(found_a == alone_a);
  EXPECT_TRUE(found_b == alone_b);
}

TEST(Between, DoesNotAllocateWhereAResultIsUsedAgain) {
  const tbb::global_control many(tbb::global_control::max_allowed_parallelism, 4);
  for (const int threads : {1, 4}) {
    const World world("uniform", 12'000, 5'000, {.threads = threads});
    const Rows large(rows_of("uniform", 11'000));
    const Rows small(rows_of("uniform", 500));
    contract::CountingResource resource;
    {
      OverlapResult result(&resource);
      for (int warm = 0; warm < 3; ++warm)
        world.broad_phase.find_overlaps(large.boxes(), large.attributes(), result);
      const std::size_t allocations = resource.allocations();
      EXPECT_GT(allocations, 0U);
      EXPECT_EQ(result.byte_count(), resource.outstanding_bytes());
      for (const Rows* const rows : {&small, &large, &small}) {
        world.broad_phase.find_overlaps(rows->boxes(), rows->attributes(), result);
        world.broad_phase.find_first_overlaps(rows->boxes(), rows->attributes(), result);
      }
      EXPECT_EQ(resource.allocations(), allocations) << threads << " threads";
    }
    EXPECT_EQ(resource.outstanding_bytes(), 0U);
  }
}

TEST(Between, SeesTheLastFrame) {
  Objects moving = objects_of("dense", 400);
  const Objects statics = split_off(moving, 200);
  const Objects rows = rows_of("dense", 100);
  BroadPhase broad_phase({.threads = 1});
  WorldModel model;
  OverlapResult result;
  EXPECT_TRUE(result.pairs().empty());
  EXPECT_EQ(result.row_count(), 0U);
  const auto expect_found = [&] {
    const Difference difference =
        difference_of_searches(broad_phase, model, rows, kAllSpans, result);
    EXPECT_FALSE(difference) << *difference;
  };
  const Rows static_rows(statics);
  const Rows moving_rows(moving);
  broad_phase.build(moving_rows.boxes(), moving_rows.attributes());
  model.build(moving);
  expect_found();
  broad_phase.set_static(static_rows.boxes(), static_rows.ids(), static_rows.attributes());
  model.set_static(statics);
  expect_found();
  broad_phase.build(moving_rows.boxes(), moving_rows.attributes());
  model.build(moving);
  expect_found();
  EXPECT_FALSE(result.pairs().empty());
}

TEST(Between, OfUnequalLengthsThrowsAndLeavesTheEngine) {
  const World world("uniform", 100, 100, {.threads = 1});
  const Shown before(world.broad_phase);
  const Rows rows(rows_of("uniform", 50));
  OverlapResult result;
  Attributes shorter = rows.attributes();
  shorter.margin = shorter.margin.first(7);
  BoxView uneven = rows.boxes();
  uneven.min_y = uneven.min_y.first(7);
  EXPECT_THROW(world.broad_phase.find_overlaps(rows.boxes(), shorter, result),
               std::invalid_argument);
  EXPECT_THROW(world.broad_phase.find_first_overlaps(uneven, {}, result), std::invalid_argument);
  EXPECT_TRUE(Shown(world.broad_phase) == before);
}

TEST(Between, ResultsCanBeMoved) {
  const World world("uniform", 300, 100, {.threads = 1});
  const Rows rows(rows_of("uniform", 50));
  OverlapResult result;
  world.broad_phase.find_overlaps(rows.boxes(), rows.attributes(), result);
  const std::vector<QueryHit> found(result.pairs().begin(), result.pairs().end());
  ASSERT_FALSE(found.empty());
  OverlapResult moved(std::move(result));
  EXPECT_TRUE(std::equal(found.begin(), found.end(), moved.pairs().begin(), moved.pairs().end()));
  OverlapResult assigned;
  assigned = std::move(moved);
  EXPECT_TRUE(
      std::equal(found.begin(), found.end(), assigned.pairs().begin(), assigned.pairs().end()));
}

}  // namespace
}  // namespace quadphase::living
