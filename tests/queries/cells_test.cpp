// SPDX-License-Identifier: MIT
// The cells of the tree: a quadtree over the objects, whatever these are, and always finite.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "contract/checks.hpp"
#include "quadphase/quadphase.hpp"
#include "queries/cell_checks.hpp"
#include "scenes/generated_scenes.hpp"

namespace quadphase::cells {
namespace {

using contract::columns_of;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

class CellsOfScene : public testing::TestWithParam<std::string> {};

TEST_P(CellsOfScene, AreAQuadtreeOverAllObjects) {
  for (const std::size_t count : {1U, 2U, 17U, 100U, 3'000U, 6'000U}) {
    SCOPED_TRACE(count);
    const auto columns = contract::frame_of(GetParam(), count);
    const auto cells = cells_of(columns.view());
    expect_quadtree(cells, columns.view());
    expect_apart(forest_of(cells));
  }
}

// A leaf of the tree is a cell, or several that have joined; of cells at one point it is a part.
TEST_P(CellsOfScene, AreThoseOfTheLeaves) {
  if (GetParam() == "point") GTEST_SKIP() << "one cell of many leaves";
  for (const std::size_t count : {3'000U, 30'000U, 100'000U}) {
    SCOPED_TRACE(count);
    const auto columns = contract::frame_of(GetParam(), count);
    BroadPhase broad_phase({.threads = 1});
    broad_phase.build(columns.view());
    const std::size_t leaves = leaf_count_of(cells_of(broad_phase));
    EXPECT_GE(leaves, broad_phase.stats().leaf_count);
    EXPECT_LE(leaves, 4 * broad_phase.stats().leaf_count);
  }
}

TEST_P(CellsOfScene, AreTheSameOnAnyThreads) {
  const auto columns = contract::frame_of(GetParam(), 20'000);
  const auto one = cells_of(columns.view(), {.threads = 1});
  const auto three = cells_of(columns.view(), {.threads = 3});
  ASSERT_EQ(one.size(), three.size());
  for (std::size_t i = 0; i < one.size(); ++i) {
    ASSERT_TRUE(is_same(one[i].rectangle, three[i].rectangle));
    ASSERT_EQ(one[i].object_count, three[i].object_count);
  }
}

INSTANTIATE_TEST_SUITE_P(Scene, CellsOfScene, testing::ValuesIn(scenes::generated_scene_names()),
                         contract::test_name_of);

TEST(Cells, OfNothingAreNone) {
  BroadPhase broad_phase({.threads = 1});
  EXPECT_TRUE(cells_of(broad_phase).empty());
  broad_phase.update({});
  EXPECT_TRUE(cells_of(broad_phase).empty());
  const auto rejected = columns_of({{kNan, 0, 1, 1}, {1, 0, 0, 1}});
  broad_phase.update(rejected.view());
  EXPECT_TRUE(cells_of(broad_phase).empty());
}

TEST(Cells, OfOneObjectAreItsCenter) {
  const auto columns = columns_of({{1, 2, 3, 6}});
  const auto cells = cells_of(columns.view());
  ASSERT_EQ(cells.size(), 1U);
  EXPECT_TRUE(is_same(cells[0].rectangle, {2, 4, 2, 4}));
  EXPECT_TRUE(is_same(cells[0].tight, {1, 2, 3, 6}));
  EXPECT_TRUE(cells[0].is_leaf);
  EXPECT_FALSE(cells[0].is_static);
  EXPECT_FALSE(cells[0].is_large);
}

// Quarters of a square whose corners are centers, 17 of them in the last quarter.
TEST(Cells, AreQuartersOfTheSquareAroundAllCenters) {
  std::vector<Box> boxes = {{0, 0, 0, 0}, {1, 7, 1, 7}, {7, 1, 7, 1}};
  for (int i = 0; i < 17; ++i) boxes.push_back({8, 8, 8, 8});
  const auto columns = columns_of(boxes);
  const auto cells = cells_of(columns.view());
  ASSERT_EQ(cells.size(), 5U);
  EXPECT_TRUE(is_same(cells[0].rectangle, {0, 0, 8, 8}));
  EXPECT_TRUE(is_same(cells[1].rectangle, {0, 0, 4, 4}));
  EXPECT_TRUE(is_same(cells[2].rectangle, {4, 0, 8, 4}));
  EXPECT_TRUE(is_same(cells[3].rectangle, {0, 4, 4, 8}));
  EXPECT_TRUE(is_same(cells[4].rectangle, {4, 4, 8, 8}));
  EXPECT_EQ(cells[4].object_count, 17U);
  EXPECT_EQ(cells[4].depth, 1U);
}

TEST(Cells, OfEqualCentersAreOne) {
  for (const std::size_t count : {2U, 16U, 17U, 5'000U, 20'000U}) {
    const auto columns = columns_of(std::vector<Box>(count, Box{1, 1, 2, 2}));
    const auto cells = cells_of(columns.view());
    ASSERT_EQ(cells.size(), 1U);
    EXPECT_EQ(cells[0].object_count, count);
    EXPECT_TRUE(is_same(cells[0].rectangle, {1.5F, 1.5F, 1.5F, 1.5F}));
  }
}

/// Boxes that are hard to cut.
std::vector<std::pair<std::string, std::vector<Box>>> hard_lists() {
  std::vector<Box> nested;    // each half as far from the origin as the one before
  std::vector<Box> diagonal;  // on a line
  std::vector<Box> crowds;    // three points, 10^20 apart, and a few around each
  std::vector<Box> spread;    // all sizes of floats
  for (int i = 0; i < 600; ++i) {
    const float x = std::ldexp(1.0F, 127 - i / 2);
    nested.push_back({x, x, x, x});
    const auto step = static_cast<float>(i);
    diagonal.push_back({step, step, step + 2, step + 2});
    const float far = static_cast<float>(i % 3) * 1e20F;
    crowds.push_back({far + step, step, far + step + 1, step + 1});
    const float size = std::ldexp(1.0F, i % 250 - 125);
    spread.push_back({-size, size, size, 2 * size});
  }
  std::vector<Box> outlier = diagonal;
  outlier.push_back({1e20F, 1e20F, 2e20F, 2e20F});
  std::vector<Box> endless = diagonal;
  endless.insert(endless.end(), {{-kInfinity, -kInfinity, kInfinity, kInfinity},
                                 {0, -kInfinity, 1, kInfinity},
                                 {kInfinity, kInfinity, kInfinity, kInfinity},
                                 {-kInfinity, 3, -kInfinity, 4}});
  std::vector<Box> rejected = diagonal;
  rejected.insert(rejected.end(), {{kNan, 0, 1, 1}, {0, 0, kNan, 1}, {5, 5, 4, 6}});
  return {{"nested", nested},   {"diagonal", diagonal}, {"crowds", crowds},    {"spread", spread},
          {"outlier", outlier}, {"endless", endless},   {"rejected", rejected}};
}

TEST(Cells, OfHardScenesAreFewAndNested) {
  for (const auto& [name, boxes] : hard_lists()) {
    SCOPED_TRACE(name);
    const auto columns = columns_of(boxes);
    const auto cells = cells_of(columns.view());
    expect_quadtree(cells, columns.view());
    EXPECT_LE(depth_of(cells), 300U);
    EXPECT_LE(cells.size(), 4 * boxes.size() + 300);
  }
}

// The squares are then cut from what lies around a sample of the centers.
TEST(Cells, OfManyObjectsAndOneFarAwayHoldThatToo) {
  auto columns = contract::frame_of("outlier", 20'000);
  const auto cells = cells_of(columns.view());
  expect_nested(forest_of(cells));
  expect_apart(forest_of(cells));
  EXPECT_LE(depth_of(cells), 20U);
  const auto valid = valid_boxes(columns.view());
  for (const Box& box : valid) EXPECT_TRUE(holds(cells[0].rectangle, center_of(box)));
}

TEST(Cells, AreNoDeeperAndNoFullerThanConfigured) {
  const auto columns = contract::frame_of("clusters", 2'000);
  for (const int capacity : {1, 5}) {
    const auto cells = cells_of(columns.view(), {.threads = 1, .leaf_capacity = capacity});
    expect_nested(forest_of(cells));
    for (const Cell& cell : cells)
      EXPECT_TRUE(!cell.is_leaf || cell.object_count <= static_cast<std::size_t>(capacity));
  }
  for (const int depth : {1, 3}) {
    const auto cells = cells_of(columns.view(), {.threads = 1, .max_depth = depth});
    expect_nested(forest_of(cells));
    EXPECT_EQ(depth_of(cells), static_cast<std::uint32_t>(depth));
  }
}

TEST(Cells, OfLargeObjectsStandBeforeTheOthers) {
  std::vector<Box> boxes;
  for (int i = 0; i < 900; ++i) {
    const auto x = static_cast<float>(i % 30), y = static_cast<float>(i / 30);
    const float half = i % 300 == 7 ? 100 : 0.4F;
    boxes.push_back({x - half, y - half, x + half, y + half});
  }
  const auto columns = columns_of(boxes);
  const auto cells = cells_of(columns.view());
  expect_quadtree(cells, columns.view());
  const auto is_large = [](const Cell& cell) { return cell.is_large; };
  EXPECT_TRUE(std::is_partitioned(cells.begin(), cells.end(), is_large));
  std::vector<Cell> roots;
  std::copy_if(cells.begin(), cells.end(), std::back_inserter(roots),
               [](const Cell& cell) { return cell.depth == 0; });
  ASSERT_EQ(roots.size(), 2U);
  EXPECT_EQ(roots[0].object_count, 3U);
  EXPECT_TRUE(is_same(roots[0].rectangle, roots[1].rectangle));
}

TEST(Cells, ShowMarginsAndMotions) {
  const auto columns = columns_of({{0, 0, 2, 2}});
  const std::vector<float> margins = {1};
  BroadPhase broad_phase({.threads = 1});
  broad_phase.build(columns.view(), {.margin = margins});
  ASSERT_EQ(cells_of(broad_phase).size(), 1U);
  EXPECT_TRUE(is_same(cells_of(broad_phase)[0].tight, {-1, -1, 3, 3}));
}

std::vector<ObjectId> ids_from(ObjectId first, std::size_t count) {
  std::vector<ObjectId> ids(count);
  for (std::size_t i = 0; i < count; ++i) ids[i] = first + static_cast<ObjectId>(i);
  return ids;
}

TEST(Cells, GoOnUntilTheVisitorHasSeenEnough) {
  const auto columns = contract::frame_of("uniform", 1'000);
  BroadPhase broad_phase({.threads = 1});
  broad_phase.set_static(columns.view(), ids_from(0, 1'000));
  broad_phase.build({});
  EXPECT_GT(cells_of(broad_phase).size(), 7U);
  int seen = 0;
  broad_phase.for_each_cell([&](const Cell&) { return ++seen < 7; });
  EXPECT_EQ(seen, 7);
}

/// The cells of moving, or of static objects.
std::vector<Cell> part_of(const std::vector<Cell>& cells, bool is_static) {
  std::vector<Cell> part;
  for (const Cell& cell : cells)
    if (cell.is_static == is_static) part.push_back(cell);
  return part;
}

// On all levels, and with tombstones among the objects.
TEST(Cells, OfStaticObjectsHoldThoseThatAreStatic) {
  const auto columns = contract::frame_of("clusters", 6'000);
  const BoxView all = columns.view();
  const auto rows = [&](std::size_t first, std::size_t count) -> BoxView {
    return {all.min_x.subspan(first, count), all.min_y.subspan(first, count),
            all.max_x.subspan(first, count), all.max_y.subspan(first, count)};
  };
  BroadPhase broad_phase({.threads = 1});
  const auto first_ids = ids_from(0, 4'000);
  const auto moving_ids = ids_from(4'000, 1'000);
  broad_phase.set_static(rows(0, 4'000), first_ids);
  broad_phase.update(rows(4'000, 1'000), {.ids = moving_ids});
  const auto removed = ids_from(100, 300);
  broad_phase.remove_static(removed);
  for (std::size_t row = 5'000; row < 5'400; row += 100) {
    const auto more = ids_from(static_cast<ObjectId>(row), 100);
    broad_phase.add_static(rows(row, 100), more);
    broad_phase.update(rows(4'000, 1'000), {.ids = moving_ids});
  }
  const auto cells = cells_of(broad_phase);
  expect_quadtree(part_of(cells, false), rows(4'000, 1'000));
  std::vector<Box> static_boxes;
  for (std::size_t row = 0; row < 5'400; ++row)
    if (row < 100 || (row >= 400 && row < 4'000) || row >= 5'000) static_boxes.push_back(all[row]);
  const auto statics = part_of(cells, true);
  ASSERT_NO_FATAL_FAILURE(expect_nested(forest_of(statics)));
  std::size_t object_count = 0;
  for (const Cell& cell : statics) {
    if (!cell.is_leaf) continue;
    object_count += cell.object_count;
    EXPECT_LE(cell.object_count, 16U);
  }
  EXPECT_EQ(object_count, static_boxes.size());
  EXPECT_LE(statics.size(), static_boxes.size());
}

TEST(Cells, OfSeveralWorldsPartThese) {
  const auto columns = contract::frame_of("uniform", 3'000);
  for (const std::uint32_t distance : {1U, 1'000U, 0x1000'0000U}) {
    SCOPED_TRACE(distance);
    std::vector<std::uint32_t> worlds;
    for (std::uint32_t i = 0; i < 3'000; ++i) worlds.push_back(i % 5 * distance);
    BroadPhase broad_phase({.threads = 1});
    broad_phase.build(columns.view(), {.world = worlds});
    const auto cells = cells_of(broad_phase);
    ASSERT_NO_FATAL_FAILURE(expect_nested(forest_of(cells)));
    std::size_t object_count = 0;
    for (const Cell& cell : cells) object_count += cell.is_leaf ? cell.object_count : 0;
    EXPECT_EQ(object_count, 3'000U);
    EXPECT_GE(leaf_count_of(cells), broad_phase.stats().leaf_count);
    EXPECT_LE(leaf_count_of(cells), 4 * broad_phase.stats().leaf_count);
  }
}

}  // namespace
}  // namespace quadphase::cells
