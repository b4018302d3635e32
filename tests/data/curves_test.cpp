// SPDX-License-Identifier: MIT
#include "data/curves.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "base/tuning.hpp"
#include "support/stage_inputs.hpp"

namespace quadphase::detail {
namespace {

using namespace quadphase::testing;

constexpr std::uint32_t kAllAxes = (1U << kLongAxes) - 1;

std::uint32_t bit_of(LongAxis axis) {
  return 1U << static_cast<unsigned>(axis);
}

CellShapes apart() {
  CellShapes shapes;
  shapes.stretches = {Stretch{}, Stretch{1, 64}, Stretch{16, 1}};
  shapes.has_curve_per_axis = true;
  return shapes;
}

TEST(LongAxis, IsThatOfASideFourTimesAsLongAsTheOther) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kLargest = std::numeric_limits<float>::max();
  constexpr float kLeast = std::numeric_limits<float>::denorm_min();
  const std::pair<Box, LongAxis> cases[] = {
      {{0, 0, 4, 1}, LongAxis::x},
      {{0, 0, 1, 4}, LongAxis::y},
      {{0, 0, 3.9F, 1}, LongAxis::none},
      {{0, 0, 1, 3.9F}, LongAxis::none},
      {{2, 2, 2, 2}, LongAxis::none},
      {{0, 5, kLeast, 5}, LongAxis::x},
      {{5, 0, 5, kLeast}, LongAxis::y},
      {{-kLargest, 0, kLargest, 1}, LongAxis::x},
      {{0, -kLargest, kLargest, kLargest}, LongAxis::y},  // its height is infinite as a float
      {{-kInfinity, 0, kInfinity, kLargest}, LongAxis::x},
      {{-kInfinity, -kInfinity, kInfinity, kInfinity}, LongAxis::none},
  };
  for (const auto& [box, axis] : cases)
    EXPECT_EQ(long_axis(box), axis) << box.max_x << " by " << box.max_y;
}

TEST(Curves, FollowOneAnotherByAxis) {
  const Curves curves({0, 0, 100, 100}, apart(), kAllAxes);
  const auto position = [&](float x, float y, float width, float height) {
    return curves.position({x, y, x + width, y + height});
  };
  EXPECT_LT(position(99, 99, 1, 1), position(0, 0, 8, 1));
  EXPECT_LT(position(92, 99, 8, 1), position(0, 0, 1, 8));
  EXPECT_LT(position(99, 92, 1, 8), kSmallBit);
}

TEST(Curves, OfOneAxisAloneKeepAllBits) {
  const Bounds bounds{0, 0, 100, 100};
  for (const LongAxis axis : {LongAxis::none, LongAxis::x, LongAxis::y}) {
    const Curves curves(bounds, apart(), bit_of(axis));
    const Quantizer quantizer(bounds, apart().stretches[static_cast<std::size_t>(axis)]);
    EXPECT_FALSE(curves.has_curve_per_axis);
    EXPECT_EQ(curves.position({3, 4, 3, 4}), quantizer.key({3, 4}));
  }
}

TEST(Curves, AreOneForAllBoxesThatAreNotApart) {
  CellShapes shapes = apart();
  shapes.has_curve_per_axis = false;
  const Curves curves({0, 0, 100, 100}, shapes, 0);
  const Quantizer quantizer({0, 0, 100, 100}, shapes.stretches[0]);
  for (const Box& box : {Box{0, 0, 90, 1}, Box{0, 0, 1, 90}, Box{5, 5, 6, 6}})
    EXPECT_EQ(curves.position(box), quantizer.key(center(box)));
}

TEST(CellBounds, AreNoPointWhereTheBoxesAtOnePointAreOnTwoCurves) {
  CellBounds bounds;
  bounds.include({0, 0, 8, 0}, nullptr, 0, apart());
  EXPECT_TRUE(bounds.is_point());
  bounds.include({4, -4, 4, 4}, nullptr, 1, apart());
  EXPECT_FALSE(bounds.is_point());
}

/// How often the axis changes from one object to the next, in the order of the tree.
std::size_t changes_of_axis(const Frame& frame) {
  const TreeView& tree = frame.tree.view;
  std::size_t changes = 0;
  for (std::size_t i = 1; i < tree.object_count(); ++i)
    changes +=
        long_axis(box_at(tree.objects, i - 1)) != long_axis(box_at(tree.objects, i)) ? 1U : 0U;
  return changes;
}

TEST(BuildTree, HasTheBoxesOfEachLongAxisTogether) {
  const StageBoxes boxes = wires(20'000);
  Pipeline pipeline(boxes);
  pipeline.tree();
  EXPECT_TRUE(pipeline.frame.scene.shapes.has_curve_per_axis);
  EXPECT_LE(changes_of_axis(pipeline.frame), 8U);  // twice for large ones, and between these
}

TEST(BuildTree, HasTheBoxesOfEachLongAxisTogetherInEachOfManyWorlds) {
  const StageBoxes boxes = wires(20'000);
  // A world far from the others: these then have one number in the first keys.
  for (const std::uint32_t first_world : {0U, 0xFFFF'FF00U}) {
    SCOPED_TRACE(first_world);
    std::vector<std::uint32_t> worlds(boxes.size());
    for (std::size_t i = 0; i < worlds.size(); ++i) worlds[i] = static_cast<std::uint32_t>(i % 7);
    worlds[0] = first_world;
    Pipeline pipeline(boxes);
    pipeline.worlds = worlds.data();
    pipeline.tree();
    EXPECT_TRUE(pipeline.frame.scene.shapes.has_curve_per_axis);
    EXPECT_LE(changes_of_axis(pipeline.frame), 500U);
  }
}

/// Squares, and one line in twenty among them, a quarter as long as the world.
StageBoxes few_lines(std::size_t count) {
  Random random(5);
  StageBoxes boxes;
  const float side = std::sqrt(static_cast<float>(count));
  for (std::size_t i = 0; i < count; ++i) {
    const float x = side * random.next();
    const float y = side * random.next();
    const float width = i % 20 == 3 ? side / 4 : 0.5F;
    boxes.add(i % 40 == 3 ? Box{x, y, x + width, y} : Box{x, y, x + 0.5F, y + width});
  }
  return boxes;
}

TEST(BuildTree, HasTheLargeBoxesOfEachLongAxisTogetherWhereTheyAreManyForTheirSize) {
  for (const bool has_worlds : {false, true}) {
    const StageBoxes boxes = few_lines(100'000);
    std::vector<std::uint32_t> worlds(boxes.size());
    for (std::size_t i = 0; i < worlds.size(); ++i) worlds[i] = static_cast<std::uint32_t>(i % 3);
    Pipeline pipeline(boxes);
    if (has_worlds) pipeline.worlds = worlds.data();
    pipeline.tree();
    EXPECT_FALSE(pipeline.frame.scene.shapes.has_curve_per_axis);
    EXPECT_LE(changes_of_axis(pipeline.frame), has_worlds ? 9U : 3U);
  }
}

TEST(BuildTree, LeavesLargeBoxesTogetherThatAreFewForTheirSize) {
  const StageBoxes boxes = few_lines(5'000);
  Pipeline pipeline(boxes);
  pipeline.tree();
  EXPECT_GE(changes_of_axis(pipeline.frame), 50U);
}

TEST(MeasureBounds, LeavesLongBoxesTogetherThatAreFewOrShortOrOnALine) {
  const auto has_curve_per_axis = [](const StageBoxes& boxes) {
    Pipeline pipeline(boxes);
    pipeline.keys();
    return pipeline.frame.scene.shapes.has_curve_per_axis;
  };
  Random random(3);
  StageBoxes few;
  StageBoxes short_ones;
  StageBoxes on_line;
  for (std::size_t i = 0; i < 20'000; ++i) {
    const float x = 140 * random.next();
    const float y = 140 * random.next();
    const bool is_wide = i % 2 == 0;
    few.add(i % 40 == 0    ? Box{x, y, x, y + 20}
            : i % 40 == 20 ? Box{x, y, x + 20, y}
                           : Box{x, y, x + 1, y + 1});
    short_ones.add(is_wide ? Box{x, y, x + 2, y} : Box{x, y, x, y + 2});
    on_line.add(is_wide ? Box{x, 0, x + 20, 0} : Box{x, -10, x, 10});
  }
  EXPECT_FALSE(has_curve_per_axis(few));
  EXPECT_FALSE(has_curve_per_axis(short_ones));
  EXPECT_FALSE(has_curve_per_axis(on_line));
  EXPECT_TRUE(has_curve_per_axis(wires(20'000)));
}

}  // namespace
}  // namespace quadphase::detail
