// SPDX-License-Identifier: MIT
#include "runner/rules.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "report/report.hpp"

namespace quadphase::bench {
namespace {

using Times = std::vector<std::uint64_t>;

TEST(CompareRules, CallAnEngineSlowByTheMedianOfItsFirstThreeFrames) {
  const Times ours = {10, 10, 10, 1};
  EXPECT_FALSE(is_slow(Times{200, 200, 200}, ours));
  EXPECT_TRUE(is_slow(Times{201, 201, 201}, ours));
  EXPECT_FALSE(is_slow(Times{10'000, 100, 100, 10'000, 10'000}, ours));
}

TEST(CompareRules, SetTheLimitAtASecond) {
  EXPECT_FALSE(is_beyond_limit(Times{1'000'000'000}));
  EXPECT_TRUE(is_beyond_limit(Times{1'000'000'001}));
}

TEST(CompareRules, LetThreeEnginesRunOnLargeFrames) {
  for (const char* name : {"quadphase", "expert-grid", "sweep"})
    EXPECT_TRUE(runs_on_large_frames(name));
  for (const char* name : {"grid", "brute", "box2d-tree"}) EXPECT_FALSE(runs_on_large_frames(name));
}

TEST(CompareRules, PredictByAPowerLaw) {
  EXPECT_NEAR(predicted_ns(1'000, 5, 2'000, 20, 16'000), 20 * 64, 1e-9);  // quadratic
  EXPECT_NEAR(predicted_ns(1'000, 5, 2'000, 10, 16'000), 80, 1e-9);       // linear
  EXPECT_NEAR(predicted_ns(1'000, 5, 2'000, 5, 16'000), 40, 1e-9);        // no less than linear
}

TEST(CompareRules, SkipUntriedOnlyWhatIsFarBeyondTheLimit) {
  EXPECT_FALSE(reason_to_skip(1.9e9, 19e9));
  EXPECT_EQ(reason_to_skip(14.2e9, 99e9).value_or(""),
            "about 14 s a frame, by its times on smaller frames");
  EXPECT_EQ(reason_to_skip(1.9e9, 30e9).value_or(""),
            "about 30 s for its first frame, by its times on smaller frames");
}

TEST(OurFailures, NameOnlyWrongRowsOfQuadphase) {
  Json row = {{"engine", "peer"}, {"group", "peer"}, {"threads", 1}, {"wrong", "frame 0"}};
  Json blocks = {{{"title", "uniform, 10 boxes"}, {"results", {row}}}};
  EXPECT_EQ(our_failures(blocks), "");
  row["engine"] = row["group"] = "quadphase";
  blocks[0]["results"].push_back(row);
  EXPECT_EQ(our_failures(blocks), "uniform, 10 boxes, quadphase on 1 thread: frame 0");
}

}  // namespace
}  // namespace quadphase::bench
