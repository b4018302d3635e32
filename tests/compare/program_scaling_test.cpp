// SPDX-License-Identifier: MIT
// `scaling` as a user runs it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "bench/program.hpp"

namespace quadphase::bench {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;

TEST(Scaling, ReportsStrongWeakAndGrowth) {
  const Outcome outcome = run_bench(
      "scaling --count 12000 --frames 6 --threads 2 --growth 1000,100 --engine quadphase,grid "
      "--format json");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const Json report = Json::parse(outcome.out);
  EXPECT_EQ(report.at("command"), "scaling");
  EXPECT_EQ(report.at("settings").at("threads"), (Json{1, 2}));  // speed-up is over one thread
  ASSERT_EQ(report.at("series").size(), 4U);
  for (const Json& series : report.at("series")) {
    const bool is_weak = series.at("kind") == "weak";
    ASSERT_EQ(series.at("points").size(), 2U);
    const Json& two = series.at("points").at(1);
    EXPECT_EQ(two.at("box_count"), is_weak ? 24'000 : 12'000);
    EXPECT_LE(two.at("speed_up").at("low"), two.at("speed_up").at("high"));
    EXPECT_EQ(two.at("efficiency"), two.at("speed_up").at("median").get<double>() / 2);
    EXPECT_EQ(two.at("serial_fraction_quartiles").size(), 2U);
    EXPECT_TRUE(series.at("points").at(0).at("serial_fraction").is_null());
    EXPECT_EQ(series.at("points").at(0).at("speed_up").at("median"), 1);
    if (series.at("engine") == "quadphase") {
      EXPECT_EQ(two.at("stages").size(), 6U);
    }
  }
  ASSERT_EQ(report.at("growth").size(), 8U);
  EXPECT_EQ(report.at("growth").at(0).at("box_count"), 100);
  EXPECT_GT(report.at("growth").at(0).at("ns_per_box").at("median"), 0);
}

TEST(Scaling, PrintsATable) {
  const Outcome outcome = run_bench("scaling --count 2000 --frames 3 --threads 1,2 --growth 100");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("strong scaling of quadphase on uniform"));
  EXPECT_THAT(outcome.out, HasSubstr("weak scaling of quadphase on uniform"));
  EXPECT_THAT(outcome.out, HasSubstr("cost over the number of boxes"));
}

}  // namespace
}  // namespace quadphase::bench
