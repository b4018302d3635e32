// SPDX-License-Identifier: MIT
// The threads asked for really come, each to its own processor.
#include "machine/pinning.hpp"

#include <gtest/gtest.h>
#include <sched.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>

#include <chrono>
#include <cstring>
#include <memory>
#include <set>
#include <stdexcept>
#include <thread>

#include "machine/machine.hpp"

namespace quadphase::bench {
namespace {

constexpr int kThreadCounts[] = {1, 2, 3, 8, 16};

const tbb::global_control& allow_16_threads() {
  static const tbb::global_control allowed(tbb::global_control::max_allowed_parallelism, 16);
  return allowed;
}

class PinnedArenas : public ::testing::Test {
 protected:
  PinnedArenas() { allow_16_threads(); }
};

TEST_F(PinnedArenas, GatherAsManyDistinctThreadsAndSlotsAsAskedFor) {
  for (const int thread_count : kThreadCounts) {
    PinnedArena arena(thread_count, usable_cpus());
    arena.run([] {});
    std::set<long> threads;
    std::set<int> slots;
    for (const PinnedArena::Seat& seat : arena.seats()) {
      threads.insert(seat.thread_id);
      slots.insert(seat.slot);
    }
    EXPECT_EQ(threads.size(), static_cast<std::size_t>(thread_count));
    EXPECT_EQ(slots.size(), static_cast<std::size_t>(thread_count));
  }
}

TEST_F(PinnedArenas, SeatEachSlotOnItsProcessorAlsoWhereArenasTakeTurns) {
  const std::vector<int> cpus = usable_cpus();
  ASSERT_FALSE(cpus.empty());
  std::vector<std::unique_ptr<PinnedArena>> arenas;
  for (const int thread_count : kThreadCounts)
    arenas.push_back(std::make_unique<PinnedArena>(thread_count, cpus));
  for (int turn = 0; turn < 5; ++turn) {
    for (const auto& arena : arenas) {
      arena->run([] { tbb::parallel_for(0, 1000, [](int) {}); });
      if (!arena->is_pinned()) GTEST_SKIP() << "this system does not let threads be pinned";
      for (const PinnedArena::Seat& seat : arena->seats()) {
        EXPECT_EQ(seat.cpu, cpus[static_cast<std::size_t>(seat.slot) % cpus.size()]);
      }
    }
  }
}

TEST_F(PinnedArenas, GiveTheCallingThreadItsAffinityBack) {
  cpu_set_t before;
  cpu_set_t after;
  ASSERT_EQ(::sched_getaffinity(0, sizeof before, &before), 0);
  PinnedArena arena(2, usable_cpus());
  arena.run([] {});
  ASSERT_EQ(::sched_getaffinity(0, sizeof after, &after), 0);
  EXPECT_EQ(std::memcmp(&before, &after, sizeof before), 0);
  EXPECT_THROW(arena.run([] { throw std::runtime_error("from the work"); }), std::runtime_error);
  ASSERT_EQ(::sched_getaffinity(0, sizeof after, &after), 0);
  EXPECT_EQ(std::memcmp(&before, &after, sizeof before), 0);
}

TEST_F(PinnedArenas, RunTheWorkOnTheCallingThreadInTheArena) {
  PinnedArena arena(3, usable_cpus());
  const std::thread::id caller = std::this_thread::get_id();
  arena.run([&] {
    EXPECT_EQ(std::this_thread::get_id(), caller);
    EXPECT_EQ(tbb::this_task_arena::max_concurrency(), 3);
  });
}

TEST_F(PinnedArenas, RunTheWorkAndWarnOnceIfThreadsDoNotStart) {
  const tbb::global_control busy(tbb::global_control::max_allowed_parallelism, 1);
  constexpr std::chrono::milliseconds kWait(50);
  ::testing::internal::CaptureStderr();
  for (int arena_count = 0; arena_count < 2; ++arena_count) {
    PinnedArena arena(2, usable_cpus(), kWait);
    int runs = 0;
    const auto start = std::chrono::steady_clock::now();
    EXPECT_NO_THROW(arena.run([&] {
      EXPECT_GE(std::chrono::steady_clock::now() - start, kWait);
      ++runs;
    }));
    EXPECT_EQ(runs, 1);
  }
  EXPECT_EQ(::testing::internal::GetCapturedStderr(),
            "warning: the machine is busy: only 1 of 2 threads started within 50 ms\n");
}

TEST_F(PinnedArenas, WorkWithoutProcessorsAndSayThatNothingIsPinned) {
  PinnedArena arena(2, {});
  bool has_run = false;
  arena.run([&] { has_run = true; });
  EXPECT_TRUE(has_run);
  EXPECT_FALSE(arena.is_pinned());
}

}  // namespace
}  // namespace quadphase::bench
