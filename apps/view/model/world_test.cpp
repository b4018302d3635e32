// SPDX-License-Identifier: MIT
// What a hand does to the world, and why two objects are a pair or none.
#include "model/world.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace quadphase::view {
namespace {

/// Boxes of size 2 around the points (0, 0), (1, 1), (10, 0), ...
BoxColumns columns_of(std::initializer_list<Point> centers) {
  BoxColumns boxes(centers.size());
  std::size_t row = 0;
  for (const Point& center : centers) boxes.set(row++, from_center(center, {1, 1}));
  return boxes;
}

std::vector<Pair> pairs_of(const World& world) {
  std::vector<Pair> pairs(world.pairs().begin(), world.pairs().end());
  std::ranges::sort(pairs);
  return pairs;
}

/// All pairs by the public rules alone.
std::vector<Pair> expected_pairs(const World& world) {
  std::vector<Pair> pairs;
  const auto count = static_cast<ObjectId>(world.boxes().size());
  for (ObjectId a = 0; a < count; ++a) {
    for (ObjectId b = a + 1; b < count; ++b) {
      if (!world.exists(a) || !world.exists(b)) continue;
      const ObjectState& first = world.object(a);
      const ObjectState& second = world.object(b);
      if (!(first.is_static && second.is_static) && may_pair(first.filter, second.filter) &&
          overlaps(world.boxes()[a], world.boxes()[b]))
        pairs.push_back({a, b});
    }
  }
  return pairs;
}

TEST(World, InsertedMovedAndRemovedObjectsPairAsTheirBoxesDo) {
  World world;
  const BoxColumns boxes = columns_of({{0, 0}, {1, 1}, {10, 0}});
  world.begin_source(boxes.view());
  world.update();
  EXPECT_EQ(pairs_of(world), (std::vector<Pair>{{0, 1}}));
  const ObjectId added = world.insert(from_center({10, 1}, {1, 1}), false);
  EXPECT_EQ(added, 3U);
  world.update();
  EXPECT_EQ(pairs_of(world), (std::vector<Pair>{{0, 1}, {2, 3}}));
  world.move_to(2, {0, 0});
  world.remove(1);
  world.update();
  EXPECT_EQ(pairs_of(world), (std::vector<Pair>{{0, 2}}));
  EXPECT_EQ(world.object_count(), 3U);
  EXPECT_EQ(world.object_at({0, 0}), 2U);
  EXPECT_EQ(world.object_at({50, 0}), kNoObject);
  EXPECT_EQ(world.partners_of(2), (std::vector<ObjectId>{0}));
}

TEST(World, ASourceMovesNeitherWhatIsHeldNorWhatIsStaticNorBringsBackWhatAHandRemoved) {
  World world;
  const BoxColumns before = columns_of({{0, 0}, {5, 0}, {10, 0}, {15, 0}});
  world.begin_source(before.view());
  world.hold(0, true);
  world.set_static(1, true);
  world.remove(2);
  const ObjectId added = world.insert(from_center({20, 0}, {1, 1}), false);
  const BoxColumns after = columns_of({{0, 9}, {5, 9}, {10, 9}, {15, 9}, {30, 9}});
  world.move_source(after.view());
  world.update();
  EXPECT_EQ(center(world.boxes()[0]), (Point{0, 0}));
  EXPECT_EQ(center(world.boxes()[1]), (Point{5, 0}));
  EXPECT_FALSE(world.exists(2));
  EXPECT_EQ(center(world.boxes()[3]), (Point{15, 9}));
  EXPECT_EQ(center(world.boxes()[added]), (Point{20, 0}));
  EXPECT_EQ(center(world.boxes()[5]), (Point{30, 9}));
  EXPECT_EQ(world.object_count(), 5U);
  const BoxColumns fewer = columns_of({{0, 9}, {5, 9}});
  world.move_source(fewer.view());
  world.update();
  EXPECT_FALSE(world.exists(3));
  EXPECT_FALSE(world.exists(5));
  world.move_source(after.view());
  EXPECT_TRUE(world.exists(3));
  EXPECT_FALSE(world.exists(2));
}

TEST(World, EveryReasonThatIsGivenIsTrueAndEveryPairIsExplainedAsOne) {
  std::mt19937 bits(7);
  const auto random = [&bits](std::uint32_t count) {
    return static_cast<std::uint32_t>(bits()) % count;
  };
  World world;
  for (int i = 0; i < 60; ++i) {
    const Point at{static_cast<float>(random(8)), static_cast<float>(random(8))};
    world.insert(from_center(at, {1, 1}), random(3) == 0,
                 {1U << random(2), 1U + random(3), random(3), random(2)});
  }
  world.remove(5);
  world.update();
  const std::vector<Pair> expected = expected_pairs(world);
  EXPECT_EQ(pairs_of(world), expected);
  for (ObjectId a = 0; a < 60; ++a) {
    for (ObjectId b = a + 1; b < 60; ++b) {
      const std::string words = world.explain(a, b);
      EXPECT_EQ(words == "a pair", std::ranges::binary_search(expected, Pair{a, b})) << words;
      EXPECT_EQ(words.find("not there") != std::string::npos, a == 5 || b == 5);
      if (a == 5 || b == 5) continue;
      const ObjectState& first = world.object(a);
      const ObjectState& second = world.object(b);
      EXPECT_EQ(words.find("both are static") != std::string::npos,
                first.is_static && second.is_static);
      EXPECT_EQ(words.find("in worlds") != std::string::npos,
                first.filter.world != second.filter.world);
      EXPECT_EQ(words.find("both are in group") != std::string::npos,
                first.filter.group == second.filter.group && first.filter.group != 0);
      EXPECT_EQ(words.find("apart on") != std::string::npos,
                !overlaps(world.boxes()[a], world.boxes()[b]));
    }
  }
}

TEST(World, TheSettingsOfTheEngineDoNotChangeThePairs) {
  World world;
  world.insert_many(2'000, {0, 0, 50, 50}, {1, 1}, 3);
  world.set_static(7, true);
  world.update();
  const std::vector<Pair> expected = expected_pairs(world);
  EXPECT_EQ(pairs_of(world), expected);
  for (const EngineSettings& settings :
       {EngineSettings{1, Simd::scalar, 4, 3}, EngineSettings{2, Simd::best, 16, 300}}) {
    world.configure(settings);
    world.update();
    EXPECT_EQ(pairs_of(world), expected);
  }
  EXPECT_THROW(world.configure({1, Simd::best, 0, 3}), std::invalid_argument);
  EXPECT_EQ(world.settings().leaf_capacity, 16);
}

}  // namespace
}  // namespace quadphase::view
