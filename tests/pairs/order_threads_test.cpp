// SPDX-License-Identifier: MIT
// One order of pairs for every number of threads, with as many distinct threads really at work.
#include <gtest/gtest.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#include <tbb/task_scheduler_observer.h>

#include <chrono>
#include <memory_resource>
#include <mutex>
#include <set>
#include <thread>

#include "quadphase/tbb.hpp"
#include "support/checks.hpp"
#include "support/gathering.hpp"

namespace quadphase::contract {
namespace {

constexpr int kThreads[] = {1, 2, 3, 8, 16};
constexpr std::size_t kCount = 30'000;

/// Which threads have worked in an arena.
class Members : public tbb::task_scheduler_observer {
 public:
  explicit Members(tbb::task_arena& arena) : tbb::task_scheduler_observer(arena) { observe(true); }
  ~Members() override { observe(false); }
  void on_scheduler_entry(bool) override {
    const std::lock_guard lock(mutex_);
    threads_.insert(std::this_thread::get_id());
  }
  [[nodiscard]] std::size_t count() {
    const std::lock_guard lock(mutex_);
    return threads_.size();
  }

 private:
  std::mutex mutex_;
  std::set<std::thread::id> threads_;
};

class OrderOf : public testing::TestWithParam<std::string> {
 protected:
  OrderOf() : frame_(frame_of(GetParam(), kCount)) {
    BroadPhase serial({.threads = 1});
    serial.build(frame_.view());
    chunks_ = chunks_of(serial);
    chunk_count_ = serial.chunk_count();
    serial.update(frame_.view());
    pairs_ = copy_of(serial.pairs());
    stats_ = serial.stats();
  }

  /// A stream in which `threads` threads are inside the visitor at once.
  [[nodiscard]] std::vector<Chunk> gathered_chunks(BroadPhase& broad_phase, int threads) {
    Gathering gathering(static_cast<std::size_t>(threads));
    ReceivedChunks received;
    broad_phase.for_each_pair_chunk([&](std::span<const Pair> pairs, std::size_t index) {
      gathering.arrive();
      received(pairs, index);
    });
    // Or more: a worker may leave the arena in the middle, and another one take its slot.
    EXPECT_GE(gathering.count(), static_cast<std::size_t>(threads)) << "threads that took part";
    return received.sorted();
  }

  void expect_the_same(BroadPhase& broad_phase, int threads) {
    broad_phase.build(frame_.view());
    EXPECT_TRUE(gathered_chunks(broad_phase, threads) == chunks_) << "generated chunks";
    EXPECT_EQ(broad_phase.chunk_count(), chunk_count_);
    broad_phase.update(frame_.view());
    EXPECT_TRUE(copy_of(broad_phase.pairs()) == pairs_);
    EXPECT_TRUE(gathered_chunks(broad_phase, threads) == chunks_) << "stored chunks";
    expect_same_stats(broad_phase.stats(), stats_);
  }

  tbb::global_control really_that_many{tbb::global_control::max_allowed_parallelism, 16};
  Columns frame_;
  std::vector<Chunk> chunks_;
  Pairs pairs_;
  std::size_t chunk_count_ = 0;
  Stats stats_;
};

TEST_P(OrderOf, IsOneForEveryNumberOfThreads) {
  for (const int threads : kThreads) {
    SCOPED_TRACE(threads);
    BroadPhase broad_phase({.threads = threads});
    expect_the_same(broad_phase, threads);
  }
}

TEST_P(OrderOf, IsThatOfTheUsersArena) {
  for (const int threads : {1, 3}) {
    SCOPED_TRACE(threads);
    tbb::task_arena arena(threads);
    TbbExecutor executor(arena);
    BroadPhase broad_phase({.executor = &executor});
    expect_the_same(broad_phase, threads);
  }
}

// The other stages call nothing of the user's, so frames are repeated until every thread was seen,
// which takes some frames, and seconds on a busy machine.
TEST_P(OrderOf, IsOneWhileAllThreadsUpdate) {
  for (const int threads : {2, 3, 8, 16}) {
    SCOPED_TRACE(threads);
    tbb::task_arena arena(threads);
    TbbExecutor executor(arena);
    BroadPhase broad_phase({.executor = &executor});
    Members members(arena);
    const auto wanted = static_cast<std::size_t>(threads);
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    const auto waits = [&] {
      return members.count() < wanted && std::chrono::steady_clock::now() < deadline;
    };
    for (int frame = 0; frame < 3 || waits(); ++frame) {
      broad_phase.update(frame_.view());
      ASSERT_TRUE(copy_of(broad_phase.pairs()) == pairs_) << "frame " << frame;
    }
    EXPECT_GE(members.count(), wanted);
  }
}

// Larger than all others: buckets, nodes and the scan over chunks are cut into many tasks.
TEST(Order, IsOneForTwoHundredThousandObjects) {
  const tbb::global_control many(tbb::global_control::max_allowed_parallelism, 8);
  for (const char* scene : {"galaxy", "outlier"}) {
    const Columns frame = frame_of(scene, 200'000);
    BroadPhase serial({.threads = 1});
    BroadPhase parallel({.threads = 8});
    serial.update(frame.view());
    for (int repeat = 0; repeat < 3; ++repeat) {
      parallel.update(frame.view());
      EXPECT_TRUE(copy_of(parallel.pairs()) == copy_of(serial.pairs())) << scene;
      expect_same_stats(parallel.stats(), serial.stats());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Scene, OrderOf,
                         testing::Values("uniform", "clusters", "galaxy", "giants", "decades",
                                         "outlier", "walls"),
                         test_name_of);

}  // namespace
}  // namespace quadphase::contract
