// SPDX-License-Identifier: MIT
// The tree that is kept must stay as good as a new one.
#include "baselines/classic_quadtree.hpp"

#include <gtest/gtest.h>

#include "baselines/every_baseline.hpp"

namespace quadphase::bench {
namespace {

TEST(ClassicQuadtree, FindsNoObjectThatWasRemoved) {
  const BoxList list = random_boxes(1000, 100, 2, 1);
  std::vector<Box> boxes(list.size());
  ClassicQuadtree tree;
  tree.clear({-100, -100, 102, 102}, 8);
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    boxes[i] = list.view()[i];
    tree.insert(static_cast<ObjectId>(i), boxes[i], boxes);
  }
  for (std::size_t i = 0; i < boxes.size(); i += 2) tree.remove(static_cast<ObjectId>(i), boxes[i]);
  std::vector<ObjectId> left;
  tree.query({-100, -100, 102, 102}, [&](ObjectId id) { left.push_back(id); });
  EXPECT_EQ(left.size(), boxes.size() / 2);
  for (const ObjectId id : left) EXPECT_EQ(id % 2, 1U);
}

TEST(ClassicQuadtree, VisitsFewOfManyObjects) {
  const BoxList list = random_boxes(4000, 100, 0.1F, 2);
  std::vector<Box> boxes(list.size());
  ClassicQuadtree tree;
  tree.clear({-100, -100, 101, 101}, depth_for(boxes.size()));
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    boxes[i] = list.view()[i];
    tree.insert(static_cast<ObjectId>(i), boxes[i], boxes);
  }
  std::size_t visited = 0;
  tree.query({30, 30, 31, 31}, [&](ObjectId) { ++visited; });
  EXPECT_GT(visited, 0U);
  EXPECT_LT(visited, 100U);
}

TEST(ClassicQuadtree, GivesNodesBackThatEmptiesLeave) {
  std::vector<Box> boxes(500);
  ClassicQuadtree tree;
  tree.clear({0, 0, 1024, 1024}, 8);
  std::size_t bytes_after_one_round = 0;
  for (int round = 0; round < 30; ++round) {  // a crowd that wanders through the world
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      if (round > 0) tree.remove(static_cast<ObjectId>(i), boxes[i]);
      const float x = static_cast<float>(32 * round) + static_cast<float>(i % 25);
      const float y = static_cast<float>(32 * round) + static_cast<float>(i / 25);
      boxes[i] = {x, y, x, y};
      tree.insert(static_cast<ObjectId>(i), boxes[i], boxes);
    }
    if (round == 1) bytes_after_one_round = tree.byte_count();
  }
  EXPECT_LT(tree.byte_count(), 3 * bytes_after_one_round);
}

}  // namespace
}  // namespace quadphase::bench
