// SPDX-License-Identifier: MIT
#include "scaling/law.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "scaling/measure.hpp"

namespace quadphase::bench {
namespace {

TEST(KarpFlatt, IsTheSerialFraction) {
  EXPECT_NEAR(karp_flatt(2, 2), 0, 1e-12);
  EXPECT_NEAR(karp_flatt(1, 8), 1, 1e-12);
  EXPECT_NEAR(karp_flatt(4.0 / 3, 2), 0.5, 1e-12);
  // The example of the paper's table: 1/S = 0.1 + 0.9/p.
  for (const int p : {2, 4, 16}) EXPECT_NEAR(karp_flatt(1 / (0.1 + 0.9 / p), p), 0.1, 1e-12);
  EXPECT_LT(karp_flatt(2.2, 2), 0);
}

TEST(FitScaling, FindsTheCoefficientsThatMadeThePoints) {
  std::vector<SpeedUp> amdahl, usl;
  for (const int p : {1, 2, 3, 4, 8, 16}) {
    amdahl.push_back({p, 1 / (0.07 + 0.93 / p)});
    usl.push_back({p, p / (1 + 0.05 * (p - 1) + 0.002 * p * (p - 1))});
  }
  const auto amdahl_fit = fit_scaling(amdahl);
  ASSERT_TRUE(amdahl_fit.has_value());
  EXPECT_NEAR(amdahl_fit->amdahl_serial, 0.07, 1e-9);
  EXPECT_NEAR(amdahl_fit->amdahl_error, 0, 1e-9);
  const auto usl_fit = fit_scaling(usl);
  ASSERT_TRUE(usl_fit.has_value());
  EXPECT_NEAR(usl_fit->usl_contention, 0.05, 1e-9);
  EXPECT_NEAR(usl_fit->usl_coherency, 0.002, 1e-9);
  EXPECT_NEAR(usl_fit->usl_error, 0, 1e-9);
}

TEST(FitScaling, KeepsCoefficientsAtZeroOrAbove) {
  std::vector<SpeedUp> above_ideal;
  for (const int p : {1, 2, 4, 8}) above_ideal.push_back({p, 1.1 * p});
  const auto fit = fit_scaling(above_ideal);
  ASSERT_TRUE(fit.has_value());
  EXPECT_EQ(fit->amdahl_serial, 0);
  EXPECT_GE(fit->usl_contention, 0);
  EXPECT_GE(fit->usl_coherency, 0);
}

TEST(FitScaling, NeedsThreeParallelPoints) {
  const std::vector<SpeedUp> points = {{1, 1}, {2, 1.9}, {4, 3.5}};
  EXPECT_FALSE(fit_scaling(points).has_value());
}

TEST(GainOf, ComparesFrameByFrame) {
  const std::vector<double> single = {10, 20, 30};
  const std::vector<double> twice = {5, 16, 15};
  const Gain gain = gain_of(single, twice, 2);
  EXPECT_EQ(gain.speed_up.median, 2);
  EXPECT_EQ(gain.speed_up.low, 1.25);
  EXPECT_EQ(gain.efficiency, 1);
  EXPECT_NEAR(gain.serial_fraction.median, 0, 1e-12);
  EXPECT_NEAR(gain.serial_fraction.high, karp_flatt(1.25, 2), 1e-12);
  EXPECT_EQ(gain_of(single, single, 2, 2).efficiency, 1);  // twice the work in the same time
}

}  // namespace
}  // namespace quadphase::bench
