// SPDX-License-Identifier: MIT
// The three formats hold what they promise.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "program.hpp"
#include "temporary_file.hpp"

namespace quadphase::bench {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

constexpr const char* kRun =
    "run --scene uniform,clusters --count 2000,500 --frames 3 --threads 1,2 --engine "
    "quadphase,grid ";

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

TEST(BenchReport, TableHasABlockForEachSceneAndCountAndALineForEachEngineAndThreadCount) {
  const Outcome outcome = run_bench(kRun);
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  const std::vector<std::string> lines = lines_of(outcome.out);
  const auto count = [&](const std::string& start) {
    return std::count_if(lines.begin(), lines.end(),
                         [&](const std::string& line) { return line.starts_with(start); });
  };
  const auto count_rows = [&](const std::string& engine, const std::string& threads) {
    return std::count_if(lines.begin(), lines.end(), [&](const std::string& line) {
      std::istringstream words(line);
      std::string first, second;
      words >> first >> second;
      return first == engine && second == threads;
    });
  };
  EXPECT_EQ(count("uniform: 2,000 boxes"), 1);
  EXPECT_EQ(count("clusters: 500 boxes"), 1);
  EXPECT_EQ(count_rows("quadphase", "1"), 4);
  EXPECT_EQ(count_rows("grid", "2"), 4);
  for (const std::string& line : lines) EXPECT_LE(line.size(), 140U) << line;
}

TEST(BenchReport, JsonHoldsMachineBuildSettingsAndEveryFigure) {
  const Outcome outcome = run_bench(std::string(kRun) + "--format json --samples");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const Json report = Json::parse(outcome.out);
  EXPECT_GE(report.at("machine").at("cores"), 1);
  EXPECT_GT(report.at("machine").at("memory_bytes"), 0);
  EXPECT_TRUE(report.at("machine").at("processor").is_string());
  EXPECT_TRUE(report.at("build").at("compiler").is_string());
  EXPECT_TRUE(report.at("build").contains("flags"));
  EXPECT_TRUE(report.at("build").contains("commit"));
  EXPECT_EQ(report.at("settings").at("seed"), 1);
  ASSERT_EQ(report.at("blocks").size(), 4U);
  for (const Json& block : report.at("blocks")) {
    ASSERT_EQ(block.at("results").size(), 4U);
    for (const Json& result : block.at("results")) {
      EXPECT_GT(result.at("median_ms"), 0);
      EXPECT_GE(result.at("p99_ms"), result.at("median_ms"));
      EXPECT_GE(result.at("max_ms"), result.at("p99_ms"));
      EXPECT_GT(result.at("ns_per_box"), 0);
      EXPECT_GT(result.at("million_pairs_per_second"), 0);
      EXPECT_EQ(result.at("samples_ns").size(), 3U);
      EXPECT_EQ(result.at("stage_median_ns").size(), 6U);
      EXPECT_EQ(result.at("cpus").size(), result.at("threads"));
    }
    const Json& first = block.at("results")[0];
    const Json& second = block.at("results")[1];
    EXPECT_EQ(first.at("speed_up"), 1);
    EXPECT_EQ(first.at("pair_array_hash"), second.at("pair_array_hash"));
    EXPECT_TRUE(block.at("results")[2].at("pair_array_hash").is_null());
  }
}

TEST(BenchReport, CsvHasALineForEachResultAndAsManyFieldsInEach) {
  const Outcome outcome = run_bench(std::string(kRun) + "--format csv");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const std::vector<std::string> lines = lines_of(outcome.out);
  ASSERT_EQ(lines.size(), 17U);
  for (const std::string& line : lines) {
    EXPECT_EQ(std::count(line.begin(), line.end(), ','),
              std::count(lines[0].begin(), lines[0].end(), ','))
        << line;
  }
}

TEST(BenchReport, GoesToAFileWhereAsked) {
  const TemporaryFile file;
  const Outcome outcome =
      run_bench("run --count 500 --frames 2 --threads 1 --format json --output " + file.path());
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(Json::parse(file.read()).at("blocks").size(), 1U);
}

TEST(BenchReport, MoreThreadsThanCoresReallyWork) {
  const Outcome outcome = run_bench("run --count 2000 --frames 2 --threads 1,3,8 --format json");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const Json results = Json::parse(outcome.out).at("blocks")[0].at("results");
  ASSERT_EQ(results.size(), 3U);
  EXPECT_EQ(results[2].at("cpus").size(), 8U);
  EXPECT_EQ(results[0].at("pair_array_hash"), results[2].at("pair_array_hash"));
}

TEST(BenchReport, DescribesAndListsTheScenes) {
  for (const char* arguments : {"describe --count 500", "run --describe --count 500", "list"}) {
    const Outcome outcome = run_bench(arguments);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("galaxy")) << arguments;
  }
  EXPECT_THAT(run_bench("describe --scene pile --count 500").out, Not(HasSubstr("galaxy")));
}

}  // namespace
}  // namespace quadphase::bench
