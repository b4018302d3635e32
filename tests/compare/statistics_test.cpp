// SPDX-License-Identifier: MIT
#include "runner/intervals.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace quadphase::bench {
namespace {

std::vector<double> one_to(std::size_t n) {
  std::vector<double> values(n);
  std::iota(values.begin(), values.end(), 1.0);
  std::shuffle(values.begin(), values.end(), std::mt19937(3));
  return values;
}

TEST(MedianInterval, HasTheRanksOfTheBinomialTable) {
  const MedianInterval of_15 = median_interval(one_to(15));
  EXPECT_EQ(of_15.median, 8);
  EXPECT_EQ(of_15.low, 4);
  EXPECT_EQ(of_15.high, 12);
  EXPECT_NEAR(of_15.coverage, 0.96484, 1e-5);
  const MedianInterval of_100 = median_interval(one_to(100));
  EXPECT_EQ(of_100.median, 50.5);
  EXPECT_EQ(of_100.low, 40);
  EXPECT_EQ(of_100.high, 61);
  EXPECT_NEAR(of_100.coverage, 0.96480, 1e-5);
}

TEST(MedianInterval, OfTooFewSamplesIsAllOfThemAndSaysSo) {
  const MedianInterval of_5 = median_interval(one_to(5));
  EXPECT_EQ(of_5.low, 1);
  EXPECT_EQ(of_5.high, 5);
  EXPECT_NEAR(of_5.coverage, 1 - 2.0 / 32, 1e-9);
  EXPECT_EQ(median_interval({7}).coverage, 0);
  EXPECT_EQ(median_interval({7}).median, 7);
  EXPECT_EQ(median_interval({}).sample_count, 0U);
}

TEST(MedianInterval, CoversTheTrueMedianAsOftenAsItSays) {
  std::mt19937 random(11);
  std::exponential_distribution<double> times;
  const double true_median = std::log(2.0);
  int covered = 0;
  constexpr int kRuns = 2'000;
  for (int run = 0; run < kRuns; ++run) {
    std::vector<double> samples(25);
    for (double& sample : samples) sample = times(random);
    const MedianInterval interval = median_interval(samples);
    covered += static_cast<int>(interval.low <= true_median && true_median <= interval.high);
  }
  EXPECT_GT(covered, 0.94 * kRuns);
  EXPECT_LT(covered, 0.98 * kRuns);
}

TEST(Quantile, IsLinearBetweenNeighbors) {
  EXPECT_EQ(quantile({40, 10, 20, 30}, 0.5), 25);
  EXPECT_EQ(quantile({40, 10, 20, 30, 50}, 0.25), 20);
  EXPECT_EQ(quantile({}, 0.5), 0);
}

TEST(Mean, IsTheSumOverTheCount) {
  const std::vector<std::uint64_t> samples = {1, 2, 6};
  EXPECT_EQ(mean(samples), 3);
}

}  // namespace
}  // namespace quadphase::bench
