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

TEST(InteriorsOverlap, ButNotThoseOfBoxesThatOnlyTouch) {
  constexpr Box kBox = {0, 0, 2, 2};
  static_assert(overlaps(kBox, {2, 0, 3, 2}) && !interiors_overlap(kBox, {2, 0, 3, 2}));
  for (const Box& other : {Box{2, 0, 3, 2}, Box{0, 2, 2, 3}, Box{-1, 0, 0, 2}, Box{0, -1, 2, 0},
                           Box{2, 2, 3, 3}, Box{0, 0, 0, 0}, Box{1, 0, 1, 0}, Box{2, 1, 2, 1}}) {
    EXPECT_TRUE(overlaps(kBox, other) && overlaps(kBox, other, true));
    EXPECT_FALSE(interiors_overlap(kBox, other) || overlaps(kBox, other, false));
    EXPECT_FALSE(interiors_overlap(other, kBox));
  }
  constexpr float kBelow = 2 - std::numeric_limits<float>::epsilon();
  for (const Box& other : {kBox, Box{kBelow, 0, 3, 2}, Box{1, 1, 1, 1}, Box{-1, 1, 3, 1},
                           Box{-kInfinity, -kInfinity, kInfinity, kInfinity}}) {
    EXPECT_TRUE(interiors_overlap(kBox, other) && interiors_overlap(other, kBox));
    EXPECT_TRUE(overlaps(kBox, other, false));
  }
}

TEST(InteriorsOverlap, ForNoBoxWithoutWidthAtItsOwnPlace) {
  for (const Box& box : {Box{1, 1, 1, 1}, Box{1, 0, 1, 2}, Box{kInfinity, 0, kInfinity, 1},
                         Box{0.0F, 0, -0.0F, 1}}) {
    EXPECT_TRUE(overlaps(box, box));
    EXPECT_FALSE(interiors_overlap(box, box));
  }
  EXPECT_TRUE(interiors_overlap(Box{1, 0, 1, 2}, Box{0, 1, 2, 1})) << "two lines that cross";
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
