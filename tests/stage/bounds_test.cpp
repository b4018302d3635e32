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
