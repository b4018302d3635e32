// SPDX-License-Identifier: MIT
// How well rows lie in the order of the tree.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "quadphase/reorder.hpp"
#include "support/checks.hpp"
#include "support/rows.hpp"

namespace quadphase::contract {
namespace {

TEST(RowLocality, IsOneInOrderAndNearZeroInRandomOrder) {
  for (const std::size_t count : {0U, 1U, 2U, 65U, 1'025U, 100'000U}) {
    EXPECT_EQ(row_locality(ascending(count)), 1) << count;
    Rows descending = ascending(count);
    std::reverse(descending.begin(), descending.end());
    EXPECT_EQ(row_locality(descending), 1) << count;
  }
  EXPECT_LT(row_locality(shuffled(100'000)), 0.02F);
  // Half of the neighbors are 64 apart, which is near, and half are 65.
  EXPECT_EQ(row_locality(Rows{0, 64, 129}), 0.5F);
}

TEST(RowLocality, SinksAsObjectsLeaveTheirNeighbors) {
  const Columns frame = frame_of("uniform", 12'000);
  std::vector<Box> boxes(frame.view().size());
  for (std::size_t i = 0; i < boxes.size(); ++i) boxes[i] = frame.view()[i];
  BroadPhase engine({.threads = 2});
  engine.update(boxes);
  EXPECT_LT(row_locality(engine.order()), 0.05F);
  reorder(engine.order(), boxes);
  float last = 1;
  for (const float distance : {0.F, 1.F, 4.F, 16.F}) {
    std::vector<Box> moved = boxes;
    const Rows random = shuffled(boxes.size());
    for (std::size_t i = 0; i < moved.size(); ++i) {
      const float offset = distance * (static_cast<float>(random[i]) / 6'000 - 1);
      moved[i].min_x += offset;
      moved[i].max_x += offset;
    }
    engine.update(moved);
    const float locality = row_locality(engine.order());
    EXPECT_TRUE(distance == 0 ? locality == 1 : locality < last - 0.05F)
        << distance << ": " << locality << " after " << last;
    last = locality;
  }
}

TEST(RowLocality, IsThatOfTheRowsOfIds) {
  const Rows ids = shuffled(1'000);
  Rows row_of(ids.size());
  new_rows(ids, row_of);
  EXPECT_LT(row_locality(ids), 0.25F);
  EXPECT_EQ(row_locality(ids, row_of), 1);
  // The last id is not in the table, and far from the one before it.
  EXPECT_EQ(row_locality(Rows{0, 1, 2}, Rows{5, 6}), 0.5F);
}

}  // namespace
}  // namespace quadphase::contract
