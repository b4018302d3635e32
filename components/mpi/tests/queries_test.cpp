// SPDX-License-Identifier: MIT
// Queries of every rank find what they find in one engine with all objects.
#include <gtest/gtest.h>

#include <limits>
#include <utility>
#include <vector>

#include "compared_queries.hpp"
#include "scenes/random.hpp"

namespace quadphase::mpi::test {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

BatchDice any_options(scenes::Random& random) {
  BatchDice dice;
  dice.has_columns = random.below(2) == 0;
  dice.worlds = random.below(2) == 0 ? Worlds::one : Worlds::all;
  dice.mobilities = static_cast<Mobilities>(random.below(5) / 2);
  dice.filters.resize(std::vector<std::size_t>{0, 1, 5}[random.below(3)]);
  for (Filter& filter : dice.filters)
    filter = {.category = 1U << random.below(3), .mask = random.below(8)};
  return dice;
}

class QueriesByPartition : public testing::TestWithParam<Partition> {};
INSTANTIATE_TEST_SUITE_P(All, QueriesByPartition, testing::ValuesIn(kPartitions));

TEST_P(QueriesByPartition, FindWhatOneEngineFindsInRandomHistories) {
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    SCOPED_TRACE(seed);
    const bool touching = seed % 2 == 0;
    DistributedConfig config;
    config.engine.threads = 1;
    config.engine.touching = touching;
    config.partition = GetParam();
    config.imbalance_limit = 1;  // so that cuts change after almost every update
    DistributedBroadPhase broad_phase(MPI_COMM_WORLD, config);
    OneEngine engine(touching);
    scenes::Random random(seed);
    scenes::Random own_random(seed * 100 + static_cast<std::uint64_t>(rank()));
    World world(300);
    for (Object& object : world) change(object, random);
    for (int frame = 0; frame < 3; ++frame) {
      for (Object& object : world) {
        if (random.below(4) == 0) change(object, random);
        object.owner = static_cast<int>(random.below(static_cast<std::uint32_t>(rank_count())));
      }
      broad_phase.update(Rows(world, rank()).objects());
      engine.update(world);
      // Each rank has other queries, and one has none.
      const std::size_t count = rank() == 1 ? 0 : 60;
      const queries::Queries all =
          queries::joined(dice_of(world, own_random.bits()).queries(count),
                          count > 0 ? queries::invalid_queries() : queries::Queries{});
      BatchDice options = any_options(own_random);
      if (frame == 0) options = {{}, false, Worlds::all, Mobilities::all};
      const ComparedQueries compared{world, broad_phase, engine.index(), options};
      compared.expect_same(all);
      for (const double radius : {std::numeric_limits<double>::infinity(), 3.0}) {
        const std::size_t k = rank() == 0 ? own_random.below(4) : own_random.below(400);
        compared.expect_same_nearest(all.places, k, radius);
      }
    }
  }
}

TEST_P(QueriesByPartition, FindWhatOneEngineFindsWithTheSmallestAndGreatestNumbers) {
  DistributedConfig config;
  config.engine.threads = 1;
  config.partition = GetParam();
  DistributedBroadPhase broad_phase(MPI_COMM_WORLD, config);
  OneEngine engine;
  scenes::Random random(8);
  World world;
  for (const Box& box : queries::extreme_queries().boxes) {
    world.push_back({});
    world.back().box = box;
    world.back().owner = static_cast<int>(random.below(static_cast<std::uint32_t>(rank_count())));
  }
  broad_phase.update(Rows(world, rank()).objects());
  engine.update(world);
  const ComparedQueries compared{world, broad_phase, engine.index(), {}};
  const queries::Queries all = queries::extreme_queries();
  compared.expect_same(all);
  compared.expect_same_nearest(all.places, 17, kInfinity);
}

TEST(DistributedQueries, OfDifferentKindsAreAnsweredAtOnce) {
  DistributedBroadPhase broad_phase(MPI_COMM_WORLD, {.engine = {.threads = 1}});
  World world(4);
  for (std::size_t row = 0; row < world.size(); ++row) {
    const auto x = static_cast<float>(10 * row);
    world[row].box = {x, 0, x + 1, 1};
    world[row].owner = static_cast<int>(row) % rank_count();
  }
  broad_phase.update(Rows(world, rank()).objects());
  const std::vector<Circle> circles{{{10, 0}, 100}};
  const std::vector<ConvexPolygon> polygons{{{-100, -1}, {100, -1}, {100, 2}, {-100, 2}}};
  const Shapes shapes = rank() % 2 == 0 ? Shapes(circles) : Shapes(polygons);
  EXPECT_EQ(broad_phase.find_overlaps(shapes).of(0).size(), world.size());
  EXPECT_EQ(broad_phase.find_inside(shapes).of(0).size(), world.size());
}

TEST(DistributedQueries, NeedColumnsOfOneLength) {
  DistributedBroadPhase broad_phase(MPI_COMM_WORLD, {.engine = {.threads = 1}});
  broad_phase.update({});
  const std::vector<float> edges(3, 0.0F);
  BoxView columns{edges, edges, edges, edges};
  if (rank() == rank_count() - 1) columns.max_y = columns.max_y.first(2);
  EXPECT_THROW((void)broad_phase.find_overlaps(columns), DistributedError);
  columns.max_y = edges;
  EXPECT_EQ(broad_phase.find_overlaps(columns).offsets.size(), 4U);
}

TEST(DistributedQueries, NeedOneFilterForEachQueryAndMotionsOfBoxesOnly) {
  DistributedBroadPhase broad_phase(MPI_COMM_WORLD, {.engine = {.threads = 1}});
  broad_phase.update({});
  const bool is_last = rank() == rank_count() - 1;
  const std::vector<Box> boxes(3);
  const std::vector<Point> points(3);
  const std::vector<Filter> filters(is_last ? 2 : 3);
  EXPECT_THROW(
      (void)broad_phase.find_overlaps(boxes, {.attributes = Attributes{}.set_filters(filters)}),
      DistributedError);
  EXPECT_THROW(
      (void)broad_phase.find_nearest(points, 1, {.attributes = Attributes{}.set_filters(filters)}),
      DistributedError);
  const std::vector<float> margins(is_last ? 3 : 0, 1.0F);
  EXPECT_THROW((void)broad_phase.find_overlaps(points, {.attributes = {.margin = margins}}),
               DistributedError);
  EXPECT_EQ(broad_phase.find_overlaps(boxes, {.attributes = {.margin = margins}}).offsets.size(),
            4U);
}

TEST(DistributedQueries, HaveNoPredicateOnAnyRank) {
  DistributedBroadPhase broad_phase(MPI_COMM_WORLD, {.engine = {.threads = 1}});
  broad_phase.update({});
  const std::vector<Box> boxes(3);
  const std::vector<Point> points(3);
  const auto accept = [](std::size_t, ObjectId) { return true; };
  BatchOptions options;
  if (rank() == 0) options.accept = accept;
  EXPECT_THROW((void)broad_phase.find_overlaps(boxes, options), DistributedError);
  EXPECT_THROW((void)broad_phase.find_nearest(points, 1, options), DistributedError);
  EXPECT_EQ(broad_phase.find_overlaps(boxes).offsets.size(), 4U);
}

TEST(DistributedQueries, NeedAnUpdateThatHasFinishedOnAllRanks) {
  DistributedBroadPhase broad_phase(MPI_COMM_WORLD, {.engine = {.threads = 1, .max_pairs = 10}});
  const std::vector<Box> questions{{0, 0, 1, 1}};
  EXPECT_THROW((void)broad_phase.find_overlaps(questions), DistributedError);
  World world(20);
  for (Object& object : world) object.owner = rank_count() - 1;
  EXPECT_THROW(broad_phase.update(Rows(world, rank()).objects()), DistributedError);
  EXPECT_THROW((void)broad_phase.find_overlaps(questions), DistributedError);
  world.resize(3);
  broad_phase.update(Rows(world, rank()).objects());
  EXPECT_EQ(broad_phase.find_overlaps(questions).of(0).size(), 3U);
}

}  // namespace
}  // namespace quadphase::mpi::test
