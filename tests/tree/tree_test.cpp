// SPDX-License-Identifier: MIT
#include "tree/tree.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace quadphase::detail
