// SPDX-License-Identifier: MIT
#include "tree/leaves.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "base/tuning.hpp"
#include "support/stage_inputs.hpp"

namespace quadphase::detail {
namespace {

using namespace quadphase::testing;

/// Records of a scene in one bucket, and the leaves they become.
struct OneBucket {
  explicit OneBucket(const StageBoxes& boxes, std::uint32_t capacity = 16,
                     std::uint32_t max_depth = 64)
      : scratch(std::pmr::get_default_resource()) {
    Bounds bounds;
    for (std::size_t i = 0; i < boxes.size(); ++i) bounds.include(center(boxes.view()[i]));
    const Quantizer quantizer(bounds);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      const Box box = boxes.view()[i];
      const RecordKey key = record_key(quantizer.key(center(box)), kKeyBits);
      records.push_back({box, key, static_cast<std::uint32_t>(i)});
    }
    keys = records;
    scratch.reserve(records.size());
    leaf_count = build_leaves(records.data(), static_cast<std::uint32_t>(records.size()), 0,
                              nullptr, {}, LeafRules{capacity, max_depth}, scratch);
  }

  [[nodiscard]] std::uint32_t leaf_size(std::uint32_t leaf) const {
    return scratch.leaf_first[leaf + 1] - scratch.leaf_first[leaf];
  }

  std::vector<Record> records;
  std::vector<Record> keys;  // with the keys before any was made anew
  LeafScratch scratch;
  std::uint32_t leaf_count = 0;
};

TEST(BuildLeaves, PutsEachObjectInOneLeafOfAtMostTheCapacity) {
  for (const std::uint32_t capacity : {1U, 2U, 3U, 4U, 7U, 16U}) {
    for (const StageBoxes& boxes :
         {uniform(3'000), heap(3'000), nested(3'000), line(3'000), outlier(3'000)}) {
      const OneBucket bucket(boxes, capacity);
      std::vector<std::uint32_t> order(bucket.scratch.order.data(),
                                       bucket.scratch.order.data() + boxes.size());
      std::sort(order.begin(), order.end());
      std::vector<std::uint32_t> rows(boxes.size());
      std::iota(rows.begin(), rows.end(), 0U);
      EXPECT_EQ(order, rows);
      for (std::uint32_t leaf = 0; leaf < bucket.leaf_count; ++leaf) {
        ASSERT_GE(bucket.leaf_size(leaf), 1U);
        ASSERT_LE(bucket.leaf_size(leaf), capacity);
      }
      EXPECT_EQ(bucket.scratch.leaf_first[bucket.leaf_count], boxes.size());
    }
  }
}

TEST(BuildLeaves, OrdersLeavesAlongTheCurve) {
  const OneBucket bucket(uniform(5'000));
  RecordKey last_of_leaf_before = 0;
  for (std::uint32_t leaf = 0; leaf < bucket.leaf_count; ++leaf) {
    RecordKey least = ~RecordKey{0};
    RecordKey greatest = 0;
    for (std::uint32_t i = bucket.scratch.leaf_first[leaf]; i < bucket.scratch.leaf_first[leaf + 1];
         ++i) {
      const RecordKey key = bucket.keys[bucket.scratch.order[i]].key;
      least = std::min(least, key);
      greatest = std::max(greatest, key);
    }
    EXPECT_LE(last_of_leaf_before, least);
    last_of_leaf_before = greatest;
  }
}

TEST(BuildLeaves, PutsMoreThanHalfTheCapacityIntoTwoLeavesInARow) {
  for (const StageBoxes& boxes : {uniform(8'000), nested(8'000), line(8'000)}) {
    EXPECT_LE(OneBucket(boxes).leaf_count, 2 * boxes.size() / 9 + 1);
  }
  // The most leaves that a scene can be made to have: single objects on ever smaller scales around
  // a full cell.
  StageBoxes chain;
  for (int scale = 100; scale > -100; --scale) {
    const float size = std::ldexp(1.0F, scale);
    for (const auto& [x, y] : {std::pair{1.0F, 0.0F}, {0.0F, 1.0F}, {1.0F, 1.0F}})
      chain.add_square(size * x, size * y, 0);
  }
  EXPECT_LE(OneBucket(chain).leaf_count, 2 * chain.size() / 9 + 1);
}

TEST(BuildLeaves, CutsObjectsAtOnePointIntoFullLeavesInRowOrder) {
  StageBoxes boxes;
  for (int i = 0; i < 1'000; ++i) boxes.add_square(5, 5, 1);
  const OneBucket bucket(boxes);
  EXPECT_EQ(bucket.leaf_count, 63U);
  for (std::uint32_t i = 0; i < 1'000; ++i) EXPECT_EQ(bucket.scratch.order[i], i);
}

TEST(BuildLeaves, CutsACellAtTheMaximumDepthIntoSeveralLeaves) {
  const OneBucket bucket(uniform(4'000), 16, 1);
  EXPECT_LE(bucket.leaf_count, 4'000U / 16 + 4);
  EXPECT_GE(bucket.leaf_count, 4'000U / 16);
}

TEST(BuildLeaves, SortsCellsDownToTheMaximumDepthAndNoFurther) {
  for (const int depth : {1, 2, 3, 5, 6, 7, 9}) {
    const OneBucket bucket(uniform(4'000), 1, static_cast<std::uint32_t>(depth));
    const auto cell = [&](std::uint32_t i) {
      return bucket.keys[bucket.scratch.order[i]].key >> (kRecordKeyBits - 2 * depth);
    };
    for (std::uint32_t i = 1; i < 4'000; ++i) {
      ASSERT_LE(cell(i - 1), cell(i)) << "depth " << depth;
      if (cell(i - 1) == cell(i)) {
        ASSERT_LT(bucket.scratch.order[i - 1], bucket.scratch.order[i]) << "depth " << depth;
      }
    }
  }
}

TEST(BuildLeaves, SeparatesPointsThatOneQuantizerCannot) {
  // Two heaps 1e-20 apart, beside one object at 1e20: they share a cell until their keys are made
  // anew.
  StageBoxes boxes;
  for (int i = 0; i < 32; ++i) boxes.add_square(i % 2 == 0 ? 0 : 1e-20F, 0, 0);
  boxes.add_square(1e20F, 0, 0);
  const OneBucket bucket(boxes);
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(bucket.scratch.order[i] % 2, i / 16);
}

}  // namespace
}  // namespace quadphase::detail
