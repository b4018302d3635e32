// SPDX-License-Identifier: MIT
// Every baseline must be exact: one that misses pairs would be a fast one.
#include <gtest/gtest.h>

#include <limits>

#include "baselines/every_baseline.hpp"
#include "scenes/scene.hpp"

namespace quadphase::bench {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kMax = std::numeric_limits<float>::max();

class ExactBaseline : public EveryBaseline {};
INSTANTIATE_TEST_SUITE_P(Each, ExactBaseline, ::testing::ValuesIn(all_baselines()),
                         name_of_baseline);

TEST_P(ExactBaseline, IsExactOnEverySceneInEveryMotion) {
  using scenes::Motion;
  for (const Motion motion : {Motion::all_move, Motion::one_in_100, Motion::all_teleport}) {
    for (const scenes::SceneInfo& info : scenes::scene_infos()) {
      if (info.name.starts_with("box2d")) continue;
      SCOPED_TRACE(info.name);
      const std::size_t count = info.name == "point" ? 200 : 1200;
      const auto scene =
          scenes::make_scene(info.name, {.count = count, .seed = 3, .motion = motion});
      for (int frame = 0; frame < 3; ++frame) {
        expect_exact(scene->boxes());
        scene->step();
      }
    }
  }
}

TEST_P(ExactBaseline, IsExactWhereTheNumberOfBoxesChanges) {
  for (const std::size_t count : {0U, 1U, 2U, 700U, 15U, 16U, 17U, 33U, 1000U, 64U, 65U, 999U})
    expect_exact(random_boxes(count, 10, 1, 5).view());
}

TEST_P(ExactBaseline, IsExactOnRandomBoxesOfEveryScale) {
  for (const float scale : {1e-38F, 1e-20F, 1.0F, 1e20F, 1e38F}) {
    SCOPED_TRACE(scale);
    expect_exact(random_boxes(600, scale, 0.05F * scale, 11).view());
  }
}

TEST_P(ExactBaseline, IsExactFarFromTheOrigin) {
  BoxList boxes = random_boxes(600, 40, 3, 12);
  for (auto* column : {&boxes.min_x, &boxes.min_y, &boxes.max_x, &boxes.max_y}) {
    for (float& edge : *column) edge += 1e8F;  // floats lie 8 apart there
  }
  expect_exact(boxes.view());
}

TEST_P(ExactBaseline, IsExactOnALatticeThatJustTouches) {
  for (const float origin : {-10.0F, 0.0F, 1e6F}) {
    BoxList boxes;
    for (int i = 0; i < 400; ++i) {
      const float x = origin + static_cast<float>(i % 20);
      const float y = origin + static_cast<float>(i / 20);
      boxes.add(x, y, x + 1, y + 1);
    }
    expect_exact(boxes.view());
    EXPECT_EQ(engine_->pairs().size(), 2U * 19U * 20U + 2U * 19U * 19U);
  }
}

TEST_P(ExactBaseline, IsExactOnEqualBoxesOnPointsAndOnLines) {
  BoxList equal;
  BoxList equal_points;
  BoxList points_on_a_line;
  BoxList upright;
  for (int i = 0; i < 200; ++i) {
    const auto x = static_cast<float>(i / 3);
    equal.add(1, 2, 3, 4);
    equal_points.add(5, 5, 5, 5);
    points_on_a_line.add(x, 0, x, 0);
    upright.add(-1, x, 1, x + 2);
  }
  for (const BoxList* boxes : {&equal, &equal_points, &points_on_a_line, &upright})
    expect_exact(boxes->view());
}

TEST_P(ExactBaseline, IsExactWhereSizesDifferByFiveDecades) {
  std::mt19937 random(21);
  std::uniform_real_distribution<float> place(-1000, 1000);
  std::uniform_real_distribution<float> exponent(-3, 2.5F);
  BoxList boxes;
  for (int i = 0; i < 1500; ++i) {
    const float x = place(random);
    const float y = place(random);
    boxes.add(x, y, x + std::pow(10.0F, exponent(random)), y + std::pow(10.0F, exponent(random)));
  }
  expect_exact(boxes.view());
}

TEST_P(ExactBaseline, IsExactWhereGiantsCoverTheWorld) {
  BoxList boxes = random_boxes(1500, 50, 1, 22);
  for (int i = 0; i < 40; ++i) boxes.add(-60, -60, 60, 60);
  boxes.add(-50, 3, 50, 3);
  boxes.add(3, -50, 3, 50);
  expect_exact(boxes.view());
}

TEST_P(ExactBaseline, IsExactWhereBoxesAreInfiniteNanOrInverted) {
  BoxList boxes = random_boxes(300, 10, 1, 23);
  boxes.add(-kInfinity, -kInfinity, kInfinity, kInfinity);
  boxes.add(kInfinity, 0, kInfinity, 1);
  boxes.add(kInfinity, 0.5F, kInfinity, 0.5F);
  boxes.add(-kInfinity, -kInfinity, -kInfinity, -kInfinity);
  boxes.add(-kInfinity, 0, 3, 1);
  boxes.add(2, -kInfinity, 2, kInfinity);
  boxes.add(kNan, 0, 1, 1);
  boxes.add(0, 0, 1, kNan);
  boxes.add(2, 0, 1, 1);
  boxes.add(0, kInfinity, 1, -kInfinity);
  expect_exact(boxes.view());
}

TEST_P(ExactBaseline, FindsNothingWhereNoBoxIsValid) {
  BoxList boxes;
  for (int i = 0; i < 100; ++i) boxes.add(kNan, 0, 1, 1);
  for (int i = 0; i < 100; ++i) boxes.add(1, 0, 0, 1);
  expect_exact(boxes.view());
  EXPECT_TRUE(engine_->pairs().empty());
}

TEST_P(ExactBaseline, IsExactWhereBoxesBecomeValidAndInvalidAgain) {
  BoxList boxes = random_boxes(300, 10, 1, 24);
  for (int frame = 0; frame < 4; ++frame) {
    for (std::size_t i = 0; i < boxes.size(); i += 3) std::swap(boxes.min_x[i], boxes.max_x[i]);
    expect_exact(boxes.view());
  }
}

TEST_P(ExactBaseline, IsExactWhereEdgesOverflowWhenSubtracted) {
  BoxList boxes = random_boxes(100, 10, 1, 25);
  boxes.add(-kMax, -kMax, kMax, kMax);
  boxes.add(kMax, kMax, kMax, kMax);
  boxes.add(-kMax, 0, -kMax, 0);
  boxes.add(-kMax, 0, kMax, 0);
  expect_exact(boxes.view());
}

TEST_P(ExactBaseline, IsExactWhereTheWorldGrowsAndShrinks) {
  for (const float half_side : {5.0F, 50.0F, 5000.0F, 5.0F, 0.5F})
    expect_exact(random_boxes(500, half_side, 1, 26).view());
}

}  // namespace
}  // namespace quadphase::bench
