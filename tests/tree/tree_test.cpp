// SPDX-License-Identifier: MIT
#include "tree/tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/stage_inputs.hpp"
#include "tree/validate_tree.hpp"

namespace quadphase::detail {
namespace {

using namespace quadphase::testing;

TEST(BuildTree, HasEachObjectOnceAndTightBoxesOnEveryLevel) {
  for (const NamedBoxes& input : all_inputs()) {
    for (const int threads : {1, 4}) {
      for (const std::uint32_t capacity : {1U, 5U, 16U}) {
        SCOPED_TRACE(input.name);
        SCOPED_TRACE(capacity);
        Pipeline pipeline(input.boxes, threads, capacity);
        pipeline.tree();
        EXPECT_NO_THROW(
            validate_tree(input.boxes.view(), pipeline.frame.scene, capacity, pipeline.frame.tree));
      }
    }
  }
}

TEST(BuildTree, HasATopLevelThatOneVectorHolds) {
  for (const NamedBoxes& input : all_inputs()) {
    SCOPED_TRACE(input.name);
    Pipeline pipeline(input.boxes);
    pipeline.tree();
    const TreeView& view = pipeline.frame.tree.view;
    if (view.sizes[0] == 0) {
      EXPECT_EQ(view.level_count, 0U);
      continue;
    }
    ASSERT_GE(view.level_count, 2U);
    EXPECT_LE(view.sizes[view.level_count - 1], kFanout);
  }
}

TEST(BuildTree, StaysWithinTheRoomThatWasReserved) {
  for (const NamedBoxes& input : all_inputs()) {
    SCOPED_TRACE(input.name);
    Pipeline pipeline(input.boxes);
    const std::size_t reserved =
        max_leaf_count(input.boxes.size(), max_bucket_count(input.boxes.size()), 16);
    pipeline.tree();
    EXPECT_LE(pipeline.frame.tree.view.sizes[0], reserved);
  }
}

/// Up to a leaf of boxes, of sizes far apart; in some, one box is not valid.
StageBoxes few_boxes(Random& random) {
  const auto most = static_cast<float>(std::min<std::size_t>(kFanout, kBucketObjects));
  const auto count = 1 + static_cast<std::size_t>(most * random.next());
  const float spread = 16 * random.next();
  StageBoxes boxes;
  while (boxes.size() < count)
    boxes.add_square(random.next(), random.next(), std::exp2(spread * random.next()));
  if (random.next() < 0.2F) boxes.max_x[count / 2] = -1;
  return boxes;
}

void expect_same(const Tree& tree, const Tree& expected, std::size_t count) {
  const TreeView& view = tree.view;
  const TreeView& other = expected.view;
  ASSERT_EQ(view.level_count, other.level_count);
  for (std::uint32_t level = 0; level < view.level_count; ++level) {
    EXPECT_EQ(view.sizes[level], other.sizes[level]);
    EXPECT_EQ(view.levels[level].min_x - view.levels[0].min_x,
              other.levels[level].min_x - other.levels[0].min_x);
    EXPECT_EQ(box_at(view.levels[level], 0), box_at(other.levels[level], 0));
    const auto entry = static_cast<std::size_t>(view.levels[level].min_x - view.levels[0].min_x);
    EXPECT_EQ(view.least_ids[entry], other.least_ids[entry]);
  }
  for (std::size_t i = 0; i < count; ++i) {
    EXPECT_EQ(box_at(view.objects, i), box_at(other.objects, i));
    EXPECT_EQ(view.ids[i], other.ids[i]);
  }
  EXPECT_EQ(view.leaf_first[0], other.leaf_first[0]);
  EXPECT_EQ(view.leaf_first[1], other.leaf_first[1]);
  EXPECT_EQ(view.large_leaf_count, other.large_leaf_count);
  EXPECT_FALSE(view.has_tombstones || view.is_filtered() || view.exact.has_any());
}

TEST(BuildOneLeaf, MakesTheTreeOfAllStagesIfNoObjectIsLargeOrRejected) {
  Random random(1);
  int leaves = 0;
  for (int world = 0; world < 300; ++world) {
    SCOPED_TRACE(world);
    const StageBoxes boxes = few_boxes(random);
    Pipeline all(boxes);
    all.tree();
    const bool has_others =
        all.frame.scene.rejected_count > 0 || all.frame.tree.view.large_leaf_count > 0;
    ASSERT_EQ(are_small(boxes.span(), boxes.size()), !has_others);
    if (has_others) continue;
    ++leaves;
    Pipeline one(boxes);
    build_one_leaf(boxes.span(), static_cast<std::uint32_t>(boxes.size()), one.frame.tree);
    expect_same(one.frame.tree, all.frame.tree, boxes.size());
  }
  EXPECT_GT(leaves, 50);
  EXPECT_LT(leaves, 250);
}

}  // namespace
}  // namespace quadphase::detail
