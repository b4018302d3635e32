// SPDX-License-Identifier: MIT
// Queries of every rank find what they find in one engine with all objects.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "mpi/world.hpp"
#include "scenes/random.hpp"

namespace quadphase::mpi::test {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// Ids and values, row by row.
using IdsAndValues = std::vector<std::vector<std::pair<GlobalId, double>>>;

IdsAndValues rows_of(const Answers& answers, const World& world) {
  IdsAndValues rows(answers.offsets.size() - 1);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (const Found& found : answers.of(row)) {
      rows[row].emplace_back(found.id, found.value);
      EXPECT_EQ(found.place.rank, world[static_cast<std::size_t>(found.id >> 33U)].owner);
    }
  }
  return rows;
}

IdsAndValues rows_of(const QueryResult& result) {
  IdsAndValues rows(result.row_count());
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (std::size_t i = 0; i < result.ids_of(row).size(); ++i) {
      double value = 0;
      if (!result.fractions().empty()) value = result.fractions_of(row)[i];
      if (!result.distances().empty()) value = result.distances_of(row)[i];
      rows[row].emplace_back(id_of(result.ids_of(row)[i]), value);
    }
  }
  return rows;
}

/// Coordinates of the lattice that boxes have, too, so that many touch and many are equally far.
Point any_point(scenes::Random& random) {
  if (random.below(30) == 0) return {std::nanf(""), 0};
  if (random.below(2) == 0) return {random.between(-5, 35), random.between(-5, 35)};
  return {static_cast<float>(random.below(60)) * 0.5F, static_cast<float>(random.below(60)) * 0.5F};
}

void expect_answers_of_one_engine(const World& world, DistributedBroadPhase& broad_phase,
                                  const Queries& engine, scenes::Random& random) {
  // Each rank has other queries, and one has none.
  const std::size_t count = rank() == 1 ? 0 : 40;
  std::vector<Box> boxes;
  std::vector<Circle> circles;
  std::vector<Ray> rays;
  std::vector<Segment> segments;
  std::vector<BoxCast> casts;
  std::vector<Point> points;
  for (std::size_t i = 0; i < count; ++i) {
    const Point a = any_point(random);
    const Point b = any_point(random);
    boxes.push_back({a.x, a.y, a.x + random.between(-0.5F, 4), a.y + random.between(0, 4)});
    circles.push_back({b, static_cast<float>(random.below(6))});
    rays.push_back({a,
                    {random.between(-1, 1), static_cast<float>(random.below(3)) - 1.0F},
                    random.below(2) == 0 ? kInfinity : 9.0F});
    segments.push_back({a, b});
    casts.push_back({{b.x, b.y, b.x + 1, b.y + 1}, {random.between(-9, 9), 0}});
    points.push_back(a);
  }
  boxes.push_back({-kInfinity, -kInfinity, kInfinity, kInfinity});
  const QueryOptions options{.filter = {.category = 1U << random.below(3), .mask = random.below(8)},
                             .worlds = random.below(2) == 0 ? Worlds::one : Worlds::all};
  BatchOptions batch;
  batch.filters = std::span<const Filter>(&options.filter, 1);
  batch.worlds = options.worlds;
  QueryResult result;
  engine.find_overlaps(boxes, result, batch);
  EXPECT_TRUE(rows_of(broad_phase.find_overlaps(boxes, options), world) == rows_of(result));
  engine.find_overlaps(circles, result, batch);
  EXPECT_TRUE(rows_of(broad_phase.find_overlaps(circles, options), world) == rows_of(result));
  engine.cast_closest(rays, result, batch);
  EXPECT_TRUE(rows_of(broad_phase.cast_closest(rays, options), world) == rows_of(result));
  engine.cast_closest(segments, result, batch);
  EXPECT_TRUE(rows_of(broad_phase.cast_closest(segments, options), world) == rows_of(result));
  engine.cast_closest(casts, result, batch);
  EXPECT_TRUE(rows_of(broad_phase.cast_closest(casts, options), world) == rows_of(result));
  const std::size_t k = rank() == 0 ? random.below(4) : random.below(400);
  const float radius = random.below(2) == 0 ? kInfinity : 3;
  NearestBatchOptions nearest{.radius = radius, .filters = batch.filters, .worlds = options.worlds};
  engine.find_nearest(points, k, result, nearest);
  EXPECT_TRUE(rows_of(broad_phase.find_nearest(points, k, {radius, options.filter, options.worlds}),
                      world) == rows_of(result));
}

class QueriesByPartition : public testing::TestWithParam<Partition> {};
INSTANTIATE_TEST_SUITE_P(All, QueriesByPartition, testing::ValuesIn(kPartitions));

TEST_P(QueriesByPartition, FindWhatOneEngineFindsInRandomHistories) {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    SCOPED_TRACE(seed);
    const bool touching = seed % 2 == 0;
    Config config;
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
    for (int frame = 0; frame < 4; ++frame) {
      for (Object& object : world) {
        if (random.below(4) == 0) change(object, random);
        object.owner = static_cast<int>(random.below(static_cast<std::uint32_t>(rank_count())));
      }
      broad_phase.update(Rows(world, rank()).objects());
      engine.update(world);
      expect_answers_of_one_engine(world, broad_phase, engine.queries(), own_random);
      expect_answers_of_one_engine(world, broad_phase, engine.queries(), own_random);
    }
  }
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
