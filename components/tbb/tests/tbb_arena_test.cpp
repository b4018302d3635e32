// SPDX-License-Identifier: MIT
// An engine with a user's arena works in that arena and in no other, with the same result.
#include <gtest/gtest.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <tbb/task_scheduler_observer.h>

#include <atomic>
#include <quadphase/quadphase.hpp>
#include <quadphase/tbb.hpp>
#include <random>
#include <stdexcept>
#include <vector>

namespace quadphase {
namespace {

constexpr int kArenaThreads = 3;

// Counts the threads that enter one arena.
class Entries : public tbb::task_scheduler_observer {
 public:
  explicit Entries(tbb::task_arena& arena) : tbb::task_scheduler_observer(arena) { observe(true); }
  ~Entries() override { observe(false); }
  void on_scheduler_entry(bool) override { ++count_; }
  [[nodiscard]] int count() const { return count_; }

 private:
  std::atomic<int> count_{0};
};

class UserArena : public testing::Test {
 protected:
  UserArena() {
    std::mt19937 bits(3);
    std::uniform_real_distribution<float> place(0.0F, 200.0F);
    for (std::size_t i = 0; i < kCount; ++i) {
      min_x_.push_back(place(bits));
      min_y_.push_back(place(bits));
      max_x_.push_back(min_x_[i] + 1.0F);
      max_y_.push_back(min_y_[i] + 1.0F);
    }
  }
  [[nodiscard]] BoxView boxes() const { return {min_x_, min_y_, max_x_, max_y_}; }

  static constexpr std::size_t kCount = 40'000;
  tbb::global_control really_that_many{tbb::global_control::max_allowed_parallelism,
                                       kArenaThreads + 1};
  tbb::task_arena arena_{kArenaThreads};
  TbbExecutor executor_{arena_};
  std::vector<float> min_x_, min_y_, max_x_, max_y_;
};

TEST_F(UserArena, IsEnteredByEveryNonConstCall) {
  BroadPhase broad_phase({.executor = &executor_});
  const Entries entries(arena_);
  int before = entries.count();
  const auto expect_entered = [&](const char* call) {
    EXPECT_GT(entries.count(), before) << call;
    before = entries.count();
  };
  broad_phase.update(boxes());
  expect_entered("update");
  broad_phase.build(boxes());
  expect_entered("build");
  EXPECT_GT(broad_phase.count_pairs(), kCount / 2);
  expect_entered("count_pairs");
  broad_phase.for_each_pair_chunk([](std::span<const Pair>, std::size_t) {});
  expect_entered("for_each_pair_chunk");
}

TEST_F(UserArena, IsWhereEveryChunkIsHandedOver) {
  BroadPhase broad_phase({.executor = &executor_});
  const Entries entries(arena_);
  broad_phase.build(boxes());
  std::atomic<int> chunks{0};
  std::atomic<int> elsewhere{0};
  broad_phase.for_each_pair_chunk([&](std::span<const Pair>, std::size_t) {
    ++chunks;
    if (tbb::this_task_arena::max_concurrency() != kArenaThreads) ++elsewhere;
    if (tbb::this_task_arena::current_thread_index() >= kArenaThreads) ++elsewhere;
  });
  EXPECT_GT(chunks, 0);
  EXPECT_EQ(elsewhere, 0);
  EXPECT_EQ(broad_phase.stats().threads, kArenaThreads);
}

TEST_F(UserArena, GivesTheSameBytesAsTheEnginesOwn) {
  BroadPhase in_arena({.executor = &executor_});
  BroadPhase in_its_own({.threads = 1});
  in_arena.update(boxes());
  in_its_own.update(boxes());
  ASSERT_GT(in_arena.pairs().size(), kCount / 2);
  EXPECT_EQ(std::vector<Pair>(in_arena.pairs().begin(), in_arena.pairs().end()),
            std::vector<Pair>(in_its_own.pairs().begin(), in_its_own.pairs().end()));
}

TEST_F(UserArena, MayBeTheOneThatTheCallerIsIn) {
  BroadPhase broad_phase({.executor = &executor_});
  broad_phase.update(boxes());
  const std::vector<Pair> expected(broad_phase.pairs().begin(), broad_phase.pairs().end());
  ASSERT_GT(expected.size(), kCount / 2);
  arena_.execute([&] { broad_phase.update(boxes()); });
  EXPECT_EQ(std::vector<Pair>(broad_phase.pairs().begin(), broad_phase.pairs().end()), expected);
}

TEST_F(UserArena, MayBeSharedByEnginesThatRunAtOnce) {
  std::vector<BroadPhase> engines;
  for (int i = 0; i < 4; ++i) engines.emplace_back(Config{.executor = &executor_});
  arena_.execute([&] {
    tbb::parallel_for(std::size_t{0}, engines.size(),
                      [&](std::size_t i) { engines[i].update(boxes()); });
  });
  ASSERT_GT(engines[0].pairs().size(), kCount / 2);
  for (const BroadPhase& engine : engines) {
    EXPECT_TRUE(std::equal(engine.pairs().begin(), engine.pairs().end(), engines[0].pairs().begin(),
                           engines[0].pairs().end()));
  }
}

TEST_F(UserArena, ExcludesAThreadCount) {
  for (const int threads : {1, 2, kArenaThreads, 64}) {
    EXPECT_THROW(BroadPhase({.threads = threads, .executor = &executor_}), std::invalid_argument);
  }
}

}  // namespace
}  // namespace quadphase
