// SPDX-License-Identifier: MIT
// Where the loose quadtree keeps its objects.
#include "baselines/loose_quadtree.hpp"

#include <gtest/gtest.h>

#include "quadphase/box.hpp"
#include "scenes/columns.hpp"

namespace quadphase::bench {
namespace {

/// A world from 0 to 16 with small boxes: two on both sides of its middle line, and one within
/// another's cell.
class LooseCells : public testing::Test {
 protected:
  LooseCells() {
    columns_.resize(6);
    columns_.set(0, {0, 0, 1, 1});
    columns_.set(1, {15, 15, 16, 16});
    columns_.set(2, {7.1F, 3, 8.1F, 4});  // its center is left of the middle line
    columns_.set(3, {7.9F, 3, 8.9F, 4});  // right of it
    columns_.set(4, {0, 0, 7, 7});        // in a cell that is half of the world wide
    columns_.set(5, {2, 2, 2.5F, 2.5F});
    tree_.choose_world(columns_.view());
    tree_.insert_all(columns_.view());
  }

  scenes::Columns columns_;
  LooseQuadtree tree_;
};

TEST_F(LooseCells, OverlappingBoxesBesideALineAreNotOnOnePath) {
  ASSERT_TRUE(overlaps(columns_.view()[2], columns_.view()[3]));
  EXPECT_FALSE(tree_.are_on_one_path(2, 3));
  EXPECT_FALSE(tree_.are_on_one_path(3, 2));
}

TEST_F(LooseCells, ASmallBoxIsOnThePathOfTheCellAroundIt) {
  EXPECT_TRUE(tree_.are_on_one_path(4, 5));
  EXPECT_TRUE(tree_.are_on_one_path(5, 4));
  EXPECT_TRUE(tree_.are_on_one_path(5, 5));
  EXPECT_FALSE(tree_.are_on_one_path(4, 1));
}

TEST_F(LooseCells, PairsAreFoundWhetherOrNotTheyAreOnOnePath) {
  PairBuffer found;
  tree_.find_pairs(0, 6, found);
  std::size_t expected = 0;
  const BoxView boxes = columns_.view();
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t j = i + 1; j < 6; ++j) expected += overlaps(boxes[i], boxes[j]) ? 1U : 0U;
  EXPECT_EQ(found.size(), expected);
  EXPECT_EQ(expected, 3U);
}

}  // namespace
}  // namespace quadphase::bench
