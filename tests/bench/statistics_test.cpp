// SPDX-License-Identifier: MIT
#include "runner/statistics.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace quadphase::bench {
namespace {

/// 1, 2, ..., n, shuffled.
std::vector<std::uint64_t> shuffled_ranks(std::size_t n) {
  std::vector<std::uint64_t> ranks(n);
  std::iota(ranks.begin(), ranks.end(), std::uint64_t{1});
  std::shuffle(ranks.begin(), ranks.end(), std::mt19937(7));
  return ranks;
}

TEST(Percentile, IsTheSampleAtTheNearestRank) {
  EXPECT_EQ(percentile(shuffled_ranks(100), 0.99), 99U);
  EXPECT_EQ(percentile(shuffled_ranks(120), 0.99), 119U);
  EXPECT_EQ(percentile(shuffled_ranks(101), 0.99), 100U);
  EXPECT_EQ(percentile(shuffled_ranks(99), 0.99), 99U);
  EXPECT_EQ(percentile(shuffled_ranks(1000), 0.5), 500U);
}

TEST(Percentile, OfOneIsTheLargest) {
  EXPECT_EQ(percentile(shuffled_ranks(37), 1.0), 37U);
}

TEST(Percentile, OfOneSampleIsThatSample) {
  EXPECT_EQ(percentile({42}, 0.01), 42U);
  EXPECT_EQ(percentile({42}, 0.99), 42U);
}

TEST(Percentile, OfNothingIsZero) {
  EXPECT_EQ(percentile({}, 0.99), 0U);
}

TEST(Median, OfAnOddNumberIsTheMiddleOne) {
  EXPECT_EQ(median(shuffled_ranks(101)), 51.0);
}

TEST(Median, OfAnEvenNumberIsTheMeanOfTheMiddleTwo) {
  EXPECT_EQ(median(shuffled_ranks(100)), 50.5);
  EXPECT_EQ(median({9, 1}), 5.0);
}

TEST(Median, OfNothingIsZero) {
  EXPECT_EQ(median({}), 0.0);
}

TEST(QuietestMedian, IsThatOfTheBlockThatWasDisturbedLeast) {
  std::vector<std::uint64_t> samples(20, 150);
  for (std::size_t i = 8; i < 12; ++i) samples[i] = 100 + i;
  samples[0] = 1;
  EXPECT_EQ(quietest_median(samples, 5), 109.5);
}

TEST(QuietestMedian, NeedsFourSamplesABlock) {
  EXPECT_EQ(quietest_median(std::vector<std::uint64_t>(19, 2), 5), 0.0);
  EXPECT_EQ(quietest_median(std::vector<std::uint64_t>(20, 2), 5), 2.0);
}

}  // namespace
}  // namespace quadphase::bench
