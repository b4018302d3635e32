// SPDX-License-Identifier: MIT
#include "bounds.hpp"

#include <gtest/gtest.h>

#include "inputs.hpp"
#include "validate.hpp"

namespace quadphase::detail {
namespace {

using namespace quadphase::testing;

void measure(const Boxes& boxes, const Kernels& kernels, int threads, Frame& frame) {
  Workers workers(threads, {});
  frame.reserve(boxes.size(), 16);
  workers.run(false,
              [&] { measure_bounds(boxes.span(), boxes.size(), kernels, workers, frame.scene); });
}

TEST(MeasureBounds, HoldsEveryCentreAndCountsEveryRejectedBoxOnEveryInstructionSet) {
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

TEST(MeasureBounds, OfNoLegalBoxIsEmpty) {
  Boxes boxes;
  for (int i = 0; i < 40; ++i) boxes.add({1, 0, 0, 1});
  Frame frame(std::pmr::get_default_resource(), 1);
  measure(boxes, kernels_for(Simd::best), 1, frame);
  EXPECT_TRUE(frame.scene.bounds.is_empty());
  EXPECT_EQ(frame.scene.rejected_count, 40U);
}

TEST(MeasureBounds, TakesNearlyAllOfAWorldIntoTheCoreAndNoOutlier) {
  const Boxes boxes = outlier(20'000);
  Frame frame(std::pmr::get_default_resource(), 1);
  measure(boxes, kernels_for(Simd::best), 1, frame);
  const Bounds& core = frame.scene.core;
  EXPECT_LE(std::max(core.max_x, -core.min_y), 130);
  std::size_t outside = 0;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Point c = centre(boxes.view()[i]);
    outside += c.x < core.min_x || c.x > core.max_x || c.y < core.min_y || c.y > core.max_y;
  }
  EXPECT_LE(outside, 20U);
}

TEST(MeasureBounds, TakesAllOfAnEvenWorldIntoTheCore) {
  for (const Boxes& boxes : {uniform(300), uniform(20'000), line(20'000), heap(20'000)}) {
    Frame frame(std::pmr::get_default_resource(), 1);
    measure(boxes, kernels_for(Simd::best), 1, frame);
    EXPECT_EQ(frame.scene.core.min_x, frame.scene.bounds.min_x);
    EXPECT_EQ(frame.scene.core.min_y, frame.scene.bounds.min_y);
    EXPECT_EQ(frame.scene.core.max_x, frame.scene.bounds.max_x);
    EXPECT_EQ(frame.scene.core.max_y, frame.scene.bounds.max_y);
  }
}

TEST(Centre, IsHalfwayAndFiniteForEveryLegalBox) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kLargest = std::numeric_limits<float>::max();
  EXPECT_EQ(centre(1.0F, 4.0F), 2.5F);
  EXPECT_EQ(centre(kLargest, kLargest), kLargest);
  EXPECT_EQ(centre(-kLargest, kLargest), 0.0F);
  EXPECT_EQ(centre(-kInfinity, kInfinity), 0.0F);
  EXPECT_EQ(centre(0.0F, kInfinity), kLargest);
  EXPECT_EQ(centre(-kInfinity, -kInfinity), -kLargest);
}

}  // namespace
}  // namespace quadphase::detail
