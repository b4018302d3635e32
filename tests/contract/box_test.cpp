// SPDX-License-Identifier: MIT
// The small functions of boxes.
#include "quadphase/box.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace quadphase {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kLargest = std::numeric_limits<float>::max();

TEST(Center, IsHalfwayAndFiniteForEveryBox) {
  const auto middle = [](float min, float max) { return center({min, 0, max, 0}).x; };
  EXPECT_EQ(middle(1, 4), 2.5F);
  EXPECT_EQ(middle(kLargest, kLargest), kLargest);
  EXPECT_EQ(middle(-kLargest, kLargest), 0.0F);
  EXPECT_EQ(middle(-kInfinity, kInfinity), 0.0F);
  EXPECT_EQ(middle(0, kInfinity), kLargest);
  EXPECT_EQ(middle(-kInfinity, -kInfinity), -kLargest);
  EXPECT_EQ(middle(std::numeric_limits<float>::quiet_NaN(), 1), 0.0F);
  EXPECT_EQ(center({0, -3, 0, 5}), (Point{0, 1}));
}

TEST(Merge, IsTheSmallestBoxThatContainsBoth) {
  constexpr Box kLeft = {0, 5, 1, 6};
  constexpr Box kRight = {3, 2, 4, 9};
  constexpr Box kBoth = merge(kLeft, kRight);
  EXPECT_EQ(kBoth, (Box{0, 2, 4, 9}));
  EXPECT_EQ(merge(kRight, kLeft), kBoth);
  EXPECT_TRUE(contains(kBoth, kLeft) && contains(kBoth, kRight));
}

TEST(Contains, CountsTouchingEdgesAndNoneThatStandOut) {
  constexpr Box kOuter = {0, 0, 4, 4};
  EXPECT_TRUE(contains(kOuter, kOuter));
  EXPECT_TRUE(contains(kOuter, {0, 1, 4, 1}));
  EXPECT_FALSE(contains(kOuter, {-1, 1, 2, 2}));
  EXPECT_FALSE(contains(kOuter, {1, -1, 2, 2}));
  EXPECT_FALSE(contains(kOuter, {1, 1, 5, 2}));
  EXPECT_FALSE(contains(kOuter, {1, 1, 2, 5}));
}

TEST(FromCenter, IsTheInverseOfCenterAndExtent) {
  constexpr Box kBox = from_center({3, -2}, {0.5F, 4});
  EXPECT_EQ(kBox, (Box{2.5F, -6, 3.5F, 2}));
  EXPECT_EQ(center(kBox), (Point{3, -2}));
  EXPECT_EQ(extent(kBox), (Point{1, 8}));
}

}  // namespace
}  // namespace quadphase
