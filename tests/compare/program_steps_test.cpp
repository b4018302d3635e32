// SPDX-License-Identifier: MIT
// `steps` as a user runs it: every way with every engine that is there, all on the same way.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

#include "bench/program.hpp"
#include "bench/temporary_file.hpp"
#include "engines/engine.hpp"

namespace quadphase::bench {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

Json row_of_way(const Json& block, const std::string& engine, int threads = 1) {
  for (const Json& row : block.at("results"))
    if (row.at("engine") == engine && row.at("threads") == threads) return row;
  ADD_FAILURE() << "no row of " << engine << " on " << threads;
  return {};
}

TEST(Steps, EveryEngineTakesTheSameSteps) {
  const TemporaryFile file;
  const Outcome outcome = run_bench(
      "steps --count 1000 --scene uniform,mixed --frames 3 --engine all --threads 1,2 --json '" +
      file.path() + "'");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_THAT(outcome.out, Not(HasSubstr("WRONG")));
  const Json report = Json::parse(file.read());
  EXPECT_EQ(report.at("command"), "steps");
  ASSERT_EQ(report.at("blocks").size(), 2U);
  for (const Json& block : report.at("blocks")) {
    SCOPED_TRACE(block.at("scene"));
    for (const EngineInfo& engine : all_engines())
      for (const int threads : {1, 2})
        EXPECT_EQ(row_of_way(block, std::string(engine.name), threads).at("verdict"), "exact");
    EXPECT_EQ(block.at("steps_checked_exactly"), 6);
    EXPECT_GT(block.at("contact_count_median"), 0);
    EXPECT_LT(block.at("contact_count_median"), block.at("pair_count_median"));
  }
}

TEST(Steps, ReportWhereTheTimeOfAStepGoes) {
  const Outcome outcome =
      run_bench("steps --count 5000 --frames 4 --threads 1 --engine expert-grid --format json");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const Json block = Json::parse(outcome.out).at("blocks").at(0);
  EXPECT_EQ(block.at("results").size(), 5U);
  for (const char* way :
       {"quadphase", "quadphase-random", "quadphase-stream", "expert-grid", "expert-grid-random"}) {
    const Json row = row_of_way(block, way);
    EXPECT_EQ(row.at("frames"), 4) << way;
    if (row.at("dropped") == 4) continue;  // the machine was busy
    const bool reorders = std::string(way).find("random") == std::string::npos;
    EXPECT_NE(row.at("reorder_ms").is_null(), reorders) << way;
    double sum = 0;
    for (const char* part : {"move_ms", "update_ms", "use_ms", "reorder_ms"})
      sum += row.at(part).is_null() ? 0 : row.at(part).get<double>();
    EXPECT_GT(sum, 0) << way;
    EXPECT_LT(sum, 4 * row.at("max_ms").get<double>()) << way;
  }
}

TEST(Steps, ShowAWrongEngineAndGoOn) {
  const Outcome outcome = run_faulty_bench(
      "steps --count 300 --frames 2 --threads 1 --format json --engine wrong,single");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const Json block = Json::parse(outcome.out).at("blocks").at(0);
  EXPECT_EQ(row_of_way(block, "wrong").at("verdict"), "WRONG");
  EXPECT_THAT(row_of_way(block, "wrong").at("wrong").get<std::string>(), HasSubstr("step 19: "));
  EXPECT_EQ(row_of_way(block, "single").at("verdict"), "exact");
  EXPECT_EQ(row_of_way(block, "quadphase").at("verdict"), "exact");
}

TEST(Steps, EndWithOneAfterTheReportWhereOursIsWrong) {
  ::setenv("FAKE_OURS_IS_WRONG", "1", 1);  // NOLINT(concurrency-mt-unsafe)
  const Outcome outcome =
      run_faulty_bench("steps --count 300 --frames 2 --threads 1 --format json --engine single");
  ::unsetenv("FAKE_OURS_IS_WRONG");  // NOLINT(concurrency-mt-unsafe)
  EXPECT_EQ(outcome.status, 1);
  EXPECT_TRUE(is_one_line(outcome.err)) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("quadphase on 1 thread: step 19: "));
}

TEST(Steps, SkipByNameWhoTakesMoreThanASecond) {
  const Outcome outcome = run_faulty_bench(
      "steps --count 300 --frames 1 --warmup 4 --threads 1 --format json --engine late");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const Json block = Json::parse(outcome.out).at("blocks").at(0);
  ASSERT_EQ(block.at("skipped").size(), 1U);
  EXPECT_EQ(block.at("skipped").at(0).at("engine"), "late");
  EXPECT_EQ(block.at("skipped").at(0).at("reason"), "1.1 s a frame");
}

TEST(Steps, WrongArgumentsGetOneLineAndStatusTwo) {
  for (const char* arguments :
       {"steps --motion all", "steps --engine nobody", "steps --scene nowhere", "steps --count 0",
        "steps --threads 0", "steps --format csv", "steps --replay frames.npy"}) {
    const Outcome outcome = run_bench(arguments);
    EXPECT_EQ(outcome.status, 2) << arguments;
    EXPECT_TRUE(is_one_line(outcome.err)) << outcome.err;
  }
}

}  // namespace
}  // namespace quadphase::bench
