// SPDX-License-Identifier: MIT
// Teams of threads that come soon, late or never.
#include "base/team.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <stdexcept>
#include <thread>
#include <vector>

#include "base/parallel.hpp"
#include "support/gathering.hpp"

namespace quadphase::detail {
namespace {

using contract::Gathering;

/// A team whose helpers are new threads.
class ThreadTeam {
 public:
  explicit ThreadTeam(int worker_count)
      : is_taken_(static_cast<std::size_t>(worker_count)),
        call_([this](Team& team, int count) {
          for (int i = 0; i < count; ++i) threads_.emplace_back([this, &team] { help(team); });
          calls += count;
        }),
        team_(worker_count, call_) {}

  ~ThreadTeam() {
    team_.end();
    join();
  }

  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;

  /// Waits until all helpers have gone home.
  void join() {
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
  }

  void for_each_range(std::size_t count, std::size_t grain, BlockLoop::Range range) {
    team_.for_each_range(count, grain, 0, range);
  }

  int calls = 0;  // of helpers

 private:
  /// With the number of no other thread.
  void help(Team& team) {
    std::size_t worker = 1;
    while (is_taken_[worker].exchange(true)) worker = worker % (is_taken_.size() - 1) + 1;
    team.help(static_cast<int>(worker));
    is_taken_[worker] = false;
  }

  std::vector<std::atomic<bool>> is_taken_;
  std::vector<std::thread> threads_;
  std::function<void(Team&, int)> call_;
  Team team_;
};

TEST(TeamOfThreads, RunsEachIndexOnceInEachOfManyLoops) {
  constexpr int kWorkers = 4;
  ThreadTeam team(kWorkers);
  for (int round = 0; round < 60; ++round) {
    for (const std::size_t count : {1U, 2U, 3U, 4U, 63U, 64U, 65U, 129U, 1'000U}) {
      const std::size_t grain = round % 3 == 0 ? 7 : 1;
      std::vector<std::atomic<int>> calls(count);
      std::vector<std::atomic<int>> busy(kWorkers);
      team.for_each_range(count, grain, [&](std::size_t first, std::size_t last, int worker) {
        std::atomic<int>& own = busy[static_cast<std::size_t>(worker)];
        EXPECT_EQ(++own, 1) << "two ranges of one worker at a time";
        for (std::size_t i = first; i < last; ++i) ++calls[i];
        --own;
      });
      for (const std::atomic<int>& n : calls) ASSERT_EQ(n, 1) << count << " by " << grain;
    }
  }
}

TEST(TeamOfThreads, ShowsALoopWhatTheLastOneWrote) {
  ThreadTeam team(4);
  std::vector<std::size_t> values(257);
  for (std::size_t round = 1; round <= 500; ++round) {
    // Each index reads what another worker may have written, so a data race would show, too.
    std::vector<std::size_t> read(values.size());
    team.for_each_range(values.size(), 1, [&](std::size_t first, std::size_t last, int) {
      for (std::size_t i = first; i < last; ++i) read[i] = values[values.size() - 1 - i];
    });
    for (const std::size_t value : read) ASSERT_EQ(value, round - 1);
    team.for_each_range(values.size(), 1, [&](std::size_t first, std::size_t last, int) {
      for (std::size_t i = first; i < last; ++i) values[i] = round;
    });
  }
}

TEST(TeamOfThreads, CallsHelpersAgainThatHaveGoneHome) {
  ThreadTeam team(3);
  for (int round = 1; round <= 3; ++round) {
    Gathering all(3);
    team.for_each_range(3, 1, [&](std::size_t, std::size_t, int) { all.arrive(); });
    EXPECT_EQ(all.count(), 3);
    EXPECT_EQ(team.calls, 2 * round);
    team.join();  // they go home by themselves, as no loop comes
  }
}

TEST(TeamOfThreads, CallsNobodyForALoopOfOneBlock) {
  ThreadTeam team(3);
  int calls = 0;
  team.for_each_range(10, 10, [&](std::size_t first, std::size_t last, int worker) {
    EXPECT_EQ(first, 0U);
    EXPECT_EQ(last, 10U);
    EXPECT_EQ(worker, 0);
    ++calls;
  });
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(team.calls, 0);
}

TEST(TeamOfThreads, RunsALoopInABlockOnItsThreadAlone) {
  ThreadTeam team(3);
  std::atomic<int> calls{0};
  team.for_each_range(50, 1, [&](std::size_t, std::size_t, int) {
    const std::thread::id outer = std::this_thread::get_id();
    team.for_each_range(20, 1, [&](std::size_t, std::size_t, int) {
      EXPECT_EQ(std::this_thread::get_id(), outer);
      ++calls;
    });
  });
  EXPECT_GE(calls, 50);
}

TEST(TeamOfThreads, RunsALoopInTheBlockOfALateHelperOnItsThreadAlone) {
  ThreadTeam team(2);
  Gathering both(2);
  int calls = 0;
  team.for_each_range(2, 1, [&](std::size_t, std::size_t, int worker) {
    both.arrive();
    if (worker == 0) return;
    // Meanwhile the leader closes the loop, and waits.
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    const std::thread::id outer = std::this_thread::get_id();
    team.for_each_range(20, 1, [&](std::size_t, std::size_t, int) {
      EXPECT_EQ(std::this_thread::get_id(), outer);
      ++calls;
    });
  });
  EXPECT_EQ(calls, 20);
}

TEST(TeamOfThreads, ThrowsWhatABlockOfAHelperThrowsAndGoesOn) {
  ThreadTeam team(3);
  for (int round = 0; round < 20; ++round) {
    Gathering all(3);
    const auto fail = [&] {
      team.for_each_range(3, 1, [&](std::size_t, std::size_t, int worker) {
        all.arrive();
        if (worker != 0) throw std::runtime_error("of a helper");
      });
    };
    EXPECT_THROW(fail(), std::runtime_error);
    std::atomic<std::size_t> sum{0};
    team.for_each_range(100, 1, [&](std::size_t first, std::size_t last, int) {
      for (std::size_t i = first; i < last; ++i) sum += i;
    });
    EXPECT_EQ(sum, 4'950U);
  }
}

TEST(TeamOfThreads, WaitsForAHelperThatTakesLong) {
  ThreadTeam team(2);
  std::atomic<int> finished{0};
  Gathering both(2);
  team.for_each_range(2, 1, [&](std::size_t, std::size_t, int worker) {
    both.arrive();
    if (worker != 0) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    ++finished;
  });
  EXPECT_EQ(finished, 2);
}

TEST(TeamOfNobody, DoesAllOnTheLeader) {
  const auto call_nobody = [](Team&, int) {};
  Team team(8, call_nobody);
  std::size_t sum = 0;
  team.for_each_range(1'000, 1, 5, [&](std::size_t first, std::size_t last, int worker) {
    EXPECT_EQ(worker, 5);
    for (std::size_t i = first; i < last; ++i) sum += i;
  });
  EXPECT_EQ(sum, 499'500U);
  team.end();
  team.help(1);  // comes too late, and returns
}

TEST(Workers, OfAnArenaComeAgainAfterAPause) {
  Workers workers(2, {});
  workers.run(false, [&] {
    for (int round = 0; round < 3; ++round) {
      Gathering both(2);
      workers.for_each(2, 1, [&](std::size_t, int) { both.arrive(); });
      EXPECT_EQ(both.count(), 2U);
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  });
}

}  // namespace
}  // namespace quadphase::detail
