// SPDX-License-Identifier: MIT
// The parts that the baselines share.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

#include "baselines/every_baseline.hpp"
#include "baselines/support/own_columns.hpp"
#include "baselines/support/pair_collector.hpp"
#include "baselines/support/radix_sort.hpp"
#include "baselines/support/scan.hpp"

namespace quadphase::bench {
namespace {

TEST(RadixSorter, SortsFloatsOfEverySignAndSize) {
  constexpr float kInfinite = std::numeric_limits<float>::infinity();
  std::mt19937 random(1);
  std::uniform_real_distribution<float> value(-1e3F, 1e3F);
  std::vector<float> values = {kInfinite, -kInfinite, 0, -0.0F, 1e-40F, -1e-40F, 3e38F, -3e38F};
  for (int i = 0; i < 40'000; ++i) values.push_back(value(random));
  RadixSorter sorter;
  sorter.rows().resize(values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    sorter.rows()[i] = {ordered_key(values[i]), static_cast<std::uint32_t>(i)};
  sorter.sort();
  std::vector<bool> is_seen(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::uint32_t row = sorter.rows()[i].row;
    EXPECT_FALSE(is_seen[row]);
    is_seen[row] = true;
    if (i > 0) {
      ASSERT_LE(values[sorter.rows()[i - 1].row], values[row]);
    }
  }
}

class Lanes : public ::testing::Test {
 protected:
  void SetUp() override {
    const BoxList list = random_boxes(kCount, 10, 6, 7);
    columns_.resize(kCount);
    for (std::size_t i = 0; i < kCount; ++i) {
      boxes_.push_back(list.view()[i]);
      columns_.set(i, boxes_[i], static_cast<ObjectId>(7 * i % kCount));  // not in order
    }
  }

  /// What a kernel should have written for box `i` and those of the range.
  void add_expected(std::size_t i, std::size_t begin, std::size_t end) {
    for (std::size_t j = begin; j < end; ++j) {
      if (overlaps(boxes_[i], boxes_[j]))
        expected_.push_back(ordered(columns_.view().ids[i], columns_.view().ids[j]));
    }
  }

  static constexpr std::size_t kCount = 300;
  OwnColumns columns_;
  std::vector<Box> boxes_;
  std::vector<Pair> expected_;
};

TEST_F(Lanes, TestTwoRangesOfEveryLength) {
  const Columns boxes = columns_.view();
  for (std::size_t first = 0; first <= kLanes; ++first) {
    for (std::size_t second = 0; first + second <= kLanes; ++second) {
      std::vector<Pair> found(2 * kLanes + 8);
      const Pair* const end =
          test_two_ranges(query_of(boxes, 5), boxes, 6, first, 40, second, found.data());
      found.resize(static_cast<std::size_t>(end - found.data()));
      expected_.clear();
      add_expected(5, 6, 6 + first);
      add_expected(5, 40, 40 + second);
      EXPECT_EQ(found, expected_) << first << " and " << second;
    }
  }
}

TEST_F(Lanes, TestASecondRangeThatIsTheFirstInMemory) {
  const Columns boxes = columns_.view();
  std::vector<Pair> found(2 * kLanes + 8);
  const Pair* const end = test_two_ranges(query_of(boxes, 200), boxes, 201, 9, 0, 7, found.data());
  found.resize(static_cast<std::size_t>(end - found.data()));
  add_expected(200, 201, 210);
  add_expected(200, 0, 7);
  EXPECT_EQ(found, expected_);
}

TEST_F(Lanes, ScanAnyRange) {
  const Columns boxes = columns_.view();
  for (std::size_t begin = 0; begin < 130; begin += 7) {
    for (std::size_t end = begin; end <= kCount; end += 13) {
      PairBuffer found;
      found.set_end(scan(boxes, 3, begin, end, found, found.end(), overlaps_at));
      expected_.clear();
      add_expected(3, begin, end);
      ASSERT_TRUE(
          std::equal(found.span().begin(), found.span().end(), expected_.begin(), expected_.end()))
          << begin << " to " << end;
    }
  }
}

TEST(PairCollector, JoinsWhatAllThreadsFound) {
  tbb::task_arena arena(4);
  PairCollector collector;
  for (int frame = 0; frame < 3; ++frame) {
    collector.clear();
    arena.execute([&] {
      tbb::parallel_for(0U, 10'000U, [&](std::uint32_t i) {
        collector.local().push_back({i, i + 1});
      });
      collector.join();
    });
    std::vector<Pair> pairs(collector.pairs().begin(), collector.pairs().end());
    std::sort(pairs.begin(), pairs.end());
    ASSERT_EQ(pairs.size(), 10'000U);
    for (std::uint32_t i = 0; i < pairs.size(); ++i) EXPECT_EQ(pairs[i], (Pair{i, i + 1}));
  }
}

}  // namespace
}  // namespace quadphase::bench
