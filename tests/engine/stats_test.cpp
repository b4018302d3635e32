// SPDX-License-Identifier: MIT
// Every figure of stats() means what its comment says, after every call.
#include <gtest/gtest.h>
#include <tbb/task_arena.h>

#include "quadphase/tbb.hpp"
#include "support/checks.hpp"

namespace quadphase::contract {
namespace {

void expect_built(const Stats& stats, std::size_t objects, std::size_t rejected) {
  EXPECT_EQ(stats.object_count, objects);
  EXPECT_EQ(stats.rejected_count, rejected);
  const std::size_t valid = objects - rejected;
  EXPECT_GE(stats.leaf_count, (valid + 15) / 16);
  EXPECT_LE(stats.leaf_count, valid);
  EXPECT_EQ(stats.node_count > 0, valid > 0);
  EXPECT_LE(stats.node_count, stats.leaf_count + 8);
  const StageTimes& times = stats.nanoseconds;
  for (const std::uint64_t stage : {times.bounds, times.keys, times.partition, times.tree})
    EXPECT_GT(stage, 0U);
  EXPECT_EQ(times.total(), times.statics + times.bounds + times.keys + times.partition +
                               times.tree + times.pairs + times.events + times.merge);
}

class StatsOf : public testing::TestWithParam<std::string> {};

TEST_P(StatsOf, TellWhatEachCallDid) {
  Columns frame = frame_of(GetParam(), 1'500);
  const std::size_t count = frame.min_x.size();
  frame.max_y[7] = frame.min_y[7] - 1;
  BroadPhase broad_phase({.threads = 1});

  broad_phase.update(frame.view());
  const Stats updated = broad_phase.stats();
  expect_built(updated, count, 1);
  EXPECT_EQ(updated.pair_count, broad_phase.pairs().size());
  EXPECT_GE(updated.test_count, updated.pair_count);
  EXPECT_GT(updated.nanoseconds.pairs, 0U);
  EXPECT_GT(updated.nanoseconds.merge, 0U);

  broad_phase.build(frame.view());
  expect_built(broad_phase.stats(), count, 1);
  EXPECT_EQ(broad_phase.stats().pair_count, 0U);
  EXPECT_EQ(broad_phase.stats().test_count, 0U);
  EXPECT_EQ(broad_phase.stats().nanoseconds.pairs, 0U);
  EXPECT_EQ(broad_phase.stats().nanoseconds.merge, 0U);
  EXPECT_EQ(broad_phase.stats().leaf_count, updated.leaf_count);
  EXPECT_EQ(broad_phase.stats().node_count, updated.node_count);

  for (const bool streams : {false, true}) {
    broad_phase.build(frame.view());
    if (streams) {
      (void)chunks_of(broad_phase);
    } else {
      (void)broad_phase.count_pairs();
    }
    expect_same_stats(broad_phase.stats(), updated);
    EXPECT_GT(broad_phase.stats().nanoseconds.pairs, 0U);
    EXPECT_EQ(broad_phase.stats().nanoseconds.merge, 0U);
  }
}

INSTANTIATE_TEST_SUITE_P(Scene, StatsOf, testing::ValuesIn(scenes::scene_names()), test_name_of);

TEST(Stats, TellNothingOfStagesThatDidNotRun) {
  BroadPhase broad_phase({.threads = 1});
  const std::vector<Box> boxes{{0, 0, 1, 1}, {1, 1, 2, 2}};
  const std::vector<Box> wall{{0, 0, 9, 9}};
  const std::vector<ObjectId> wall_id{7};
  broad_phase.set_static(wall, wall_id);
  broad_phase.update(boxes);
  EXPECT_GT(broad_phase.stats().nanoseconds.statics, 0U);
  broad_phase.update(boxes);
  const StageTimes& times = broad_phase.stats().nanoseconds;
  EXPECT_EQ(times.statics, 0U);
  EXPECT_EQ(times.bounds + times.keys + times.partition, 0U);
  EXPECT_EQ(times.events, 0U);
  EXPECT_GT(times.tree, 0U);
  EXPECT_GT(times.pairs, 0U);
  EXPECT_GT(times.merge, 0U);
}

TEST(Stats, AreZeroBeforeTheFirstFrame) {
  const BroadPhase broad_phase({.threads = 3});
  const Stats& stats = broad_phase.stats();
  expect_same_stats(stats, Stats{});
  EXPECT_EQ(stats.rejected_count, 0U);
  EXPECT_EQ(stats.nanoseconds.total(), 0U);
  EXPECT_TRUE(broad_phase.pairs().empty());
}

TEST(Stats, AreThoseOfAFreshEngineAfterAnyOtherFrame) {
  const std::vector<Columns> frames = {frame_of("dense", 900), frame_of("uniform", 0),
                                       frame_of("uniform", 1),
                                       columns_of({{1, 0, 0, 0}, {0, 1, 0, 0}})};
  for (const Columns& before : frames) {
    for (const Columns& frame : frames) {
      SCOPED_TRACE(testing::Message() << frame.min_x.size() << " after " << before.min_x.size());
      BroadPhase used({.threads = 1});
      BroadPhase fresh({.threads = 1});
      used.update(before.view());
      used.update(frame.view());
      fresh.update(frame.view());
      expect_same_stats(used.stats(), fresh.stats());
      used.build(frame.view());
      EXPECT_EQ(used.stats().leaf_count, fresh.stats().leaf_count);
      EXPECT_EQ(used.chunk_count(), fresh.chunk_count());
    }
  }
}

TEST(Stats, NameTheThreadsAndTheKernels) {
  const Columns frame = frame_of("uniform", 100);
  for (const int threads : {1, 2, 7}) {
    BroadPhase broad_phase({.threads = threads});
    broad_phase.update(frame.view());
    EXPECT_EQ(broad_phase.stats().threads, threads);
  }
  tbb::task_arena arena(5);
  TbbExecutor executor(arena);
  BroadPhase in_arena({.executor = &executor});
  in_arena.update(frame.view());
  EXPECT_EQ(in_arena.stats().threads, 5);
  for (const Simd simd : supported_simds()) {
    BroadPhase broad_phase({.threads = 1, .simd = simd});
    broad_phase.update(frame.view());
    EXPECT_EQ(broad_phase.stats().simd, simd);
  }
  BroadPhase best({.threads = 1});
  best.update(frame.view());
  EXPECT_EQ(best.stats().simd, supported_simds().front());
}

TEST(Stats, NamesOfKernelsAreThoseOfTheEnumerators) {
  EXPECT_EQ(name_of(Simd::best), "best");
  EXPECT_EQ(name_of(Simd::avx512), "avx512");
  EXPECT_EQ(name_of(Simd::avx2), "avx2");
  EXPECT_EQ(name_of(Simd::sse4), "sse4");
  EXPECT_EQ(name_of(Simd::neon), "neon");
  EXPECT_EQ(name_of(Simd::wasm), "wasm");
  EXPECT_EQ(name_of(Simd::scalar), "scalar");
}

TEST(Stats, OfAMovedEngineMoveAlong) {
  const Columns frame = frame_of("uniform", 500);
  BroadPhase first({.threads = 1});
  first.update(frame.view());
  const Pairs pairs = copy_of(first.pairs());
  BroadPhase second(std::move(first));
  EXPECT_TRUE(copy_of(second.pairs()) == pairs);
  EXPECT_EQ(second.stats().object_count, 500U);
  EXPECT_TRUE(joined(chunks_of(second)) == pairs);
  BroadPhase third({.threads = 1});
  third = std::move(second);
  expect_exact(third, frame.view());
}

}  // namespace
}  // namespace quadphase::contract
