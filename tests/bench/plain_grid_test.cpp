// SPDX-License-Identifier: MIT
// The yardstick must be exact: a grid that misses pairs would be a fast one.
#include "baselines/plain_grid.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "oracle/exact_pairs.hpp"
#include "scenes/scene.hpp"

namespace quadphase::bench {
namespace {

struct Columns {
  std::vector<float> min_x, min_y, max_x, max_y;

  void add(float left, float bottom, float right, float top) {
    min_x.push_back(left);
    min_y.push_back(bottom);
    max_x.push_back(right);
    max_y.push_back(top);
  }
  [[nodiscard]] BoxView view() const { return {min_x, min_y, max_x, max_y}; }
};

class PlainGridTest : public ::testing::Test {
 protected:
  void expect_exact(const BoxView& boxes) {
    grid_.update(boxes);
    const auto difference = oracle::compare_pairs(grid_.pairs(), oracle::exact_pairs(boxes));
    EXPECT_FALSE(difference) << *difference;
  }

  tbb::task_arena arena_{4};
  PlainGrid grid_{arena_};
};

TEST_F(PlainGridTest, IsExactOnEverySceneInEveryMotion) {
  using scenes::Motion;
  for (const Motion motion : {Motion::all_move, Motion::one_in_100, Motion::all_teleport}) {
    for (const scenes::SceneInfo& info : scenes::scene_infos()) {
      if (info.name.starts_with("box2d")) continue;
      SCOPED_TRACE(info.name);
      const auto scene =
          scenes::make_scene(info.name, {.count = 1500, .seed = 3, .motion = motion});
      for (int frame = 0; frame < 3; ++frame) {
        expect_exact(scene->boxes());
        scene->step();
      }
    }
  }
}

TEST_F(PlainGridTest, IsExactOnRandomBoxesOfEveryScale) {
  std::mt19937 random(11);
  for (const float scale : {1e-38F, 1e-20F, 1.0F, 1e20F, 1e38F}) {
    std::uniform_real_distribution<float> place(-scale, scale);
    std::uniform_real_distribution<float> extent(0, 0.05F * scale);
    Columns boxes;
    for (int i = 0; i < 500; ++i) {
      const float x = place(random);
      const float y = place(random);
      boxes.add(x, y, x + extent(random), y + extent(random));
    }
    SCOPED_TRACE(scale);
    expect_exact(boxes.view());
  }
}

TEST_F(PlainGridTest, IsExactOnALatticeThatJustTouches) {
  Columns boxes;
  for (int y = 0; y < 20; ++y) {
    for (int x = 0; x < 20; ++x) {
      boxes.add(static_cast<float>(x), static_cast<float>(y), static_cast<float>(x + 1),
                static_cast<float>(y + 1));
    }
  }
  expect_exact(boxes.view());
  EXPECT_EQ(grid_.pairs().size(), 2U * 19U * 20U + 2U * 19U * 19U);
}

TEST_F(PlainGridTest, IsExactOnNothingOnOneAndOnEqualBoxes) {
  Columns boxes;
  expect_exact(boxes.view());
  boxes.add(1, 2, 3, 4);
  expect_exact(boxes.view());
  for (int i = 0; i < 50; ++i) boxes.add(1, 2, 3, 4);
  expect_exact(boxes.view());
  EXPECT_EQ(grid_.pairs().size(), 51U * 50U / 2U);
}

TEST_F(PlainGridTest, IsExactOnPointsAndOnLinesOfPoints) {
  Columns equal;
  Columns line;
  for (int i = 0; i < 200; ++i) {
    const auto x = static_cast<float>(i / 3);
    equal.add(5, 5, 5, 5);
    line.add(x, 0, x, 0);
  }
  expect_exact(equal.view());
  expect_exact(line.view());
}

TEST_F(PlainGridTest, IsExactWhereBoxesAreInfiniteNanOrInverted) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  Columns boxes;
  for (int i = 0; i < 30; ++i) boxes.add(static_cast<float>(i), 0, static_cast<float>(i) + 1.5F, 1);
  boxes.add(-kInfinity, -kInfinity, kInfinity, kInfinity);
  boxes.add(kInfinity, 0, kInfinity, 1);
  boxes.add(-kInfinity, 0, 3, 1);
  boxes.add(kNan, 0, 1, 1);
  boxes.add(2, 0, 1, 1);
  expect_exact(boxes.view());
}

TEST_F(PlainGridTest, IsExactWhereEdgesOverflowWhenSubtracted) {
  constexpr float kMax = std::numeric_limits<float>::max();
  Columns boxes;
  boxes.add(-kMax, -kMax, kMax, kMax);
  boxes.add(kMax, kMax, kMax, kMax);
  boxes.add(-kMax, 0, -kMax, 0);
  for (int i = 0; i < 20; ++i) boxes.add(static_cast<float>(i), 0, static_cast<float>(i + 1), 1);
  expect_exact(boxes.view());
}

TEST_F(PlainGridTest, StaysSmallWhereGiantsCoverTheWorld) {
  Columns boxes;
  std::mt19937 random(5);
  std::uniform_real_distribution<float> place(0, 100);
  for (int i = 0; i < 20'000; ++i) {
    const float x = place(random);
    const float y = place(random);
    boxes.add(x, y, x, y);
  }
  for (int i = 0; i < 100; ++i) boxes.add(0, 0, 100, 100);
  grid_.update(boxes.view());
  const std::size_t pair_bytes = grid_.pairs().size() * sizeof(Pair);
  EXPECT_EQ(grid_.pairs().size(), 20'000U * 100U + 100U * 99U / 2U);
  EXPECT_LT(grid_.byte_count(), 20'100U * 64U + 6U * pair_bytes);
}

}  // namespace
}  // namespace quadphase::bench
