// SPDX-License-Identifier: MIT
// Engines side by side, inside the user's own tasks, and user tasks inside an engine's chunks.
#include <gtest/gtest.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <atomic>
#include <thread>

#include "quadphase/tbb.hpp"
#include "support/checks.hpp"
#include "support/gathering.hpp"

namespace quadphase::contract {
namespace {

class Nested : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* scene : {"uniform", "clusters", "giants", "mixed"}) {
      frames_.push_back(frame_of(scene, 15'000));
      BroadPhase serial({.threads = 1});
      serial.update(frames_.back().view());
      expected_.push_back(copy_of(serial.pairs()));
    }
  }

  /// True when a few frames of `broad_phase` give the expected bytes, stored and streamed.
  [[nodiscard]] bool works(BroadPhase& broad_phase, std::size_t first) const {
    bool good = true;
    for (std::size_t i = 0; i < frames_.size(); ++i) {
      const std::size_t f = (first + i) % frames_.size();
      broad_phase.update(frames_[f].view());
      good = good && copy_of(broad_phase.pairs()) == expected_[f];
      broad_phase.build(frames_[f].view());
      good = good && broad_phase.count_pairs() == expected_[f].size();
      good = good && joined(chunks_of(broad_phase)) == expected_[f];
    }
    return good;
  }

  tbb::global_control really_that_many{tbb::global_control::max_allowed_parallelism, 8};
  std::vector<Columns> frames_;
  std::vector<Pairs> expected_;
};

TEST_F(Nested, EnginesOnThreadsOfTheUsersRunAtOnce) {
  constexpr std::size_t kEngines = 4;
  std::atomic<int> good{0};
  Gathering start(kEngines);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < kEngines; ++i) {
    threads.emplace_back([&, i] {
      BroadPhase broad_phase({.threads = static_cast<int>(1 + i)});
      start.arrive();
      if (works(broad_phase, i)) ++good;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(good, static_cast<int>(kEngines));
}

TEST_F(Nested, EnginesInTasksOfTheUsersRunAtOnce) {
  std::vector<BroadPhase> engines;
  for (int i = 0; i < 6; ++i) engines.emplace_back(Config{.threads = 1 + i % 3});
  std::atomic<std::size_t> good{0};
  tbb::parallel_for(std::size_t{0}, engines.size(), [&](std::size_t i) {
    if (works(engines[i], i)) ++good;
  });
  EXPECT_EQ(good, engines.size());
}

TEST_F(Nested, EnginesThatShareTheArenaOfTheirCallersRunAtOnce) {
  tbb::task_arena arena(6);
  TbbExecutor executor(arena);
  std::vector<BroadPhase> engines;
  for (int i = 0; i < 6; ++i) engines.emplace_back(Config{.executor = &executor});
  std::atomic<std::size_t> good{0};
  arena.execute([&] {
    tbb::parallel_for(std::size_t{0}, engines.size(), [&](std::size_t i) {
      if (works(engines[i], i)) ++good;
    });
  });
  EXPECT_EQ(good, engines.size());
}

/// Keeps all threads of an arena busy with small tasks that waiting threads may pick up.
void run_small_tasks() {
  std::atomic<std::size_t> sum{0};
  tbb::parallel_for(std::size_t{0}, std::size_t{64}, [&](std::size_t i) {
    for (std::size_t j = 0; j < 300; ++j) sum.fetch_add(i ^ j, std::memory_order_relaxed);
  });
}

TEST_F(Nested, AChunkStaysIntactWhileTheUserRunsTasksOfHisOwn) {
  tbb::task_arena arena(4);
  TbbExecutor executor(arena);
  for (const bool own_arena : {true, false}) {
    BroadPhase broad_phase(own_arena ? Config{.threads = 4} : Config{.executor = &executor});
    for (std::size_t f = 0; f < frames_.size(); ++f) {
      for (const bool stored : {false, true}) {
        if (stored) {
          broad_phase.update(frames_[f].view());
        } else {
          broad_phase.build(frames_[f].view());
        }
        std::atomic<int> torn{0};
        std::atomic<int> reentered{0};
        std::atomic<std::size_t> pairs{0};
        broad_phase.for_each_pair_chunk([&](std::span<const Pair> chunk, std::size_t) {
          thread_local int depth = 0;
          if (++depth > 1) ++reentered;
          const std::uint64_t before = oracle::order_hash(chunk);
          run_small_tasks();
          if (oracle::order_hash(chunk) != before) ++torn;
          pairs += chunk.size();
          --depth;
        });
        EXPECT_EQ(torn, 0);
        EXPECT_EQ(reentered, 0) << "a waiting thread took up another chunk";
        EXPECT_EQ(pairs, expected_[f].size());
      }
    }
  }
}

TEST_F(Nested, AChunkMayUpdateAnotherEngine) {
  BroadPhase outer({.threads = 4});
  outer.build(frames_[0].view());
  const Columns small = frame_of("mixed", 12'000);
  const std::size_t exact = oracle::exact_pairs(small.view()).size();
  std::atomic<int> wrong{0};
  std::atomic<int> inner_frames{0};
  std::atomic<std::size_t> pairs{0};
  outer.for_each_pair_chunk([&](std::span<const Pair> chunk, std::size_t index) {
    const std::uint64_t before = oracle::order_hash(chunk);
    if (index % 4 == 0) {
      BroadPhase inner({.threads = 2});
      inner.update(small.view());
      if (inner.pairs().size() != exact) ++wrong;
      ++inner_frames;
    }
    if (oracle::order_hash(chunk) != before) ++wrong;
    pairs += chunk.size();
  });
  EXPECT_GT(inner_frames, 2);
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(pairs, expected_[0].size());
}

TEST_F(Nested, ConstCallsFromManyThreadsAreSafe) {
  BroadPhase broad_phase({.threads = 2});
  broad_phase.update(frames_[0].view());
  const BroadPhase& shared = broad_phase;
  const std::uint64_t hash = oracle::order_hash(shared.pairs());
  std::atomic<int> wrong{0};
  Gathering start(6);
  std::vector<std::thread> threads;
  for (int i = 0; i < 6; ++i) {
    threads.emplace_back([&] {
      start.arrive();
      for (int repeat = 0; repeat < 20; ++repeat) {
        if (oracle::order_hash(shared.pairs()) != hash) ++wrong;
        if (shared.stats().pair_count != shared.pairs().size()) ++wrong;
        if (shared.chunk_count() == 0 || shared.byte_count() == 0) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST_F(Nested, AnEngineMayBeUsedFromOneThreadAfterAnother) {
  BroadPhase broad_phase({.threads = 3});
  for (std::size_t i = 0; i < 6; ++i) {
    bool good = false;
    std::thread([&] { good = works(broad_phase, i); }).join();
    EXPECT_TRUE(good);
  }
}

}  // namespace
}  // namespace quadphase::contract
