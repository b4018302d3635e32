// SPDX-License-Identifier: MIT
// The time slider, and the plot of times.
#include "model/history.hpp"

#include <gtest/gtest.h>

#include "model/engine_table.hpp"
#include "model/frame_times.hpp"
#include "model/missed_pairs.hpp"
#include "scenes/scene.hpp"

namespace quadphase::view {
namespace {

/// A world of one box at (x, 0).
void put(World& world, float x) {
  if (!world.exists(0)) world.insert({0, 0, 1, 1}, false);
  world.move_to(0, {x, 0});
}

TEST(History, BringsBackEachMomentAndForgetsWhatFollowsTheOneThatIsChanged) {
  World world;
  History history;
  for (const float x : {1.0F, 2.0F, 3.0F}) {
    put(world, x);
    history.add(world.state());
  }
  world.restore(history.seek(0));
  EXPECT_EQ(center(world.boxes()[0]).x, 1);
  world.restore(history.seek(1));
  EXPECT_EQ(center(world.boxes()[0]).x, 2);
  put(world, 9);
  history.add(world.state());
  EXPECT_EQ(history.size(), 3U);
  EXPECT_EQ(history.current(), 2U);
  world.restore(history.seek(99));
  EXPECT_EQ(center(world.boxes()[0]).x, 9);
  EXPECT_EQ(world.insert({0, 0, 1, 1}, false), 1U);
}

TEST(History, KeepsTheLatestMomentsThatFitItsMemory) {
  World world;
  world.insert_many(1'000, {0, 0, 9, 9}, {1, 1}, 1);
  const std::size_t one = world.state().copy().byte_count();
  History history(5 * one + one / 2);
  for (int i = 0; i < 20; ++i) history.add(world.state());
  EXPECT_EQ(history.size(), 5U);
  EXPECT_LE(history.byte_count(), 5 * one + one / 2);
  History small(1);
  small.add(world.state());
  small.add(world.state());
  EXPECT_EQ(small.size(), 1U);
}

TEST(FrameTimes, QuantilesAreTimesOfFramesAndOldFramesFallOut) {
  FrameTimes times(10);
  EXPECT_EQ(times.quantile(0.5), 0);
  for (std::uint64_t i = 1; i <= 20; ++i) times.add({.keys = i * 500'000, .pairs = i * 500'000});
  EXPECT_EQ(times.size(), 10U);
  EXPECT_FLOAT_EQ(times[0][2], 5.5F);
  EXPECT_FLOAT_EQ(times[9][5], 10);
  EXPECT_FLOAT_EQ(times.quantile(0.5), 15);
  EXPECT_FLOAT_EQ(times.quantile(0.99), 20);
  EXPECT_FLOAT_EQ(times.quantile(0), 11);
}

TEST(EngineTable, AllEnginesFindThePairsOfTheFrameThatIsShown) {
  const auto scene = scenes::make_scene("clusters", {.count = 500});
  World world;
  world.begin_source(scene->boxes());
  world.remove(3);
  world.update();
  const std::vector<EngineRow> rows = measure_engines(world.boxes(), world.boxes(), 1);
  EXPECT_GE(rows.size(), 5U);
  for (const EngineRow& row : rows) {
    EXPECT_EQ(row.pair_count, world.pairs().size()) << row.name;
    EXPECT_GT(row.milliseconds, 0) << row.name;
  }
}

TEST(MissedPairs, ArePairsOfCellsSideBySide) {
  const auto scene = scenes::make_scene("uniform", {.count = 2'000});
  World world;
  world.begin_source(scene->boxes());
  world.update();
  const std::vector<Pair> missed = missed_pairs(world.boxes(), world.pairs());
  EXPECT_GT(missed.size(), 0U);
  EXPECT_LT(missed.size(), world.pairs().size());
}

}  // namespace
}  // namespace quadphase::view
