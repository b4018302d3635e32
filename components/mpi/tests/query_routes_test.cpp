// SPDX-License-Identifier: MIT
// Which ranks get a query: those that have an answer which only an exact tie or a gap of no float
// tells from none.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "compared_queries.hpp"

namespace quadphase::mpi::test {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

class QueryRoutesByPartition : public testing::TestWithParam<Partition> {};
INSTANTIATE_TEST_SUITE_P(All, QueryRoutesByPartition, testing::ValuesIn(kPartitions));

/// Points on a lattice, so that many are equally far from the middles of its cells; a lower id says
/// nothing about where an object lies or who owns it.
TEST_P(QueryRoutesByPartition, FindTheLowestIdsOfEquallyFarObjectsOfAllRanks) {
  DistributedConfig config;
  config.engine.threads = 1;
  config.partition = GetParam();
  DistributedBroadPhase broad_phase(MPI_COMM_WORLD, config);
  OneEngine engine;
  constexpr std::uint32_t kSide = 16;
  World world(kSide * kSide);
  for (std::uint32_t row = 0; row < world.size(); ++row) {
    const std::uint32_t place = row * 77 % (kSide * kSide);
    const auto x = static_cast<float>(place % kSide);
    const auto y = static_cast<float>(place / kSide);
    world[row].box = {x, y, x, y};
    // Compact, and the higher the x, the lower the rank.
    world[row].owner = rank_count() - 1 - static_cast<int>(place % kSide) * rank_count() / 16;
  }
  broad_phase.update(Rows(world, rank()).objects());
  engine.update(world);
  std::vector<Point> points;
  for (std::uint32_t i = 0; i < kSide * kSide; ++i)
    points.push_back({static_cast<float>(i % kSide) + 0.5F, static_cast<float>(i / kSide)});
  const ComparedQueries compared{world, broad_phase, engine.index(), {}};
  for (const std::size_t k : {1U, 2U, 3U}) compared.expect_same_nearest(points, k, kInfinity);
}

/// Two floats between which one part ends and the next one begins, along x.
std::vector<std::pair<float, float>> borders_of(const DistributedBroadPhase& broad_phase,
                                                float last) {
  const auto owner_at = [&](float x) {
    const std::vector<float> xs{x};
    const std::vector<float> ys{0};
    return broad_phase.best_owners({xs, ys, xs, ys}).front();
  };
  std::vector<std::pair<float, float>> borders;
  for (float x = 0; x < last; ++x) {
    float low = x;
    float high = x + 1;
    if (owner_at(low) == owner_at(high)) continue;
    while (std::nextafter(low, high) != high) {
      const float middle = low + 0.5F * (high - low);
      (owner_at(middle) == owner_at(low) ? low : high) = middle;
    }
    borders.emplace_back(low, high);
  }
  return borders;
}

/// A cast can enter a box between two floats, where no part is.
TEST(QueryRoutes, FindWhatACastHitsBetweenTwoParts) {
  DistributedConfig config;
  config.engine.threads = 1;
  config.imbalance_limit = 1000;  // so that cuts stay
  DistributedBroadPhase broad_phase(MPI_COMM_WORLD, config);
  OneEngine engine;
  World world(401);
  world.front().box = {0, 0, 400, 0};  // a line over all parts, as flat as what each rank has
  for (std::size_t row = 1; row < world.size(); ++row) {
    const float x = static_cast<float>(row) - 0.7F;
    world[row].box = {x, 0, x, 0};
    world[row].owner = static_cast<int>(row) % rank_count();
  }
  broad_phase.update(Rows(world, rank()).objects());
  engine.update(world);
  const auto borders = borders_of(broad_phase, 400);
  EXPECT_EQ(borders.size(), static_cast<std::size_t>(rank_count() - 1));
  std::vector<Segment> segments;
  std::vector<ConvexPolygon> slivers;
  for (const auto& [low, high] : borders) segments.push_back({{low, 1}, {high, -1}});
  for (const auto& [low, high] : borders)
    slivers.push_back({{low, 1}, {low, 1}, {high, -1}, {high, -1}});
  const ComparedQueries compared{world, broad_phase, engine.index(), {}};
  compared.expect_same(segments);
  compared.expect_same(slivers);
  for (std::size_t row = 0; row < segments.size(); ++row) {
    EXPECT_EQ(broad_phase.find_hits(segments).of(row).size(), 1U);
    EXPECT_EQ(broad_phase.find_overlaps(slivers).of(row).size(), 1U);
  }
}

}  // namespace
}  // namespace quadphase::mpi::test
