// SPDX-License-Identifier: MIT
// compare, worlds and query on files of frames, as a user runs them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "program.hpp"
#include "program/options.hpp"
#include "report/json.hpp"
#include "runner/file_frames.hpp"
#include "runner/npy.hpp"
#include "scenes/columns.hpp"
#include "scenes/scene.hpp"
#include "temporary_file.hpp"

namespace quadphase::bench {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Writes frames of the scene `mixed`.
void write_scene(const TemporaryFile& file, std::size_t box_count, std::size_t frame_count) {
  const auto scene = scenes::make_scene("mixed", {.count = box_count});
  NpyFrameWriter writer(file.path(), frame_count, box_count);
  for (std::size_t frame = 0; frame < frame_count; ++frame) {
    writer.append(scene->boxes());
    scene->step();
  }
  writer.finish();
}

/// Writes one frame.
void write_boxes(const TemporaryFile& file, const std::vector<Box>& boxes) {
  scenes::Columns columns;
  columns.resize(boxes.size());
  for (std::size_t row = 0; row < boxes.size(); ++row) columns.set(row, boxes[row]);
  NpyFrameWriter writer(file.path(), 1, boxes.size());
  writer.append(columns.view());
  writer.finish();
}

Json run_json(const std::string& arguments) {
  const Outcome outcome = run_bench(arguments + " --threads 1 --format json");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  return outcome.status == 0 ? Json::parse(outcome.out) : Json();
}

TEST(FileFrames, GoForthAndBack) {
  const TemporaryFile file;
  write_scene(file, 20, 3);
  NpyFrameReader reader(file.path());
  FileFrames frames(file.path());
  EXPECT_TRUE(frames.moves());
  for (const std::size_t round : {0U, 4U, 8U}) {
    for (const auto& [index, row] : {std::pair{0U, 0U}, {1U, 1U}, {2U, 2U}, {3U, 1U}})
      EXPECT_EQ(frames.frame(round + index).min_x[5], reader.frame(row).min_x[5]) << index;
  }
}

TEST(FileFrames, OfOneFrameStandStillAndCanBeAPart) {
  const TemporaryFile file;
  write_scene(file, 20, 1);
  FileFrames frames(file.path(), 7);
  EXPECT_FALSE(frames.moves());
  EXPECT_EQ(frames.frame(0).size(), 7U);
  EXPECT_EQ(frames.frame(3).max_y.data(), frames.frame(0).max_y.data());
  EXPECT_EQ(FileFrames(file.path(), 21).frame(0).size(), 20U);
}

TEST(FileFrames, RefuseBoxesThatOtherLibrariesDoNotTake) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  for (const Box& box : {Box{2, 0, 1, 1}, Box{0, kNan, 1, 1}, Box{0, 0, kInfinity, 1}}) {
    const TemporaryFile file;
    write_boxes(file, {{0, 0, 1, 1}, box});
    EXPECT_THROW(FileFrames(file.path()), UsageError);
    const Outcome outcome = run_bench("compare --threads 1 --replay " + file.path());
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, HasSubstr("box 1 of frame 0 is infinite or not valid"));
  }
}

TEST(BenchFiles, CompareAllEnginesAsIfTheFileWereAScene) {
  const TemporaryFile file;
  write_scene(file, 600, 3);
  const Json report =
      run_json("compare --engine all --frames 8 --warmup 1 --replay " + file.path());
  const Json& block = report.at("blocks").at(0);
  EXPECT_EQ(block.at("box_count"), 600);
  EXPECT_EQ(block.at("frames_checked_exactly"), 8);
  EXPECT_THAT(file.path(), HasSubstr(block.at("scene").get<std::string>()));
  EXPECT_GT(block.at("results").size(), 5U);
  for (const Json& row : block.at("results")) EXPECT_EQ(row.at("verdict"), "exact") << row;
}

TEST(BenchFiles, WorldsMoveAsTheFileDoesOrByStepsWhereItIsOneFrame) {
  for (const std::size_t frame_count : {1U, 4U}) {
    const TemporaryFile file;
    write_scene(file, 500, frame_count);
    const Json report = run_json("worlds --frames 6 --warmup 2 --replay " + file.path());
    EXPECT_THAT(file.path(), HasSubstr(report.at("settings").at("file").get<std::string>()));
    std::vector<std::string> names;
    for (const Json& block : report.at("blocks")) {
      names.push_back(block.at("scenario"));
      EXPECT_EQ(block.at("box_count"), 500);
      for (const Json& row : block.at("results")) EXPECT_EQ(row.at("verdict"), "exact") << row;
      if (names.back() == "events") {
        EXPECT_GT(block.at("found_count_median"), 0);
      }
    }
    EXPECT_THAT(names,
                ElementsAre("one-in-a-hundred", "one-in-a-hundred-waking", "one-in-fifty-waking",
                            "sleeping-world", "filtered-crowd", "events", "contacts"));
  }
}

TEST(BenchFiles, QueriesJoinTwoFiles) {
  const TemporaryFile objects, others;
  write_scene(objects, 700, 2);
  // The first three boxes around the origin of the other file, and one where nothing is.
  write_boxes(others, {{0, 0, 5, 5}, {2, 2, 9, 3}, {1, 1, 1, 1}, {-9, -9, -8, -8}});
  const auto scene = scenes::make_scene("mixed", {.count = 700});
  double found = 0;
  FileFrames queries(others.path());
  for (std::size_t query = 0; query < 4; ++query)
    for (std::size_t row = 0; row < 700; ++row)
      found += overlaps(queries.frame(0)[query], scene->boxes()[row]) ? 1 : 0;
  const Json report = run_json("query --kinds box --queries 50 --rounds 1 --replay " +
                               objects.path() + " --join " + others.path());
  std::size_t join_count = 0;
  for (const Json& row : report.at("blocks").at(0).at("results")) {
    EXPECT_EQ(row.at("verdict"), "exact") << row;
    if (row.at("query") != "join") continue;
    ++join_count;
    EXPECT_DOUBLE_EQ(row.at("found_per_query").get<double>(), found / 4);
  }
  EXPECT_GE(join_count, 2U);
}

TEST(BenchFiles, WrongArgumentsGetOneLineAndStatusTwo) {
  const TemporaryFile file;
  write_scene(file, 200, 1);
  for (const char* const arguments :
       {"compare --scene uniform", "compare --motion teleport", "worlds --count 200",
        "worlds --scenario bullets", "query --objects 100", "query --join /nowhere.npy"}) {
    const Outcome outcome = run_bench(arguments + (" --replay " + file.path()));
    EXPECT_EQ(outcome.status, 2) << arguments;
    EXPECT_TRUE(is_one_line(outcome.err)) << outcome.err;
  }
  EXPECT_EQ(run_bench("compare --replay /nowhere.npy").status, 2);
}

}  // namespace
}  // namespace quadphase::bench
