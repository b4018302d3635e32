// SPDX-License-Identifier: MIT
// The validators find what they are there to find: each test breaks a good frame in one place.
#include "tree/validate_tree.hpp"

#include <gtest/gtest.h>

#include "base/invariant.hpp"
#include "pairs/validate_pairs.hpp"
#include "support/stage_inputs.hpp"

namespace quadphase::detail {
namespace {

using namespace quadphase::testing;

class Validators : public ::testing::Test {
 protected:
  Validators() {
    pipeline.tree();
    pipeline.workers.run(false, [&] {
      find_pairs(frame.tree.view, 1'000'000, pipeline.kernels, pipeline.workers, frame.segments);
      merge_pairs(frame.segments, pipeline.workers, frame.merged);
    });
  }

  StageBoxes boxes = broken(500);
  Pipeline pipeline{boxes};
  Frame& frame = pipeline.frame;
};

TEST_F(Validators, FindBoundsThatMissACenter) {
  frame.scene.bounds.max_x *= 0.5F;
  EXPECT_THROW(validate_bounds(boxes.view(), frame.scene), InvariantBroken);
}

TEST_F(Validators, FindAWrongNumberOfRejectedBoxes) {
  ++frame.scene.rejected_count;
  EXPECT_THROW(validate_bounds(boxes.view(), frame.scene), InvariantBroken);
}

TEST_F(Validators, FindRejectedBoxesOutOfOrder) {
  pipeline.partition();
  Record* const rejected = frame.partition.records.data() + frame.partition.valid_count;
  std::swap(rejected[0], rejected[1]);
  EXPECT_THROW(validate_partition(boxes.view(), frame.scene, frame.keys, frame.partition),
               InvariantBroken);
}

TEST_F(Validators, FindAKeyOfAnotherCell) {
  pipeline.keys();  // again, for the tree has used their memory
  EXPECT_NO_THROW(validate_keys(boxes.view(), frame.scene, frame.keys));
  frame.keys.keys[0] ^= Key{1} << 40;
  EXPECT_THROW(validate_keys(boxes.view(), frame.scene, frame.keys), InvariantBroken);
}

TEST_F(Validators, FindAnObjectThatIsMissing) {
  frame.tree.ids[7] = frame.tree.ids[8];
  EXPECT_THROW(validate_tree(boxes.view(), frame.scene, 16, frame.tree), InvariantBroken);
}

TEST_F(Validators, FindABoxThatIsNotTight) {
  *frame.tree.entries.edges_from(1).max_y = 0.123F;
  EXPECT_THROW(validate_tree(boxes.view(), frame.scene, 16, frame.tree), InvariantBroken);
}

TEST_F(Validators, FindALeafAboveTheCapacity) {
  EXPECT_THROW(validate_tree(boxes.view(), frame.scene, 3, frame.tree), InvariantBroken);
}

TEST_F(Validators, FindAPairThatDoesNotOverlap) {
  frame.merged.pairs[3] = {0, 499};
  EXPECT_THROW(validate_pairs(boxes.view(), true, {}, frame.segments, frame.merged),
               InvariantBroken);
}

TEST_F(Validators, FindAPairThatStandsTwice) {
  frame.merged.pairs[3] = frame.merged.pairs[4];
  EXPECT_THROW(validate_pairs(boxes.view(), true, {}, frame.segments, frame.merged),
               InvariantBroken);
}

TEST_F(Validators, FindChunksOutOfOrder) {
  std::swap(frame.merged.pairs[3], frame.merged.pairs[4]);
  EXPECT_THROW(validate_pairs(boxes.view(), true, {}, frame.segments, frame.merged),
               InvariantBroken);
}

TEST_F(Validators, FindARecordOutOfPlace) {
  pipeline.partition();
  EXPECT_NO_THROW(validate_partition(boxes.view(), frame.scene, frame.keys, frame.partition));
  std::swap(frame.partition.records[0], frame.partition.records[1]);
  EXPECT_THROW(validate_partition(boxes.view(), frame.scene, frame.keys, frame.partition),
               InvariantBroken);
}

}  // namespace
}  // namespace quadphase::detail
