// SPDX-License-Identifier: MIT
// Batches in many worlds in one place find what queries find one at a time.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "quadphase/quadphase.hpp"

namespace quadphase {
namespace {

/// Boxes at random places, a third of them static, in worlds that are far from each other, too.
struct Crowd {
  explicit Crowd(std::uint32_t world_count) : engine({.threads = 2}) {
    std::mt19937 random(world_count);
    const auto below = [&](std::uint32_t bound) {
      return static_cast<std::uint32_t>(random() % bound);
    };
    for (ObjectId id = 0; id < 6'000; ++id) {
      const auto x = static_cast<float>(below(600)) / 10;
      const auto y = static_cast<float>(below(600)) / 10;
      boxes.push_back({x, y, x + 3, y + 3});
      worlds.push_back(below(world_count) * 0x0100'0101U);
      ids.push_back(id);
    }
    constexpr std::size_t kStatic = 2'000;
    const std::span all_boxes(boxes);
    const std::span all_worlds(worlds);
    const std::span all_ids(ids);
    engine.set_static(all_boxes.first(kStatic), all_ids.first(kStatic),
                      {.world = all_worlds.first(kStatic)});
    engine.update(all_boxes.subspan(kStatic),
                  {.ids = all_ids.subspan(kStatic), .world = all_worlds.subspan(kStatic)});
  }

  BroadPhase engine;
  std::vector<Box> boxes;
  std::vector<std::uint32_t> worlds;
  std::vector<ObjectId> ids;
};

class WorldBatches : public testing::TestWithParam<std::uint32_t> {};

TEST_P(WorldBatches, FindWhatQueriesFindOneAtATime) {
  const Crowd crowd(GetParam());
  for (const Worlds searched : {Worlds::one, Worlds::all}) {
    BatchOptions options;
    options.worlds = searched;
    options.attributes.world = crowd.worlds;
    QueryResult overlaps;
    QueryResult nearest;
    crowd.engine.find_overlaps(crowd.boxes, overlaps, options);
    std::vector<Point> points;
    for (const Box& box : crowd.boxes) points.push_back({box.min_x, box.max_y});
    crowd.engine.find_nearest(points, 3, nearest, options);
    std::size_t found = 0;
    for (std::size_t i = 0; i < crowd.boxes.size(); i += 7) {
      QueryOptions single;
      single.worlds = searched;
      single.filter.world = crowd.worlds[i];
      std::vector<ObjectId> ids;
      crowd.engine.for_each_overlap(
          crowd.boxes[i], [&](ObjectId id) { ids.push_back(id); }, single);
      std::ranges::sort(ids);
      ASSERT_TRUE(std::ranges::equal(overlaps.ids_of(i), ids)) << "row " << i;
      found += ids.size();
      std::array<Neighbor, 3> neighbors;
      const std::size_t count = crowd.engine.find_nearest(points[i], neighbors, single);
      ids.clear();
      for (const Neighbor& neighbor : std::span(neighbors).first(count)) ids.push_back(neighbor.id);
      ASSERT_TRUE(std::ranges::equal(nearest.ids_of(i), ids)) << "nearest of row " << i;
    }
    EXPECT_GE(found, crowd.boxes.size() / 7);  // each box finds itself
  }
}

INSTANTIATE_TEST_SUITE_P(Of, WorldBatches, testing::Values(1U, 3U, 64U, 5'000U));

}  // namespace
}  // namespace quadphase
