// SPDX-License-Identifier: MIT
// `worlds` as a user runs it: every scenario with every library that is there, each answer checked.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "program.hpp"
#include "temporary_file.hpp"
#include "worlds/report.hpp"
#include "worlds/scenario.hpp"
#include "worlds/world.hpp"

namespace quadphase::bench {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

bool has_engine(const Json& block, const std::string& engine) {
  const Json& rows = block.at("results");
  return std::any_of(rows.begin(), rows.end(),
                     [&](const Json& row) { return row.at("engine") == engine; });
}

/// The result that is no matter of time.
std::vector<double> found_counts(const Json& report) {
  std::vector<double> counts;
  for (const Json& block : report.at("blocks"))
    counts.push_back(block.at("found_count_median").get<double>());
  return counts;
}

TEST(Worlds, EveryEngineIsExactInEveryScenario) {
  const TemporaryFile file;
  const Outcome outcome =
      run_bench("worlds --count 2000 --frames 5 --threads 1,2 --json '" + file.path() + "'");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_THAT(outcome.out, Not(HasSubstr("WRONG")));
  const Json report = Json::parse(file.read());
  ASSERT_EQ(report.at("blocks").size(), worlds::scenario_classes().size());
  for (const Json& block : report.at("blocks")) {
    SCOPED_TRACE(block.at("scenario"));
    for (const worlds::WorldKind& kind : worlds::world_classes())
      EXPECT_TRUE(kind.name == worlds::kRebuiltWorld || has_engine(block, std::string(kind.name)));
    for (const Json& row : block.at("results")) {
      EXPECT_EQ(row.at("verdict"), "exact") << row;
      EXPECT_EQ(row.at("frames"), 5);
    }
  }
}

TEST(Worlds, EachLibraryIsEitherThereOrNamedAsMissing) {
  const Outcome outcome = run_bench(
      "worlds --scenario sleeping-world --count 100 --frames 1 --threads 1 --format json");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const Json report = Json::parse(outcome.out);
  const auto missing = report.at("missing_peers").get<std::string>();
  for (const auto& [library, engine] : {std::pair{"Box2D", "box2d-tree"},
                                        {"Bullet", "bullet-dbvt"},
                                        {"Chipmunk", "chipmunk-tree"}}) {
    EXPECT_NE(has_engine(report.at("blocks").at(0), engine),
              missing.find(library) != std::string::npos)
        << library;
  }
}

TEST(Worlds, WhatIsToldToBeStaticIsComparedWithARebuiltWorld) {
  const Outcome outcome =
      run_bench("worlds --scenario one-in-a-hundred,events --count 2000 --frames 8 --threads 1");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("of the time of the same frame with everything moving"));
  const std::string events = outcome.out.substr(outcome.out.find("\nevents:"));
  EXPECT_THAT(events.substr(0, events.find("\nsettings")), Not(HasSubstr("quadphase-all")));
}

TEST(Worlds, AreTheSameForOneSeedAndOthersForAnother) {
  const std::string run = "worlds --count 1000 --frames 4 --threads 1 --format json --seed ";
  const Json first = Json::parse(run_bench(run + "7").out);
  EXPECT_EQ(found_counts(first), found_counts(Json::parse(run_bench(run + "7").out)));
  EXPECT_NE(found_counts(first), found_counts(Json::parse(run_bench(run + "8").out)));
}

TEST(Worlds, EveryCellThatAPeerWinsIsNamedInOneLine) {
  using worlds::Row;
  worlds::Report report;
  report.blocks.push_back(
      {.scenario = "here",
       .rows = {Row{.engine = "quadphase", .threads = 1, .mean_ratio = 1, .p99_ratio = 1},
                Row{.engine = "slower", .threads = 1, .mean_ratio = 2, .p99_ratio = 3},
                Row{.engine = "faster", .threads = 1, .mean_ratio = 0.5, .p99_ratio = 2},
                Row{.engine = "wrong",
                    .threads = 1,
                    .mean_ratio = 0.5,
                    .p99_ratio = 0.5,
                    .wrong = "a pair is missing"}}});
  std::vector<std::string> cells;
  for (const worlds::LostCell& cell : worlds::lost_cells(report))
    cells.push_back(cell.scenario + ", " + cell.engine + ", " + cell.figure);
  EXPECT_THAT(cells, ElementsAre("here, faster, mean"));
  const Outcome outcome = run_bench("worlds --count 100 --frames 2 --threads 1");
  const bool is_named = outcome.out.find("\nfaster than quadphase: ") != std::string::npos;
  const bool is_none = outcome.out.find("\nno peer is faster than") != std::string::npos;
  EXPECT_NE(is_named, is_none) << outcome.out;
}

TEST(Worlds, WrongArgumentsGetOneLineAndStatusTwo) {
  for (const char* arguments :
       {"worlds --scenario nowhere", "worlds --count 99", "worlds --threads 0", "worlds --frames 0",
        "worlds --format csv", "worlds --output /nowhere/at/all"}) {
    const Outcome outcome = run_bench(arguments);
    EXPECT_EQ(outcome.status, 2) << arguments;
    EXPECT_TRUE(is_one_line(outcome.err)) << outcome.err;
  }
}

TEST(Worlds, HelpNamesTheScenarios) {
  const Outcome outcome = run_bench("worlds --help");
  EXPECT_EQ(outcome.status, 0);
  for (const worlds::ScenarioKind& kind : worlds::scenario_classes())
    EXPECT_THAT(outcome.out, HasSubstr(std::string(kind.name)));
}

}  // namespace
}  // namespace quadphase::bench
