// SPDX-License-Identifier: MIT
// `compare` as a user runs it: who gets how many frames, who is wrong, and what the report holds.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "bench/program.hpp"
#include "bench/temporary_file.hpp"
#include "peers/peers.hpp"

namespace quadphase::bench {
namespace {

using ::testing::HasSubstr;
using ::testing::Matcher;
using ::testing::Not;
using Json = nlohmann::json;

constexpr const char* kFakes =
    "compare --count 300 --frames 7 --warmup 1 --threads 1 --format json --engine ";

const Json& row_of(const Json& block, const std::string& engine, int threads = 1) {
  const Json& rows = block.at("results");
  const auto row = std::find_if(rows.begin(), rows.end(), [&](const Json& candidate) {
    return candidate.at("engine") == engine && candidate.at("threads") == threads;
  });
  EXPECT_NE(row, rows.end()) << engine;
  return *row;
}

TEST(Compare, GivesASlowEngineFiveFramesAndMarksIt) {
  const Outcome outcome = run_faulty_bench(std::string(kFakes) + "slow,single");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const Json block = Json::parse(outcome.out).at("blocks").at(0);
  EXPECT_EQ(row_of(block, "slow").at("frames"), 5);
  EXPECT_EQ(row_of(block, "slow").at("few_frames"), true);
  EXPECT_GE(row_of(block, "slow").at("median_ms"), 60);
  EXPECT_EQ(row_of(block, "slow").at("settings"), "delay 60");
  EXPECT_EQ(row_of(block, "quadphase").at("frames"), 7);
  EXPECT_EQ(row_of(block, "single").at("few_frames"), false);
}

TEST(Compare, SkipsByNameWhoTakesMoreThanASecond) {
  const Outcome outcome = run_faulty_bench(std::string(kFakes) + "late");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const Json block = Json::parse(outcome.out).at("blocks").at(0);
  EXPECT_EQ(block.at("results").size(), 1U);
  ASSERT_EQ(block.at("skipped").size(), 1U);
  EXPECT_EQ(block.at("skipped").at(0).at("engine"), "late");
  EXPECT_EQ(block.at("skipped").at(0).at("reason"), "1.1 s a frame");
}

TEST(Compare, DoesNotSkipWhoIsSlowInTheFirstFrameOnly) {
  const Outcome outcome =
      run_faulty_bench("compare --count 5000 --frames 2 --threads 1 --format json --engine cold");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const Json block = Json::parse(outcome.out).at("blocks").at(0);
  EXPECT_TRUE(block.at("skipped").empty()) << block.at("skipped").dump();
  EXPECT_EQ(row_of(block, "cold").at("verdict"), "exact");
}

TEST(Compare, RunsASingleThreadedEngineOnce) {
  const Outcome outcome = run_faulty_bench(
      "compare --count 300 --frames 2 --threads 1,2 --format json --engine single,wrong");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(Json::parse(outcome.out).at("blocks").at(0).at("results").size(), 5U);
}

TEST(Compare, ShowsAWrongPeerAndGoesOn) {
  const Outcome outcome = run_faulty_bench(std::string(kFakes) + "wrong");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const Json block = Json::parse(outcome.out).at("blocks").at(0);
  EXPECT_EQ(row_of(block, "wrong").at("verdict"), "WRONG");
  EXPECT_THAT(row_of(block, "wrong").at("wrong").get<std::string>(), HasSubstr("is missing"));
  EXPECT_EQ(row_of(block, "quadphase").at("verdict"), "exact");
  const Outcome table =
      run_faulty_bench("compare --count 300 --frames 2 --threads 1 --engine wrong");
  EXPECT_THAT(table.out, HasSubstr("WRONG: frame 0: pair ("));
}

TEST(Compare, EndsWithOneAfterTheReportWhereOursIsWrong) {
  ::setenv("FAKE_OURS_IS_WRONG", "1", 1);  // NOLINT(concurrency-mt-unsafe)
  const Outcome outcome = run_faulty_bench(std::string(kFakes) + "single");
  ::unsetenv("FAKE_OURS_IS_WRONG");  // NOLINT(concurrency-mt-unsafe)
  EXPECT_EQ(outcome.status, 1);
  EXPECT_TRUE(is_one_line(outcome.err)) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("quadphase is wrong: uniform, 300 boxes"));
  const Json block = Json::parse(outcome.out).at("blocks").at(0);
  EXPECT_EQ(row_of(block, "quadphase").at("verdict"), "WRONG");
  EXPECT_EQ(row_of(block, "single").at("verdict"), "exact");
}

TEST(Compare, ReportsEveryFigureInJson) {
  const TemporaryFile file;
  const Outcome outcome = run_bench(
      "compare --scene uniform --count 3000 --frames 8 --threads 1,2 --engine grid --json '" +
      file.path() + "'");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_THAT(outcome.out, HasSubstr("ratio to quadphase"));
  const Json report = Json::parse(file.read());
  EXPECT_EQ(report.at("command"), "compare");
  for (const char* key : {"machine", "build", "settings", "missing_peers", "elapsed_s"})
    EXPECT_TRUE(report.contains(key)) << key;
  EXPECT_EQ(report.at("settings").at("engines").size(), 2U);
  const Json block = report.at("blocks").at(0);
  EXPECT_EQ(block.at("frames_checked_exactly"), 8);
  EXPECT_EQ(block.at("results").size(), 4U);
  EXPECT_GE(block.at("quadphase").at("tests_per_pair"), 1);
  EXPECT_GT(block.at("quadphase").at("bytes_per_object"), 20);
  EXPECT_GE(block.at("quadphase").at("bytes_per_pair"), 8);
  EXPECT_EQ(block.at("quadphase").at("most_allocations_a_frame"), 0);
  EXPECT_EQ(block.at("floor").size(), 2U);
  const Json& ours = row_of(block, "quadphase", 2);
  const Json& grid = row_of(block, "grid", 2);
  for (const char* key : {"median_ms", "mean_ms", "p99_ms", "max_ms", "ns_per_box"})
    EXPECT_GT(grid.at(key), 0) << key;
  EXPECT_LE(grid.at("median_ms"), grid.at("max_ms"));
  EXPECT_EQ(ours.at("ratio").at("median"), 1);
  EXPECT_LE(grid.at("ratio").at("low"), grid.at("ratio").at("median"));
  EXPECT_LE(grid.at("ratio").at("median"), grid.at("ratio").at("high"));
  EXPECT_GT(ours.at("times_floor_cache"), 1);
}

TEST(Compare, SaysWhatBothSidesRun) {
  const TemporaryFile file;
  const Outcome outcome = run_bench(
      "compare --simd scalar --scene uniform --count 500 --frames 2 --threads 1 --engine "
      "expert-grid --json '" +
      file.path() + "'");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const Json report = Json::parse(file.read());
  const Json& block = report.at("blocks").at(0);
  EXPECT_EQ(block.at("quadphase").at("simd"), "scalar");
  EXPECT_EQ(row_of(block, "quadphase", 1).at("simd"), "scalar");
  const std::string others = row_of(block, "expert-grid", 1).at("simd");
  EXPECT_EQ(report.at("build").at("other_engines_simd"), others);
  EXPECT_THAT(outcome.out, HasSubstr("other engines compiled here for " + others));
  EXPECT_THAT(outcome.out, HasSubstr("\nquadphase (scalar): "));
}

TEST(Compare, FindsEveryEngineExact) {
  const Outcome outcome = run_bench(
      "compare --scene uniform,mixed --count 1000 --frames 3 --warmup 1 --threads 2 --motion "
      "all,one-in-100,teleport --engine all");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, Not(HasSubstr("WRONG")));
}

TEST(Compare, NamesMissingPeersInTableReportAndList) {
  const TemporaryFile file;
  const Outcome outcome = run_bench(
      "compare --count 100 --frames 1 --warmup 1 --threads 1 --json '" + file.path() + "'");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const std::string missing = missing_peers();
  EXPECT_EQ(Json::parse(file.read()).at("missing_peers"), missing);
  const auto names_them = missing.empty() ? Matcher<std::string>(Not(HasSubstr("missing")))
                                          : Matcher<std::string>(HasSubstr(missing));
  EXPECT_THAT(outcome.out, names_them);
  EXPECT_THAT(run_bench("list").out, names_them);
}

TEST(Compare, NamesWhomLargeFramesLeaveOut) {
  const Outcome outcome =
      run_bench("compare --count 100001 --frames 1 --warmup 1 --threads 1 --engine grid");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("skipped: grid: not run above 100,000 boxes"));
}

TEST(Compare, RefusesWhatItCannotDo) {
  EXPECT_EQ(run_bench("compare --format csv").status, 2);
  EXPECT_EQ(run_bench("compare --engine nobody").status, 2);
  EXPECT_EQ(run_bench("run --motion all,teleport").status, 2);
  EXPECT_EQ(run_bench("scaling --growth 0").status, 2);
}

}  // namespace
}  // namespace quadphase::bench
