// SPDX-License-Identifier: MIT
// Batches of boxes with filters, margins and displacements of their own find what the model does,
// from many threads and without allocating.
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <thread>
#include <utility>

#include "model/model_checks.hpp"
#include "support/checks.hpp"
#include "support/counting_resource.hpp"

namespace quadphase::model {
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

class OverlapsOf : public testing::TestWithParam<std::string> {};

TEST_P(OverlapsOf, FindsWhatTheModelDoes) {
  for (const Simd simd : contract::supported_simds()) {
    for (const auto& [moving, statics] :
         {std::pair{900U, 0U}, {0U, 900U}, {500U, 400U}, {1U, 1U}}) {
      SCOPED_TRACE(testing::Message() << name_of(simd) << ", " << moving << " and " << statics);
      const World world(GetParam(), moving, statics, {.threads = 1, .simd = simd});
      QueryResult result;
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

INSTANTIATE_TEST_SUITE_P(Scene, OverlapsOf,
                         testing::Values("uniform", "mixed", "giants", "line", "outlier",
                                         "clusters"),
                         contract::test_name_of);

TEST(Overlaps, WithOneRowOverAllFindsAllAscending) {
  const World world("uniform", 3'000, 2'000, {.threads = 1});
  Object all;
  all.box = {-1e9F, -1e9F, 1e9F, 1e9F};
  QueryResult result;
  const Difference difference =
      difference_of_searches(world.broad_phase, world.model, {all, all}, kAllSpans, result);
  EXPECT_FALSE(difference) << *difference;
  EXPECT_EQ(result.ids().size(), 2U);
}

TEST(Overlaps, OfRowsThatFindEverythingAreExact) {
  const World world("uniform", 2'000, 1'000, {.threads = 2});
  Objects rows = rows_of("uniform", 70);
  for (std::size_t i = 0; i < rows.size(); i += 3) rows[i].box = {-1e9F, -1e9F, 1e9F, 1e9F};
  for (std::size_t i = 0; i < rows.size(); i += 2) rows[i].filter = {};
  QueryResult result;
  const Difference difference =
      difference_of_searches(world.broad_phase, world.model, rows, kAllSpans, result);
  EXPECT_FALSE(difference) << *difference;
}

TEST(Overlaps, AreTheSameForEveryNumberOfThreads) {
  const tbb::global_control many(tbb::global_control::max_allowed_parallelism, 16);
  const Objects rows = rows_of("mixed", 15'000);
  const Rows columns(rows);
  const BatchOptions options{.attributes = columns.attributes()};
  std::vector<ObjectId> expected;
  std::vector<std::size_t> expected_offsets;
  for (const int threads : {1, 2, 3, 8, 16}) {
    SCOPED_TRACE(threads);
    const World world("mixed", 12'000, 6'000, {.threads = threads});
    QueryResult result;
    world.broad_phase.find_overlaps(columns.boxes(), result, options);
    const std::vector<ObjectId> ids(result.ids().begin(), result.ids().end());
    const std::vector<std::size_t> offsets(result.offsets().begin(), result.offsets().end());
    if (threads == 1) {
      expected = ids;
      expected_offsets = offsets;
      const Objects some(rows.begin(), rows.begin() + 500);
      QueryResult other;
      const Difference difference =
          difference_of_searches(world.broad_phase, world.model, some, kAllSpans, other);
      EXPECT_FALSE(difference) << *difference;
    }
    EXPECT_TRUE(ids == expected);
    EXPECT_TRUE(offsets == expected_offsets);
    QueryResult first;
    world.broad_phase.find_first_overlaps(columns.boxes(), first, options);
    for (std::size_t row = 0; row < rows.size(); ++row) {
      const std::span<const ObjectId> lowest =
          result.ids_of(row).first(result.ids_of(row).empty() ? 0 : 1);
      ASSERT_TRUE(std::ranges::equal(first.ids_of(row), lowest)) << row;
    }
  }
  EXPECT_GT(expected.size(), 10'000U);
}

TEST(Overlaps, CanRunTwiceAtOnceOnOneEngine) {
  const tbb::global_control many(tbb::global_control::max_allowed_parallelism, 8);
  const World world("clusters", 12'000, 3'000, {.threads = 4});
  const BroadPhase& engine = world.broad_phase;
  const auto search = [&engine](std::uint64_t seed, std::vector<ObjectId>& found) {
    const Rows rows(objects_of("clusters", 12'000, seed));
    QueryResult result;
    for (int i = 0; i < 5; ++i) {
      engine.find_overlaps(rows.boxes(), result, {.attributes = rows.attributes()});
      found.assign(result.ids().begin(), result.ids().end());
    }
  };
  std::vector<ObjectId> alone_a, alone_b, found_a, found_b;
  search(3, alone_a);
  search(4, alone_b);
  ASSERT_FALSE(alone_a == alone_b);
  std::thread other([&] { search(4, found_b); });
  search(3, found_a);
  other.join();
  EXPECT_TRUE(found_a == alone_a);
  EXPECT_TRUE(found_b == alone_b);
}

TEST(Overlaps, DoesNotAllocateWhereAResultIsUsedAgain) {
  const tbb::global_control many(tbb::global_control::max_allowed_parallelism, 4);
  for (const int threads : {1, 4}) {
    const World world("uniform", 12'000, 5'000, {.threads = threads});
    const Rows large(rows_of("uniform", 11'000));
    const Rows small(rows_of("uniform", 500));
    contract::CountingResource resource;
    {
      QueryResult result(&resource);
      for (int warm = 0; warm < 3; ++warm)
        world.broad_phase.find_overlaps(large.boxes(), result, {.attributes = large.attributes()});
      const std::size_t allocations = resource.allocations();
      EXPECT_GT(allocations, 0U);
      EXPECT_EQ(result.byte_count(), resource.outstanding_bytes());
      for (const Rows* const rows : {&small, &large, &small}) {
        world.broad_phase.find_overlaps(rows->boxes(), result, {.attributes = rows->attributes()});
        world.broad_phase.find_first_overlaps(rows->boxes(), result,
                                              {.attributes = rows->attributes()});
      }
      EXPECT_EQ(resource.allocations(), allocations) << threads << " threads";
    }
    EXPECT_EQ(resource.outstanding_bytes(), 0U);
  }
}

TEST(Overlaps, NeedAFinishedFrame) {
  BroadPhase broad_phase({.threads = 1});
  const Objects rows = rows_of("dense", 100);
  const Rows columns(rows);
  QueryResult result;
  const auto expect_refused = [&] {
    EXPECT_THROW(broad_phase.find_overlaps(columns.boxes(), result), std::logic_error);
    EXPECT_THROW(broad_phase.find_first_overlaps(columns.boxes(), result), std::logic_error);
    EXPECT_EQ(result.row_count(), 0U);
  };
  expect_refused();
  broad_phase.build(columns.boxes());
  broad_phase.find_overlaps(columns.boxes(), result);
  EXPECT_EQ(result.row_count(), rows.size());
  broad_phase.reserve(1'000);
  expect_refused();
}

TEST(Overlaps, WithOptionsThatBreakTheirRulesAreRefused) {
  const World world("uniform", 100, 100, {.threads = 1});
  const BroadPhase& engine = world.broad_phase;
  const Shown before(engine);
  const Rows rows(rows_of("uniform", 50));
  const std::vector<Point> points(50);
  const std::vector<Circle> circles(50);
  const std::vector<Segment> segments(50);
  QueryResult result;
  Attributes shorter = rows.attributes();
  shorter.margin = shorter.margin.first(7);
  BoxView uneven = rows.boxes();
  uneven.min_y = uneven.min_y.first(7);
  const auto expect_refused = [&](const auto& search) {
    engine.find_overlaps(points, result);
    EXPECT_THROW(search(), std::invalid_argument);
    EXPECT_EQ(result.row_count(), 0U);
  };
  expect_refused([&] { engine.find_overlaps(rows.boxes(), result, {.attributes = shorter}); });
  expect_refused([&] { engine.find_overlaps(uneven, result); });
  expect_refused([&] { engine.find_first_overlaps(uneven, result); });
  Attributes margins;
  margins.margin = rows.attributes().margin;
  expect_refused([&] { engine.find_overlaps(points, result, {.attributes = margins}); });
  expect_refused([&] { engine.find_first_overlaps(circles, result, {.attributes = margins}); });
  expect_refused([&] { engine.find_hits(segments, result, {.attributes = margins}); });
  expect_refused([&] { engine.find_nearest(points, 3, result, {.attributes = margins}); });
  EXPECT_TRUE(Shown(engine) == before);
}

TEST(Overlaps, MayHaveFiltersBesideMargins) {
  const World world("uniform", 300, 100, {.threads = 1});
  const Objects objects = rows_of("uniform", 200);
  const Rows columns(objects);
  std::vector<Filter> filters;
  for (const Object& object : objects) filters.push_back(object.filter);
  Attributes sweeps;
  sweeps.margin = columns.attributes().margin;
  sweeps.displacement_x = columns.attributes().displacement_x;
  sweeps.displacement_y = columns.attributes().displacement_y;
  QueryResult with_columns, with_filters;
  world.broad_phase.find_overlaps(columns.boxes(), with_columns,
                                  {.attributes = columns.attributes()});
  world.broad_phase.find_overlaps(columns.boxes(), with_filters,
                                  {.attributes = sweeps.set_filters(filters)});
  EXPECT_FALSE(with_columns.ids().empty());
  EXPECT_TRUE(std::ranges::equal(with_columns.ids(), with_filters.ids()));
  EXPECT_TRUE(std::ranges::equal(with_columns.offsets(), with_filters.offsets()));
}

// Points, circles and casts take columns of filters, too.
TEST(Overlaps, MayHaveColumnsOfFiltersWhateverTheShape) {
  const World world("dense", 600, 200, {.threads = 1});
  const Objects objects = rows_of("dense", 300);
  const Rows columns(objects, kNoSpan.with(Span::category).with(Span::mask));
  std::vector<Filter> filters;
  std::vector<Point> points;
  std::vector<Circle> circles;
  std::vector<Segment> segments;
  for (const Object& object : objects) {
    filters.push_back({.category = object.filter.category, .mask = object.filter.mask});
    points.push_back({object.box.min_x, object.box.min_y});
    circles.push_back({points.back(), 1});
    segments.push_back({points.back(), {0, 0}});
  }
  const BatchOptions with_columns{.attributes = columns.attributes()};
  const BatchOptions with_filters{.attributes = Attributes{}.set_filters(filters)};
  QueryResult a, b;
  const auto expect_same = [&] {
    EXPECT_FALSE(a.ids().empty());
    EXPECT_TRUE(std::ranges::equal(a.ids(), b.ids()));
    EXPECT_TRUE(std::ranges::equal(a.offsets(), b.offsets()));
  };
  world.broad_phase.find_overlaps(points, a, with_columns);
  world.broad_phase.find_overlaps(points, b, with_filters);
  expect_same();
  world.broad_phase.find_overlaps(circles, a, with_columns);
  world.broad_phase.find_overlaps(circles, b, with_filters);
  expect_same();
  world.broad_phase.find_hits(segments, a, with_columns);
  world.broad_phase.find_hits(segments, b, with_filters);
  expect_same();
  world.broad_phase.find_nearest(points, 2, a, {.attributes = columns.attributes()});
  world.broad_phase.find_nearest(points, 2, b, {.attributes = Attributes{}.set_filters(filters)});
  expect_same();
}

}  // namespace
}  // namespace quadphase::model
