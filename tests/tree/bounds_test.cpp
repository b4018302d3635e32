// SPDX-License-Identifier: MIT
#include "tree/bounds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/stage_inputs.hpp"
#include "tree/validate_tree.hpp"

namespace quadphase::detail {
namespace {

using namespace quadphase::testing;

void measure(const StageBoxes& boxes, const Kernels& kernels, int threads, Frame& frame) {
  Workers workers(threads, {});
  frame.reserve(boxes.size(), 16);
  workers.run(false,
              [&] { measure_bounds(boxes.span(), boxes.size(), kernels, workers, frame.scene); });
}

TEST(MeasureBounds, HoldsEveryCenterAndCountsEveryRejectedBoxOnEveryInstructionSet) {
  for (const NamedBoxes& input : all_inputs()) {
    for (const Kernels* kernels : all_kernels()) {
      SCOPED_TRACE(input.name);
      SCOPED_TRACE(name_of(kernels->simd));
      Frame frame(std::pmr::get_default_resource(), 4);
      measure(input.boxes, *kernels, 4, frame);
      EXPECT_NO_THROW(validate_bounds(input.boxes.view(), frame.scene));
    }
  }
}

TEST(MeasureBounds, OfNoValidBoxIsEmpty) {
  StageBoxes boxes;
  for (int i = 0; i < 40; ++i) boxes.add({1, 0, 0, 1});
  Frame frame(std::pmr::get_default_resource(), 1);
  measure(boxes, kernels_for(Simd::best), 1, frame);
  EXPECT_TRUE(frame.scene.bounds.is_empty());
  EXPECT_EQ(frame.scene.rejected_count, 40U);
}

Bounds core_of(const StageBoxes& boxes) {
  Frame frame(std::pmr::get_default_resource(), 1);
  measure(boxes, kernels_for(Simd::best), 1, frame);
  validate_bounds(boxes.view(), frame.scene);
  return frame.scene.core;
}

/// A world of 100 by 100 and one box far away, in row `row`.
StageBoxes world_with_an_outlier(std::size_t row, float x, float y, std::size_t count = 20'000) {
  const StageBoxes world = uniform(count);
  StageBoxes boxes;
  for (std::size_t i = 0; i < count; ++i) boxes.add(i == row ? Box{x, y, x, y} : world.view()[i]);
  return boxes;
}

TEST(MeasureBounds, TakesNoOutlierIntoTheCoreWhereverItsRowIs) {
  for (const std::size_t row : {0U, 20'000U / 256, 20'000U * 255 / 256, 19'999U}) {
    const Bounds core = core_of(world_with_an_outlier(row, 1e22F, -1e22F));
    EXPECT_LE(std::max(core.max_x, -core.min_y), 130) << row;
    EXPECT_LE(core.min_x, 1) << row;
    EXPECT_GE(core.max_y, 100) << row;
  }
}

/// A world of 100 by 100, and one box in ten at a distance of up to 10^38, even in its logarithm.
StageBoxes world_with_a_tenth_far_away(std::size_t count) {
  Random random(1);
  StageBoxes boxes;
  for (std::size_t i = 0; i < count; ++i) {
    const float x = 100 * random.next();
    const float y = 100 * random.next();
    const float distance = random.next() < 0.1F ? std::pow(10.0F, 38 * random.next()) : 0;
    const float angle = 6.28F * random.next();
    boxes.add_square(x + distance * std::cos(angle), y + distance * std::sin(angle), 1);
  }
  return boxes;
}

TEST(MeasureBounds, TakesACrowdIntoTheCoreWithoutATenthThatIsFarAway) {
  const Bounds core = core_of(world_with_a_tenth_far_away(20'000));
  EXPECT_LE(std::max(core.max_x, core.max_y), 200);
  EXPECT_GE(std::min(core.min_x, core.min_y), -100);
  EXPECT_GE(std::min(core.max_x, core.max_y), 85);
  EXPECT_LE(std::max(core.min_x, core.min_y), 15);
}

/// These are cut from all, evenly among all floats.
TEST(MeasureBounds, TakesCrowdsWithinCrowdsIntoTheCoreTogether) {
  Random random(1);
  StageBoxes boxes;
  for (int i = 0; i < 20'000; ++i) {
    const float at = std::pow(10.0F, 70 * random.next() - 35);
    boxes.add_square(at, at, at * 1e-4F);
  }
  EXPECT_GE(core_of(boxes).max_x, 1e34F);
}

TEST(MeasureBounds, CutsTheCoreOnEachAxisForItself) {
  StageBoxes boxes;
  Random random(1);
  for (int i = 0; i < 20'000; ++i) boxes.add_square(1e6F * random.next(), 10 * random.next(), 1);
  boxes.add_square(5, 1e5F, 1);
  const Bounds core = core_of(boxes);
  EXPECT_LE(core.max_y, 15);
  EXPECT_GE(core.max_x, 0.99e6F);
}

TEST(MeasureBounds, HasAFiniteCoreAtTheEndOfTheFloats) {
  StageBoxes boxes;
  Random random(1);
  for (int i = 0; i < 20'000; ++i)
    boxes.add_square(3.3e38F + 1e37F * random.next(), 3.3e38F + 1e37F * random.next(), 0);
  boxes.add_square(-3e38F, -3e38F, 0);
  const Bounds core = core_of(boxes);
  EXPECT_GE(core.min_x, 3e38F);
  EXPECT_LE(core.max_x, std::numeric_limits<float>::max());
}

TEST(MeasureBounds, TakesAllIntoTheCoreOfASmallSceneOrOneWithoutValidSamples) {
  EXPECT_GE(core_of(world_with_an_outlier(7, 1e9F, 0, 4'095)).max_x, 9e8F);
  EXPECT_LE(core_of(world_with_an_outlier(7, 1e9F, 0, 4'096)).max_x, 130);
  StageBoxes boxes = world_with_an_outlier(7, 1e9F, 0, 25'600);
  for (std::size_t i = 0; i < 25'600; i += 100) boxes.max_x[i] = boxes.min_x[i] - 1;
  EXPECT_GE(core_of(boxes).max_x, 9e8F);
}

TEST(MeasureBounds, TakesAllOfAnEvenWorldIntoTheCore) {
  for (const StageBoxes& boxes : {uniform(300), uniform(20'000), line(20'000), heap(20'000)}) {
    Bounds bounds;
    for (std::size_t i = 0; i < boxes.size(); ++i) bounds.include(center(boxes.view()[i]));
    const Bounds core = core_of(boxes);
    EXPECT_EQ(core.min_x, bounds.min_x);
    EXPECT_EQ(core.min_y, bounds.min_y);
    EXPECT_EQ(core.max_x, bounds.max_x);
    EXPECT_EQ(core.max_y, bounds.max_y);
  }
}

}  // namespace
}  // namespace quadphase::detail
