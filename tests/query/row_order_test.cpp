// SPDX-License-Identifier: MIT
// The order of the ids in the rows of batches: ascending, or that of the trees.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <span>

#include "queries/query_world.hpp"

namespace quadphase::queries {
namespace {

constexpr BatchOptions kTreeOrder = {.order = RowOrder::tree};

/// Shapes of every kind, in float and in double.
struct AllShapes {
  explicit AllShapes(const Queries& given) : queries(given) {
    for (const Box& box : queries.boxes)
      double_boxes.push_back({box.min_x, box.min_y, box.max_x, box.max_y});
    for (const Point& point : queries.points) double_points.push_back({point.x, point.y});
    for (const Circle& circle : queries.circles)
      double_circles.push_back({{circle.center.x, circle.center.y}, circle.radius});
    for (const Capsule& capsule : queries.capsules)
      double_capsules.push_back({{capsule.first.x, capsule.first.y},
                                 {capsule.second.x, capsule.second.y},
                                 capsule.radius});
  }
  [[nodiscard]] std::vector<Shapes> all() const {
    return {Shapes(queries.boxes),    Shapes(queries.points),        Shapes(queries.circles),
            Shapes(queries.capsules), Shapes(queries.rotated_boxes), Shapes(queries.polygons),
            Shapes(double_boxes),     Shapes(double_points),         Shapes(double_circles),
            Shapes(double_capsules)};
  }

  Queries queries;
  std::vector<DoubleBox> double_boxes;
  std::vector<DoublePoint> double_points;
  std::vector<DoubleCircle> double_circles;
  std::vector<DoubleCapsule> double_capsules;
};

/// The rows of overlaps, then of insides, for each kind of shapes.
std::vector<Answer> rows_of(const BroadPhase& engine, const AllShapes& shapes,
                            const BatchOptions& options) {
  std::vector<Answer> answers;
  QueryResult result;
  for (const Shapes& some : shapes.all()) {
    engine.find_overlaps(some, result, options);
    answers.emplace_back(result);
    engine.find_inside(some, result, options);
    answers.emplace_back(result);
  }
  return answers;
}

[[nodiscard]] std::span<ObjectId> row_of(Answer& answer, std::size_t row) {
  return std::span(answer.ids)
      .subspan(answer.offsets[row], answer.offsets[row + 1] - answer.offsets[row]);
}

/// With each row sorted.
[[nodiscard]] Answer sorted(Answer answer) {
  for (std::size_t row = 0; row + 1 < answer.offsets.size(); ++row) {
    const std::span<ObjectId> ids = row_of(answer, row);
    std::sort(ids.begin(), ids.end());
  }
  return answer;
}

/// A few queries that find nearly everything, some that find little, and what is not valid.
[[nodiscard]] AllShapes shapes_about(const QueryWorld& world, std::size_t count) {
  Queries queries = joined(world.dice().queries(count), invalid_queries());
  constexpr float kFar = 1e6F;
  queries.boxes.push_back({-kFar, -kFar, kFar, kFar});
  queries.circles.push_back({{0, 0}, 1e6});
  queries.capsules.push_back({{-kFar, 0}, {kFar, 0}, 1e6});
  queries.rotated_boxes.push_back({{0, 0}, {kFar, kFar}, {1, 1}});
  return AllShapes(queries);
}

/// Whether rows in the order of the tree hold what ascending rows hold.
void expect_same_sets(const QueryWorld& world, BatchOptions options = {}) {
  const AllShapes shapes = shapes_about(world, 150);
  const std::vector<Answer> ascending = rows_of(world.broad_phase, shapes, options);
  options.order = RowOrder::tree;
  const std::vector<Answer> in_tree = rows_of(world.broad_phase, shapes, options);
  for (std::size_t i = 0; i < in_tree.size(); ++i)
    EXPECT_TRUE(sorted(in_tree[i]) == ascending[i]) << "batch " << i;
}

class RowOrders : public testing::TestWithParam<std::string> {};

TEST_P(RowOrders, OfTheTreeHoldTheSameSets) {
  for (const bool is_changed : {false, true}) {
    for (const bool touching : {false, true}) {
      QueryWorld world({.threads = 1, .touching = touching});
      fill_with_changes(world, GetParam(), 2'500, is_changed);
      expect_same_sets(world);
      const Filter filter{.category = 2, .mask = 7, .group = 1};
      expect_same_sets(world, {.filter = filter});
      expect_same_sets(world, {.worlds = Worlds::all, .mobilities = Mobilities::static_only});
      world.expect_answers(world.dice(3).queries(20));
    }
  }
}

TEST_P(RowOrders, OfTheTreeHoldTheSameSetsWithoutFilters) {
  QueryWorld world = world_of(GetParam(), 3'000);
  expect_same_sets(world);
  world.expect_answers(world.dice(3).queries(20));
}

TEST_P(RowOrders, OfTheTreeAreTheSameBytesForEveryNumberOfThreads) {
  std::vector<Answer> expected;
  for (const int threads : {1, 2, 4}) {
    QueryWorld world({.threads = threads});
    fill_with_changes(world, GetParam(), 3'000, true);
    const std::vector<Answer> rows =
        rows_of(world.broad_phase, shapes_about(world, 700), kTreeOrder);
    if (expected.empty()) expected = rows;
    for (std::size_t i = 0; i < rows.size(); ++i)
      EXPECT_TRUE(rows[i] == expected[i]) << threads << " threads, batch " << i;
  }
}

TEST_P(RowOrders, OfTheTreeAreTheSameBytesForEveryInstructionSet) {
  std::vector<Answer> expected;
  for (const Simd simd : contract::supported_simds()) {
    QueryWorld world({.threads = 1, .simd = simd});
    fill_with_changes(world, GetParam(), 3'000, true);
    const std::vector<Answer> rows =
        rows_of(world.broad_phase, shapes_about(world, 500), kTreeOrder);
    if (expected.empty()) expected = rows;
    for (std::size_t i = 0; i < rows.size(); ++i)
      EXPECT_TRUE(rows[i] == expected[i]) << name_of(simd) << ", batch " << i;
  }
}

TEST_P(RowOrders, OfTheTreeDoNotDependOnOtherQueries) {
  QueryWorld world;
  fill_with_changes(world, GetParam(), 3'000, true);
  const std::vector<Box> boxes = shapes_about(world, 400).queries.boxes;
  const std::vector<Circle> circles = shapes_about(world, 400).queries.circles;
  QueryResult result;
  const auto expect_alone = [&](const auto& queries) {
    world.broad_phase.find_overlaps(queries, result, kTreeOrder);
    Answer together(result);
    for (std::size_t row = 0; row < queries.size(); row += row < 300 ? 7 : 1) {
      world.broad_phase.find_overlaps(std::span(&queries[row], 1), result, kTreeOrder);
      EXPECT_TRUE(std::ranges::equal(result.ids(), row_of(together, row))) << row;
    }
  };
  expect_alone(boxes);
  expect_alone(circles);
}

INSTANTIATE_TEST_SUITE_P(Scene, RowOrders, testing::Values("mixed", "clusters", "giants", "dense"),
                         contract::test_name_of);

TEST(RowOrder, OfTheTreeHoldsTheSameSetsInPeriodicWorlds) {
  QueryWorld world({.threads = 1, .period_x = 40, .period_y = 30});
  scenes::Random random(4);
  const auto place = [&](std::uint32_t most) {
    return static_cast<float>(random.below(most * 8)) / 8;
  };
  std::vector<Box> boxes;
  for (int i = 0; i < 800; ++i) {
    const float x = place(40);
    const float y = place(30);
    boxes.push_back({x, y, x + place(2), y + place(2)});
  }
  world.build(objects_of_boxes(boxes), model::kNoSpan);
  const std::vector<Box> queries = world.dice().queries(300).boxes;
  QueryResult result;
  world.broad_phase.find_overlaps(queries, result);
  const Answer ascending(result);
  world.broad_phase.find_overlaps(queries, result, kTreeOrder);
  EXPECT_TRUE(sorted(Answer(result)) == ascending);
  world.expect_answers(world.dice(2).queries(20));
}

TEST(RowOrder, OfTheTreeHasMovingObjectsBeforeStaticOnes) {
  QueryWorld world;
  model::Objects objects = model::objects_of("dense", 900);
  const model::Objects statics = model::split_off(objects, 400);
  world.set_static(statics, model::kNoSpan.with(model::Span::ids));
  world.build(objects, model::kNoSpan.with(model::Span::ids));
  constexpr float kFar = 1e6F;
  QueryResult result;
  world.broad_phase.find_overlaps(std::vector<Box>{{-kFar, -kFar, kFar, kFar}}, result, kTreeOrder);
  ASSERT_EQ(result.ids().size(), 900U);
  const auto is_moving = [&](ObjectId id) {
    return std::ranges::any_of(objects, [&](const auto& object) { return object.id == id; });
  };
  EXPECT_TRUE(std::ranges::all_of(result.ids().first(500), is_moving));
  EXPECT_TRUE(std::ranges::none_of(result.ids().subspan(500), is_moving));
}

TEST(RowOrder, OfOtherBatchesIsTheirOwn) {
  QueryWorld world;
  fill_with_changes(world, "mixed", 2'000, false);
  const Queries queries = world.dice().queries(200);
  QueryResult result;
  const auto expect_same = [&](const auto& find) {
    find(BatchOptions{});
    const Answer ascending(result);
    find(kTreeOrder);
    EXPECT_TRUE(Answer(result) == ascending);
  };
  const BroadPhase& engine = world.broad_phase;
  expect_same([&](const auto& o) { engine.find_first_overlaps(queries.boxes, result, o); });
  expect_same([&](const auto& o) { engine.cast_any(queries.rays, result, o); });
  expect_same([&](const auto& o) { engine.cast_closest(queries.rays, result, o); });
  expect_same([&](const auto& o) { engine.find_hits(queries.segments, result, o); });
}

TEST(RowOrder, OfAllLengthsAscends) {
  constexpr std::size_t kCount = 5'000;
  for (const Simd simd : contract::supported_simds()) {
    for (const ObjectId step : {1U, 797'003U}) {
      Index index({.threads = 1, .simd = simd});
      std::vector<Box> boxes(kCount);
      std::vector<ObjectId> ids(kCount);
      for (std::size_t i = 0; i < kCount; ++i) {
        const auto x = static_cast<float>(i);
        boxes[i] = {x, 0, x, 0};
        ids[i] = static_cast<ObjectId>(i * 3'001 % kCount) * step + 1;
      }
      index.build(boxes, {.ids = ids});
      std::vector<Box> queries;
      for (std::size_t i = 0; i < 300; ++i) queries.push_back({-1, 0, static_cast<float>(i), 0});
      for (std::size_t i = 300; i < kCount; i += 611)
        queries.push_back({1, 0, static_cast<float>(i), 0});
      QueryResult result;
      index.find_overlaps(queries, result);
      for (std::size_t row = 0; row < queries.size(); ++row) {
        const auto first = static_cast<std::size_t>(std::max(queries[row].min_x, 0.F));
        const auto last = static_cast<std::size_t>(queries[row].max_x) + 1;
        std::vector<ObjectId> expected(ids.begin() + static_cast<std::ptrdiff_t>(first),
                                       ids.begin() + static_cast<std::ptrdiff_t>(last));
        std::sort(expected.begin(), expected.end());
        EXPECT_TRUE(std::ranges::equal(result.ids_of(row), expected))
            << name_of(simd) << ", " << last - first << " ids";
      }
    }
  }
}

}  // namespace
}  // namespace quadphase::queries
