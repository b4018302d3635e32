// SPDX-License-Identifier: MIT
// No baseline's memory explodes, whatever the boxes are.
#include <gtest/gtest.h>

#include "baselines/every_baseline.hpp"

namespace quadphase::bench {
namespace {

class BaselineMemory : public EveryBaseline {
 protected:
  void expect_small(const BoxList& boxes) {
    engine_->update(boxes.view());
    const std::size_t bytes_of_pairs = engine_->pairs().size() * sizeof(Pair);
    EXPECT_LT(engine_->byte_count(), 400U * boxes.size() + 8U * bytes_of_pairs + (1U << 20U));
  }
};
INSTANTIATE_TEST_SUITE_P(Each, BaselineMemory, ::testing::ValuesIn(all_baselines()),
                         name_of_baseline);

TEST_P(BaselineMemory, StaysSmallInAWideEmptyWorld) {
  expect_small(random_boxes(5000, 1e30F, 0, 1));
}

TEST_P(BaselineMemory, StaysSmallWhereOneBoxIsFarAway) {
  BoxList boxes = random_boxes(5000, 10, 0.1F, 2);
  boxes.add(1e30F, 1e30F, 1e30F, 1e30F);
  expect_small(boxes);
}

TEST_P(BaselineMemory, StaysSmallWhereManyBoxesAreEqual) {
  BoxList boxes;
  for (int i = 0; i < 1000; ++i) boxes.add(1, 1, 2, 2);
  for (int i = 0; i < 1000; ++i) boxes.add(100, 100, 100, 100);
  expect_small(boxes);
}

TEST_P(BaselineMemory, StaysSmallWhereGiantsCoverTheWorld) {
  BoxList boxes = random_boxes(5000, 50, 0, 3);
  for (int i = 0; i < 50; ++i) boxes.add(-60, -60, 60, 60);
  expect_small(boxes);
}

TEST_P(BaselineMemory, CountsTheBytesOfItsPairs) {
  engine_->update(random_boxes(2000, 10, 1, 4).view());
  EXPECT_GE(engine_->byte_count(), engine_->pairs().size() * sizeof(Pair));
}

}  // namespace
}  // namespace quadphase::bench
