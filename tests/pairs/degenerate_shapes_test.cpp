// SPDX-License-Identifier: MIT
// Few objects, equal objects, points, lines and lattices: exact against brute force.
#include <gtest/gtest.h>

#include <cmath>

#include "scenes/random.hpp"
#include "support/checks.hpp"

namespace quadphase::contract {
namespace {

TEST(DegenerateShapes, NoObjectsMakeNoPairs) {
  BroadPhase broad_phase;
  broad_phase.update({});
  EXPECT_TRUE(broad_phase.pairs().empty());
  EXPECT_EQ(broad_phase.chunk_count(), 0U);
  EXPECT_EQ(broad_phase.count_pairs(), 0U);
  expect_exact({});
}

TEST(DegenerateShapes, OneObjectMakesNoPairs) {
  expect_exact({{0, 0, 1, 1}});
  expect_exact({{3, 3, 3, 3}});
}

TEST(DegenerateShapes, TwoObjectsPairOnlyWhereTheyOverlap) {
  expect_exact({{0, 0, 1, 1}, {0.5F, 0.5F, 2, 2}});
  expect_exact({{0, 0, 1, 1}, {2, 0, 3, 1}});
  expect_exact({{0, 0, 1, 1}, {0, 2, 1, 3}});
  expect_exact({{0, 0, 4, 4}, {1, 1, 2, 2}});
}

TEST(DegenerateShapes, EqualBoxesAllPair) {
  for (const std::size_t count : {2U, 15U, 16U, 17U, 33U, 257U, 1'500U}) {
    SCOPED_TRACE(count);
    expect_exact(std::vector<Box>(count, Box{1, 2, 3, 4}));
    expect_exact(std::vector<Box>(count, Box{1, 2, 1, 2}));
  }
}

TEST(DegenerateShapes, AllOnOneLine) {
  scenes::Random random(1);
  for (const float slope_x : {0.0F, 1.0F}) {
    for (const float slope_y : {0.0F, 1.0F, -1.0F}) {
      for (const float extent : {0.0F, 0.5F, 2.0F}) {
        SCOPED_TRACE(testing::Message() << slope_x << " " << slope_y << " " << extent);
        std::vector<Box> boxes;
        for (int i = 0; i < 1'200; ++i) {
          const float t = random.between(-500, 500);
          const Box corner{t * slope_x, t * slope_y, t * slope_x, t * slope_y};
          boxes.push_back(
              {corner.min_x, corner.min_y, corner.max_x + extent, corner.max_y + extent});
        }
        expect_exact(boxes);
      }
    }
  }
}

TEST(DegenerateShapes, PointsOnSegmentsAndInBoxes) {
  scenes::Random random(2);
  std::vector<Box> boxes;
  for (int i = 0; i < 1'500; ++i) {
    const auto x = static_cast<float>(random.below(40));
    const auto y = static_cast<float>(random.below(40));
    const float width = random.below(3) == 0 ? 1.0F : 0.0F;
    const float height = random.below(3) == 0 ? 1.0F : 0.0F;
    boxes.push_back({x, y, x + width, y + height});
  }
  expect_exact(boxes);
}

TEST(DegenerateShapes, ALatticeTouchesAtEveryEdgeAndCorner) {
  for (const float cell : {1.0F, 0.1F, 0x1p-20F, 3e7F}) {
    SCOPED_TRACE(cell);
    std::vector<Box> boxes;
    for (int y = 0; y < 37; ++y) {
      for (int x = 0; x < 37; ++x) {
        const auto at = [cell](int i) { return cell * static_cast<float>(i); };
        boxes.push_back({at(x), at(y), at(x + 1), at(y + 1)});
      }
    }
    const Columns columns = columns_of(boxes);
    BroadPhase broad_phase({.threads = 1});
    expect_exact(broad_phase, columns.view());
    // Edges are shared bit by bit: a box meets its eight neighbors.
    EXPECT_EQ(broad_phase.pairs().size(), 4U * 37 * 37 - 6U * 37 + 2);
    for (const Simd simd : supported_simds()) {
      BroadPhase open({.threads = 1, .touching = false, .simd = simd});
      expect_exact(open, columns.view(), false);
      EXPECT_TRUE(open.pairs().empty());
    }
  }
}

TEST(DegenerateShapes, ALatticeThatOverlapsByOneUnitInTheLastPlacePairsInBothModes) {
  std::vector<Box> boxes;
  for (int i = 0; i < 1'000; ++i) {
    const auto x = static_cast<float>(i % 100);
    const auto y = static_cast<float>(i / 100);
    boxes.push_back({x, y, std::nextafter(x + 1, x + 2), std::nextafter(y + 1, y + 2)});
  }
  expect_exact(boxes);
  const Columns columns = columns_of(boxes);
  BroadPhase open({.threads = 1, .touching = false});
  open.update(columns.view());
  EXPECT_EQ(open.pairs().size(), 4U * 100 * 10 - 3U * (100 + 10) + 2);
}

// What overlaps a box without width is what has it strictly inside.
TEST(DegenerateShapes, PointsAndLinesPairOnlyWithBoxesAroundThemWhereTouchingDoesNotCount) {
  const std::vector<Box> boxes = {
      {0, 0, 4, 4},  // 0
      {2, 2, 2, 2},  // 1: a point inside of it
      {2, 2, 2, 2},  // 2: an equal one
      {0, 2, 0, 2},  // 3: a point on an edge
      {4, 4, 4, 4},  // 4: a point on a corner
      {1, 2, 3, 2},  // 5: a line through the first point
      {2, 1, 2, 3},  // 6: a line that crosses it
      {0, 1, 0, 3},  // 7: a line on an edge
      {-1, 1, 5, 1}  // 8: a line across the box
  };
  const Pairs expected = {{0, 1}, {0, 2}, {0, 5}, {0, 6}, {0, 8}, {5, 6}};
  const Columns columns = columns_of(boxes);
  for (const Simd simd : supported_simds()) {
    BroadPhase open({.threads = 1, .touching = false, .simd = simd});
    expect_pairs(open, columns.view(), expected);
  }
  expect_exact(boxes);
}

TEST(DegenerateShapes, ALatticeOneUnitInTheLastPlaceApartDoesNotTouch) {
  std::vector<Box> boxes;
  for (int i = 0; i < 1'000; ++i) {
    const auto x = static_cast<float>(i % 100);
    const auto y = static_cast<float>(i / 100);
    boxes.push_back({x, y, std::nextafter(x + 1, x), std::nextafter(y + 1, y)});
  }
  const Columns columns = columns_of(boxes);
  BroadPhase broad_phase({.threads = 1});
  expect_exact(broad_phase, columns.view());
  EXPECT_TRUE(broad_phase.pairs().empty());
}

TEST(DegenerateShapes, OneGiantMeetsAll) {
  scenes::Random random(3);
  std::vector<Box> boxes{{-10, -10, 1'010, 1'010}};
  for (int i = 0; i < 1'800; ++i) {
    const float x = random.between(0, 1'000);
    const float y = random.between(0, 1'000);
    boxes.push_back({x, y, x + 1, y + 1});
  }
  expect_exact(boxes);
  std::swap(boxes.front(), boxes.back());
  expect_exact(boxes);
  for (int i = 0; i < 40; ++i) boxes.push_back({-10, -10, 1'010, 1'010});
  expect_exact(boxes);
}

TEST(DegenerateShapes, ManyAtOnePointBesideNormalObjects) {
  scenes::Random random(4);
  std::vector<Box> boxes(1'500, Box{50, 50, 50, 50});
  for (int i = 0; i < 9'000; ++i) {
    const float x = random.between(0, 100);
    const float y = random.between(0, 100);
    boxes.push_back({x, y, x + 0.5F, y + 0.5F});
  }
  expect_exact(boxes, {.threads = 4});
}

}  // namespace
}  // namespace quadphase::contract
