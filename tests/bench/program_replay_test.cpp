// SPDX-License-Identifier: MIT
// A recorded run can be played again, and is the same run.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "program.hpp"
#include "quadphase/box.hpp"
#include "quadphase/broad_phase.hpp"
#include "runner/npy.hpp"
#include "scenes/scene.hpp"
#include "temporary_file.hpp"
#ifdef QUADPHASE_BENCH_RECORDER
#include "quadphase/recorder.hpp"
#endif

namespace quadphase::bench {
namespace {

using Json = nlohmann::json;

Json only_block(const Outcome& outcome) {
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  return Json::parse(outcome.out).at("blocks").at(0);
}

TEST(BenchReplay, OfARecordingGivesTheSamePairsInTheSameOrder) {
  const TemporaryFile file;
  const std::string common = "run --threads 1,2 --engine quadphase,grid --format json ";
  const Json recorded = only_block(
      run_bench(common + "--scene mixed --count 2000 --frames 5 --seed 7 --record " + file.path()));
  const Json played = only_block(run_bench(common + "--verify --replay " + file.path()));
  EXPECT_EQ(played.at("frame_count"), 5);
  EXPECT_EQ(played.at("box_count"), 2000);
  EXPECT_EQ(played.at("verified"), true);
  EXPECT_EQ(played.at("pair_set_hash"), recorded.at("pair_set_hash"));
  EXPECT_EQ(played.at("results")[0].at("pair_array_hash"),
            recorded.at("results")[0].at("pair_array_hash"));
}

TEST(BenchReplay, RecordsEachFrameThatCounts) {
  const TemporaryFile file;
  const Outcome outcome = run_bench(
      "run --scene dense --count 300 --frames 4 --warmup 2 --threads 1 --record " + file.path());
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  NpyFrameReader reader(file.path());
  EXPECT_EQ(reader.frame_count(), 4U);
  EXPECT_EQ(reader.box_count(), 300U);
  const float before = reader.frame(0).min_x[0];
  EXPECT_NE(before, reader.frame(1).min_x[0]);
}

TEST(BenchReplay, PlaysAsManyFramesAsAskedFor) {
  const TemporaryFile file;
  ASSERT_EQ(run_bench("run --count 300 --frames 4 --threads 1 --record " + file.path()).status, 0);
  const Json block =
      only_block(run_bench("run --frames 2 --threads 1 --format json --replay " + file.path()));
  EXPECT_EQ(block.at("frame_count"), 2);
}

#ifdef QUADPHASE_BENCH_RECORDER
TEST(BenchReplay, OfRecordedCallsTimesAllEnginesOnAllObjectsOfEachFrame) {
  const TemporaryFile file;
  const auto scene = scenes::make_scene("clusters", {.count = 400});
  BoxColumns wall(1);
  wall.set(0, {-1e6F, -1e6F, 1e6F, 1e6F});
  const std::vector<ObjectId> wall_id = {1'000};
  const std::vector<std::uint32_t> worlds(400, 3);  // the wall is in another one
  std::size_t pair_count = 0;
  {
    Recorder recorder(file.path());
    quadphase::BroadPhase broad_phase({.threads = 1, .recorder = &recorder});
    broad_phase.set_static(wall.view(), wall_id);
    for (int frame = 0; frame < 3; ++frame) {
      broad_phase.update(scene->boxes(), {.world = worlds});
      if (frame == 1) pair_count = broad_phase.pairs().size() + 400;
      scene->step();
    }
    recorder.flush();
    ASSERT_EQ(recorder.error(), "");
  }
  const Json block = only_block(run_bench(
      "run --threads 1 --engine quadphase,grid --verify --format json --replay " + file.path()));
  EXPECT_EQ(block.at("frame_count"), 3);
  EXPECT_EQ(block.at("box_count"), 401);
  EXPECT_EQ(block.at("verified"), true);
  EXPECT_NEAR(block.at("pair_count_median").get<double>(), static_cast<double>(pair_count), 40);
  const Outcome more = run_bench("run --threads 1 --frames 9 --replay " + file.path());
  EXPECT_EQ(more.status, 2);
  EXPECT_NE(more.err.find("holds 3 frames"), std::string::npos) << more.err;
}
#endif

}  // namespace
}  // namespace quadphase::bench
