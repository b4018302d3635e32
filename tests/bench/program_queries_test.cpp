// SPDX-License-Identifier: MIT
// `query` as a user runs it: every kind of queries to every library that is there, each answer
// checked; and what makes two answers alike.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "program.hpp"
#include "queries/exact.hpp"
#include "queries/index.hpp"
#include "queries/workloads.hpp"
#include "report/report.hpp"
#include "scenes/columns.hpp"
#include "scenes/scene.hpp"
#include "temporary_file.hpp"

namespace quadphase::bench {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

/// The rows of one block that are about one kind of queries and one index.
std::vector<Json> rows_of(const Json& block, const std::string& query, const std::string& index) {
  std::vector<Json> rows;
  for (const Json& row : block.at("results"))
    if (row.at("query") == query && row.at("engine") == index) rows.push_back(row);
  return rows;
}

bool has_index(const Json& block, const std::string& index) {
  const Json& rows = block.at("results");
  return std::any_of(rows.begin(), rows.end(),
                     [&](const Json& row) { return row.at("engine") == index; });
}

TEST(Queries, EveryIndexAnswersEveryKindOfQueriesExactly) {
  const TemporaryFile file;
  const Outcome outcome = run_bench(
      "query --objects 2000 --queries 500 --rounds 2 --threads 1,2 --json '" + file.path() + "'");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_THAT(outcome.out, Not(HasSubstr("WRONG")));
  const Json report = Json::parse(file.read());
  ASSERT_EQ(report.at("blocks").size(), 1U);
  const Json& block = report.at("blocks").at(0);
  EXPECT_EQ(block.at("box_count"), 2000);
  EXPECT_EQ(block.at("query_count"), 500);
  for (const queries::QueryKind& kind : queries::query_kinds()) {
    for (const queries::IndexInfo& index : queries::all_indexes()) {
      SCOPED_TRACE(std::string(kind.name) + ", " + std::string(index.name));
      if (!index.supports(kind)) continue;
      const std::vector<Json> rows =
          rows_of(block, std::string(kind.name), std::string(index.name));
      EXPECT_EQ(rows.size(), 2U);
      for (const Json& row : rows) EXPECT_EQ(row.at("verdict"), "exact") << row;
    }
  }
}

TEST(Queries, EachLibraryIsEitherThereOrNamedAsMissing) {
  const Outcome outcome = run_bench(
      "query --kinds box,nearest-8-points --objects 100 --queries 10 --rounds 1 --threads 1 "
      "--format json");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const Json report = Json::parse(outcome.out);
  const auto missing = report.at("missing_peers").get<std::string>();
  for (const auto& [library, index] : {std::pair{"Boost", "boost-rtree"},
                                       {"Box2D", "box2d-tree"},
                                       {"Embree", "embree"},
                                       {"nanoflann", "nanoflann"}}) {
    EXPECT_NE(has_index(report.at("blocks").at(0), index),
              missing.find(library) != std::string::npos)
        << library;
  }
}

TEST(Queries, TellHowLongEachIndexTakesToBeBuilt) {
  const Outcome outcome =
      run_bench("query --kinds point,nearest-8-points --objects 100 --queries 10 --rounds 1");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("build of boxes, ms: batch "));
  EXPECT_THAT(outcome.out, HasSubstr("build of points, ms: batch "));
}

TEST(Queries, BoxesAndCirclesFindAboutTenObjects) {
  for (const char* scene : {"uniform", "clusters"}) {
    const auto objects = scenes::make_scene(scene, {.count = 20'000});
    for (const char* name : {"box", "circle"}) {
      SCOPED_TRACE(std::string(scene) + ", " + name);
      const queries::Queries queries =
          queries::make_queries(*queries::find_query_kind(name), objects->boxes(), 2000, 1);
      double found_count = 0;
      for (std::size_t row = 0; row < queries.size(); row += 10)
        found_count += static_cast<double>(
            queries::exact_result({.boxes = objects->boxes()}, queries, row).size());
      // Beyond the edges of the world there is nothing; and in clusters, chance is great.
      EXPECT_NEAR(found_count / 200, 10, 4);
    }
  }
}

TEST(Queries, AreTheSameForOneSeedAndOthersForAnother) {
  const auto found = [](const char* seed) {
    const Outcome outcome =
        run_bench(std::string("query --kinds box,ray-all --objects 1000 --queries 200 --rounds 1 "
                              "--threads 1 --format json --seed ") +
                  seed);
    std::vector<double> counts;
    const Json report = Json::parse(outcome.out);
    for (const Json& row : report.at("blocks").at(0).at("results"))
      counts.push_back(row.at("found_per_query").get<double>());
    return counts;
  };
  EXPECT_EQ(found("7"), found("7"));
  EXPECT_NE(found("7"), found("8"));
}

TEST(Queries, WithoutTheCheckNothingIsSaidOfTheAnswers) {
  const Outcome outcome =
      run_bench("query --kinds box --objects 100 --queries 10 --rounds 1 --no-check");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("not checked"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("exact")));
}

TEST(Queries, AWrongAnswerOfAPeerIsNamed) {
  const std::string run = "query --objects 2000 --queries 200 --rounds 1 --threads 1 --kinds ";
  for (const auto& [kind, complaint] : {std::pair{"box", "WRONG: query 6"},
                                        {"ray-all", "WRONG: query 6"},
                                        {"ray-any", "is missed"},
                                        {"ray-closest", "a distance is wrong"},
                                        {"nearest-8", "WRONG: query 5: object"},
                                        {"nearest-8-points", "WRONG: query 5"}}) {
    const Outcome outcome = run_faulty_bench(run + kind);
    EXPECT_EQ(outcome.status, 0) << kind << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr(complaint)) << kind;
  }
}

TEST(Queries, AWrongAnswerOfOursEndsWithStatusOneAfterTheReport) {
  const std::string run = "query --objects 2000 --queries 200 --rounds 1 --threads 1 --kinds ";
  for (const auto& [kind, form] : {std::pair{"point", "batch"}, {"circle", "visitor"}}) {
    const Outcome outcome = run_faulty_bench(run + kind);
    EXPECT_EQ(outcome.status, 1) << kind;
    EXPECT_THAT(outcome.out, HasSubstr("WRONG"));
    EXPECT_TRUE(is_one_line(outcome.err)) << outcome.err;
    EXPECT_THAT(outcome.err,
                HasSubstr(std::string(kind) + ", 2,000 uniform, " + form + " on 1 thread: query"));
  }
}

TEST(Queries, EveryCellInWhichAnotherIndexComesCloseIsNamed) {
  const auto row = [](const char* engine, double batch, double visitor) {
    return Json{{"query", "box"},
                {"engine", engine},
                {"group", "peer"},
                {"threads", 1},
                {"verdict", "exact"},
                {"ratio_to_batch", batch},
                {"ratio_to_visitor", visitor}};
  };
  const Json blocks = {
      {{"title", "here"},
       {"results", {row("far", 3, 1), row("near", 2.9, 1.5), row("ahead", 0.5, 0.9)}}}};
  std::vector<std::string> cells;
  for (const Json& cell : lost_cells(blocks, kQuery.goals)) {
    EXPECT_EQ(cell.at("where"), "box, here");
    cells.push_back(cell.at("engine").get<std::string>() + " " +
                    cell.at("figure").get<std::string>());
  }
  EXPECT_THAT(cells,
              ElementsAre("near of the batch", "ahead of the batch", "ahead of the visitor"));
  const Outcome outcome = run_bench("query --kinds box --objects 100 --queries 10 --rounds 1");
  const std::string goals = "below 3 times the batch or 1 times the visitor";
  const bool is_named = outcome.out.find("\n" + goals + ": ") != std::string::npos;
  const bool is_none = outcome.out.find("\nno other engine is " + goals) != std::string::npos;
  EXPECT_NE(is_named, is_none) << outcome.out;
}

TEST(Queries, WrongArgumentsGetOneLineAndStatusTwo) {
  for (const char* arguments :
       {"query --scene nowhere", "query --objects 0", "query --objects many", "query --queries 0",
        "query --kinds box,why", "query --threads 0", "query --threads 1x", "query --threads most",
        "query --rounds 0", "query --format csv", "query --output /nowhere/at/all",
        "query --json /nowhere/at/all", "query --frames 5"}) {
    const Outcome outcome = run_bench(arguments);
    EXPECT_EQ(outcome.status, 2) << arguments;
    EXPECT_TRUE(is_one_line(outcome.err)) << outcome.err;
  }
}

TEST(Queries, HelpNamesTheKindsOfQueries) {
  const Outcome outcome = run_bench("query --help");
  EXPECT_EQ(outcome.status, 0);
  for (const queries::QueryKind& kind : queries::query_kinds())
    EXPECT_THAT(outcome.out, HasSubstr(std::string(kind.name)));
}

/// A row of boxes [i, i + 0.5] x [0, 1], and answers to one query about them.
class ResultComparison : public ::testing::Test {
 protected:
  ResultComparison() {
    columns_.resize(8);
    for (std::size_t i = 0; i < 8; ++i) {
      const auto x = static_cast<float>(i);
      columns_.set(i, {x, 0, x + 0.5F, 1});
    }
  }

  [[nodiscard]] queries::Likeness compare(const queries::Queries& queries,
                                          const queries::Results& right,
                                          const queries::Results& other,
                                          double slack = kSlack) const {
    const queries::Objects objects{.boxes = columns_.view()};
    return queries::Comparison(objects, queries, slack)
        .compare(0, queries::row_of(right, 0), queries::row_of(other, 0));
  }

  static queries::Results find(std::vector<ObjectId> ids, std::vector<double> distances = {}) {
    return {{0, ids.size()}, ids, std::move(distances)};
  }

  static constexpr double kSlack = 1e-6;
  scenes::Columns columns_;
};

using queries::Likeness;
using queries::Task;

TEST_F(ResultComparison, SetsMustBeTheSame) {
  const queries::Queries box{.task = Task::in_box, .boxes = {{0, 0, 1.5F, 1}}};
  EXPECT_EQ(compare(box, find({0, 1}), find({0, 1})), Likeness::same);
  EXPECT_EQ(compare(box, find({0, 1}), find({0})), Likeness::different);
  EXPECT_EQ(compare(box, find({0, 1}), find({0, 2})), Likeness::different);
}

TEST_F(ResultComparison, AnyHitIsWhicheverIsHit) {
  const queries::Queries segment{.task = Task::any_hit, .segments = {{{0.6F, 0.2F}, {2, 0.8F}}}};
  EXPECT_EQ(compare(segment, find({1}), find({2})), Likeness::same);
  EXPECT_EQ(compare(segment, find({1}), find({3})), Likeness::different);
  EXPECT_EQ(compare(segment, find({1}), find({})), Likeness::different);
}

TEST_F(ResultComparison, ASegmentAtAnEdgeMayGoEitherWay) {
  // It ends where box 2 begins, and a little less than the slack before box 3.
  const queries::Queries any{.task = Task::any_hit, .segments = {{{1.6F, 0.2F}, {2, 0.8F}}}};
  EXPECT_EQ(compare(any, find({2}), find({})), Likeness::at_edge);
  EXPECT_EQ(compare(any, find({2}), find({}), 0), Likeness::different);
  const float before = std::nextafter(3.0F, 0.0F);
  const queries::Queries all{.task = Task::all_hits, .segments = {{{1.75F, 0.2F}, {before, 0.8F}}}};
  const double second = 0.25 / (static_cast<double>(before) - 1.75);
  const queries::Results ours = find({2}, {second});
  EXPECT_EQ(compare(all, ours, ours), Likeness::same);
  EXPECT_EQ(compare(all, ours, find({2, 3}, {second, 1})), Likeness::at_edge);
  EXPECT_EQ(compare(all, ours, find({2, 4}, {second, 1})), Likeness::different);
  EXPECT_EQ(compare(all, ours, find({3}, {1})), Likeness::different);
  EXPECT_EQ(compare(all, ours, find({2}, {second + 0.01})), Likeness::different);
}

TEST_F(ResultComparison, TheClosestMayBeAnotherOnlyWhereBothAreAsClose) {
  const queries::Queries segment{.task = Task::closest_hit,
                                 .segments = {{{0.75F, 0.25F}, {2.75F, 0.75F}}}};
  const queries::Results ours = find({1}, {0.125});
  EXPECT_EQ(compare(segment, ours, find({1}, {0.125 + 1e-8})), Likeness::same);
  EXPECT_EQ(compare(segment, ours, find({1}, {0.126})), Likeness::different);
  EXPECT_EQ(compare(segment, ours, find({2}, {0.625})), Likeness::different);
  EXPECT_EQ(compare(segment, ours, find({}, {})), Likeness::different);
}

TEST_F(ResultComparison, OfEquallyNearObjectsEitherMayBeTakenByOthers) {
  const queries::Queries point{.task = Task::nearest, .nearest_count = 1, .points = {{0.75F, 0}}};
  const queries::Results ours = find({0}, {0.25});
  EXPECT_EQ(compare(point, ours, find({1}, {0.25})), Likeness::same);
  EXPECT_EQ(compare(point, ours, find({1}, {0.25}), 0), Likeness::different);
  EXPECT_EQ(compare(point, ours, find({2}, {1.25})), Likeness::different);
  EXPECT_EQ(compare(point, ours, find({1}, {0.5})), Likeness::different);
}

TEST_F(ResultComparison, ExactAnswersAreInTheirOrder) {
  const queries::Objects objects{.boxes = columns_.view()};
  const queries::Queries point{.task = Task::nearest, .nearest_count = 3, .points = {{0.75F, 0}}};
  EXPECT_THAT(queries::exact_result(objects, point, 0),
              ElementsAre(Neighbor{0.25, 0}, Neighbor{0.25, 1}, Neighbor{1.25, 2}));
  const queries::Queries segment{.task = Task::all_hits,
                                 .segments = {{{2.75F, 0.75F}, {0.75F, 0.25F}}}};
  EXPECT_THAT(queries::exact_result(objects, segment, 0),
              ElementsAre(Neighbor{0.125, 2}, Neighbor{0.625, 1}));
}

}  // namespace
}  // namespace quadphase::bench
