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
#include "report/report.hpp"
#include "temporary_file.hpp"
#include "worlds/scenario.hpp"
#include "worlds/world.hpp"

namespace quadphase::bench {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

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
  ASSERT_EQ(report.at("blocks").size(), worlds::all_scenarios().size());
  for (const Json& block : report.at("blocks")) {
    SCOPED_TRACE(block.at("scenario"));
    for (const worlds::WorldInfo& kind : worlds::all_worlds())
      EXPECT_TRUE(kind.needs_static || has_engine(block, std::string(kind.name)));
    for (const Json& row : block.at("results")) {
      EXPECT_EQ(row.at("verdict"), "exact") << row;
      EXPECT_EQ(row.at("frames"), 5);
    }
  }
}

/// The verdict of an engine's only row.
std::string verdict_of(const Json& block, const std::string& engine) {
  for (const Json& row : block.at("results"))
    if (row.at("engine") == engine) return row.at("verdict").get<std::string>();
  return "none";
}

TEST(Worlds, WrongAnswersAreNamedInEveryScenario) {
  const TemporaryFile file;
  const Outcome outcome =
      run_faulty_bench("worlds --count 1000 --frames 3 --threads 1 --json '" + file.path() + "'");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_TRUE(is_one_line(outcome.err)) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("contacts, ours-wrong on 1 thread: frame "));
  EXPECT_THAT(outcome.err, HasSubstr("the data of a pair were not carried over"));
  const Json report = Json::parse(file.read());
  ASSERT_EQ(report.at("blocks").size(), worlds::all_scenarios().size());
  for (const Json& block : report.at("blocks")) {
    const auto scenario = block.at("scenario").get<std::string>();
    SCOPED_TRACE(scenario);
    EXPECT_EQ(verdict_of(block, "quadphase"), "exact");
    EXPECT_EQ(verdict_of(block, "mixes-up"), scenario == "contacts" ? "WRONG" : "exact");
    EXPECT_EQ(verdict_of(block, "blind"), scenario == "changes" ? "WRONG" : "exact");
    EXPECT_EQ(verdict_of(block, "loses"), scenario == "sleeping-world" ? "exact" : "WRONG");
    EXPECT_EQ(verdict_of(block, "ends"), "WRONG");
  }
}

TEST(Worlds, ScenariosOfSmallWorldsAreTimedInBatches) {
  const Outcome outcome = run_bench(
      "worlds --scenario all-of-100,one-of-10,events --count 200 --frames 2 --threads 1 "
      "--format json");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const Json blocks = Json::parse(outcome.out).at("blocks");
  EXPECT_EQ(blocks.at(0).at("box_count"), 100);
  EXPECT_EQ(blocks.at(0).at("moving_count"), 100);
  EXPECT_EQ(blocks.at(1).at("box_count"), 10);
  EXPECT_EQ(blocks.at(1).at("moving_count"), 1);
  for (const std::size_t small : {0U, 1U}) {
    EXPECT_GT(blocks.at(small).at("batch_size"), 1);
    for (const Json& row : blocks.at(small).at("results")) EXPECT_EQ(row.at("frames"), 2);
  }
  EXPECT_EQ(blocks.at(2).at("batch_size"), 1);
}

TEST(Worlds, EventsAndDataBeginWithTheSettingEvenWithoutWarmUp) {
  const Outcome outcome =
      run_bench("worlds --scenario events,contacts --count 500 --frames 3 --warmup 0 --threads 1");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, Not(HasSubstr("WRONG")));
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

TEST(Worlds, StaticObjectsAreComparedWithARebuiltWorld) {
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

TEST(Worlds, EveryCellInWhichAnotherEngineIsFasterIsNamed) {
  const auto row = [](const char* engine, double mean, double p99) {
    return Json{{"engine", engine},   {"group", "peer"},    {"threads", 1},
                {"verdict", "exact"}, {"mean_ratio", mean}, {"p99_ratio", p99}};
  };
  Json ours = row("quadphase", 0.9, 1);
  ours["group"] = "quadphase";
  Json wrong = row("wrong", 0.5, 0.5);
  wrong["verdict"] = "WRONG";
  const Json blocks = {
      {{"title", "here"}, {"results", {ours, row("slower", 2, 3), row("faster", 0.5, 2), wrong}}}};
  const auto lost = lost_cells(blocks, kWorlds.goals);
  ASSERT_EQ(lost.size(), 1U) << lost;
  EXPECT_EQ(lost.at(0).at("where"), "here");
  EXPECT_EQ(lost.at(0).at("engine"), "faster");
  EXPECT_EQ(lost.at(0).at("figure"), "mean");
  const Outcome outcome = run_bench("worlds --count 100 --frames 2 --threads 1");
  const bool is_named = outcome.out.find("\nfaster than quadphase: ") != std::string::npos;
  const bool is_none = outcome.out.find("\nno other engine is faster than") != std::string::npos;
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
  for (const worlds::ScenarioInfo& kind : worlds::all_scenarios())
    EXPECT_THAT(outcome.out, HasSubstr(std::string(kind.name)));
}

}  // namespace
}  // namespace quadphase::bench
