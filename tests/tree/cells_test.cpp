// SPDX-License-Identifier: MIT
// The cells are the nodes and leaves of the trees: nested, in order, with all objects.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "quadphase/quadphase.hpp"
#include "scenes/generated_scenes.hpp"
#include "support/checks.hpp"
#include "tree/cell_checks.hpp"

namespace quadphase::cells {
namespace {

using contract::columns_of;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

class CellsOfScene : public testing::TestWithParam<std::string> {};

TEST_P(CellsOfScene, AreATreeOverAllObjects) {
  for (const std::size_t count : {1U, 2U, 17U, 100U, 3'000U, 6'000U}) {
    SCOPED_TRACE(count);
    const auto columns = contract::frame_of(GetParam(), count);
    expect_tree(cells_of(columns.view()), columns.view());
  }
}

TEST_P(CellsOfScene, AreTheNodesAndLeavesOfTheStats) {
  for (const std::size_t count : {3'000U, 30'000U, 100'000U}) {
    SCOPED_TRACE(count);
    const auto columns = contract::frame_of(GetParam(), count);
    BroadPhase broad_phase({.threads = 1});
    broad_phase.build(columns.view());
    const auto cells = cells_of(broad_phase);
    const std::size_t leaves = leaves_of(cells).size();
    EXPECT_EQ(leaves, broad_phase.stats().leaf_count);
    EXPECT_EQ(cells.size() - leaves, broad_phase.stats().node_count);
  }
}

TEST_P(CellsOfScene, AreTheSameOnAnyThreads) {
  const auto columns = contract::frame_of(GetParam(), 20'000);
  const auto one = cells_of(columns.view(), {.threads = 1});
  const auto three = cells_of(columns.view(), {.threads = 3});
  ASSERT_EQ(one.size(), three.size());
  for (std::size_t i = 0; i < one.size(); ++i) {
    ASSERT_TRUE(is_same(one[i].bounds, three[i].bounds));
    ASSERT_EQ(one[i].object_count, three[i].object_count);
    ASSERT_EQ(one[i].level, three[i].level);
  }
}

INSTANTIATE_TEST_SUITE_P(Scene, CellsOfScene, testing::ValuesIn(scenes::generated_scene_names()),
                         contract::test_name_of);

TEST(Cells, OfNothingAreNone) {
  BroadPhase broad_phase({.threads = 1});
  EXPECT_THROW((void)cells_of(broad_phase), std::logic_error) << "nothing was built";
  broad_phase.update({});
  EXPECT_TRUE(cells_of(broad_phase).empty());
  const auto rejected = columns_of({{kNan, 0, 1, 1}, {1, 0, 0, 1}});
  broad_phase.update(rejected.view());
  EXPECT_TRUE(cells_of(broad_phase).empty());
}

TEST(Cells, OfOneObjectAreALeafAndItsNode) {
  const auto columns = columns_of({{1, 2, 3, 6}});
  const auto cells = cells_of(columns.view());
  ASSERT_EQ(cells.size(), 2U);
  EXPECT_EQ(cells[0].level, 1U);
  EXPECT_EQ(cells[1].level, 0U);
  for (const Cell& cell : cells) {
    EXPECT_TRUE(is_same(cell.bounds, {1, 2, 3, 6}));
    EXPECT_EQ(cell.object_count, 1U);
    EXPECT_FALSE(cell.is_static);
    EXPECT_FALSE(cell.is_large);
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

TEST(Cells, OfHardScenesAreATreeOverAllObjects) {
  for (const auto& [name, boxes] : hard_lists()) {
    SCOPED_TRACE(name);
    const auto columns = columns_of(boxes);
    expect_tree(cells_of(columns.view()), columns.view());
  }
}

TEST(Cells, AreNoFullerThanConfigured) {
  const auto columns = contract::frame_of("clusters", 2'000);
  for (const int capacity : {1, 5}) {
    const auto cells = cells_of(columns.view(), {.threads = 1, .leaf_capacity = capacity});
    ASSERT_NO_FATAL_FAILURE(expect_nested(cells));
    expect_holds_all(cells, valid_boxes(columns.view()), static_cast<std::size_t>(capacity));
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
  expect_tree(cells, columns.view());
  const auto leaves = leaves_of(cells);
  const auto is_large = [](const Cell& cell) { return cell.is_large; };
  EXPECT_TRUE(std::is_partitioned(leaves.begin(), leaves.end(), is_large));
  std::size_t large_count = 0;
  for (const Cell& leaf : leaves) large_count += leaf.is_large ? leaf.object_count : 0;
  EXPECT_EQ(large_count, 3U);
}

TEST(Cells, ShowMarginsAndMotions) {
  const auto columns = columns_of({{0, 0, 2, 2}});
  const std::vector<float> margins = {1};
  BroadPhase broad_phase({.threads = 1});
  broad_phase.build(columns.view(), {.margin = margins});
  for (const Cell& cell : cells_of(broad_phase)) EXPECT_TRUE(is_same(cell.bounds, {-1, -1, 3, 3}));
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

// Through all levels of the static set, and with removed objects among the others.
TEST(Cells, OfStaticObjectsHoldThoseThatWereNotRemoved) {
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
  broad_phase.update(rows(4'000, 1'000), {.ids = moving_ids});
  const auto cells = cells_of(broad_phase);
  expect_tree(part_of(cells, false), rows(4'000, 1'000));
  std::size_t static_count = 0;
  const auto statics = part_of(cells, true);
  for (const Cell& leaf : leaves_of(statics)) static_count += leaf.object_count;
  EXPECT_EQ(static_count, broad_phase.static_count());
  EXPECT_EQ(static_count, 4'000U - 300 + 400);
  expect_nested(statics, false);
}

TEST(Cells, OfLeavesNameEachObjectOnce) {
  const auto columns = contract::frame_of("mixed", 3'000);
  std::vector<ObjectId> ids = ids_from(500, 3'000);
  std::ranges::reverse(ids);
  BroadPhase broad_phase({.threads = 1});
  broad_phase.update(columns.view(), {.ids = ids});
  const std::vector<ObjectId> wall_ids = {7};
  BoxColumns wall(1);
  wall.set(0, {0, 0, 1, 1});
  broad_phase.set_static(wall.view(), wall_ids);
  broad_phase.update(columns.view(), {.ids = ids});
  std::vector<ObjectId> named;
  for (const Cell& cell : cells_of(broad_phase)) {
    ASSERT_EQ(cell.ids.size(), cell.is_leaf ? cell.object_count : 0);
    named.insert(named.end(), cell.ids.begin(), cell.ids.end());
    if (cell.ids.empty() || cell.is_static) continue;
    std::vector<Box> boxes;  // row 3'499 - id is that of the object
    for (const ObjectId id : cell.ids) boxes.push_back(columns.view()[3'499 - id]);
    EXPECT_TRUE(is_same(hull(boxes), cell.bounds)) << text_of(cell);
  }
  ids.push_back(7);
  EXPECT_TRUE(std::ranges::is_permutation(named, ids));
}

TEST(Cells, OfSeveralWorldsHoldAllObjects) {
  const auto columns = contract::frame_of("uniform", 3'000);
  for (const std::uint32_t distance : {1U, 1'000U, 0x1000'0000U}) {
    SCOPED_TRACE(distance);
    std::vector<std::uint32_t> worlds;
    for (std::uint32_t i = 0; i < 3'000; ++i) worlds.push_back(i % 5 * distance);
    BroadPhase broad_phase({.threads = 1});
    broad_phase.build(columns.view(), {.world = worlds});
    expect_tree(cells_of(broad_phase), columns.view());
  }
}

// The least of -0 and 0 is either, so the bytes would depend on the order of comparisons.
TEST(Cells, HaveNoNegativeZeros) {
  const auto columns = columns_of({{-0.0F, -0.0F, 0.0F, 0.0F}, {-1, -1, -0.0F, -0.0F}});
  for (const Simd simd : contract::supported_simds()) {
    BroadPhase broad_phase({.threads = 1, .simd = simd});
    broad_phase.update(columns.view());
    for (const Cell& cell : cells_of(broad_phase)) {
      const Box& bounds = cell.bounds;
      for (const float edge : {bounds.min_x, bounds.min_y, bounds.max_x, bounds.max_y})
        EXPECT_FALSE(edge == 0 && std::signbit(edge)) << name_of(simd);
    }
  }
}

}  // namespace
}  // namespace quadphase::cells
