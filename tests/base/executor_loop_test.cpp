// SPDX-License-Identifier: MIT
// Loops on an executor of the user's.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <vector>

#include "base/parallel.hpp"
#include "support/executors.hpp"

namespace quadphase::detail {
namespace {

using contract::OneThread;
using contract::ThreadPerTask;
using contract::Watched;

TEST(WorkersOfAnExecutor, RunEachTaskOnceWithAWorkerNumberBelowTheirCount) {
  for (const int worker_count : {1, 2, 5}) {
    ThreadPerTask executor(worker_count);
    Workers workers(0, &executor);
    ASSERT_EQ(workers.count(), worker_count);
    EXPECT_EQ(workers.concurrency(), worker_count);
    for (const std::size_t count : {0U, 1U, 2U, 79U, 80U, 81U, 1'000U}) {
      for (const std::size_t grain : {1U, 3U, 50U, 2'000U}) {
        std::vector<std::atomic<int>> calls(count);
        std::vector<std::atomic<int>> busy(static_cast<std::size_t>(worker_count));
        workers.run(false, [&] {
          workers.for_each(count, grain, [&](std::size_t i, int worker) {
            ASSERT_GE(worker, 0);
            ASSERT_LT(worker, worker_count);
            std::atomic<int>& own = busy[static_cast<std::size_t>(worker)];
            EXPECT_EQ(++own, 1) << "two tasks of one worker at a time";
            ++calls[i];
            --own;
          });
        });
        EXPECT_TRUE(std::all_of(calls.begin(), calls.end(), [](const auto& n) { return n == 1; }))
            << count << " by " << grain;
      }
    }
  }
}

TEST(WorkersOfAnExecutor, GetATaskEachAndTakeBlocksUntilNoneIsLeft) {
  OneThread all_on_one(4, OneThread::Order::ascending);
  Watched executor(all_on_one);
  Workers workers(0, &executor);
  std::size_t sum = 0;
  workers.run(false, [&] { workers.for_each(10'000, 1, [&](std::size_t i, int) { sum += i; }); });
  EXPECT_EQ(sum, 9'999U * 10'000 / 2);
  EXPECT_EQ(executor.runs, 1);
  EXPECT_EQ(executor.tasks, 4);
}

TEST(WorkersOfAnExecutor, PassOnWhatATaskThrowsAndBeginNoMoreBlocks) {
  OneThread executor(2, OneThread::Order::reverse);
  Workers workers(0, &executor);
  int calls = 0;
  const auto fail = [&] {
    workers.run(false, [&] {
      workers.for_each(1'000, 1, [&](std::size_t, int) {
        if (++calls == 10) throw std::runtime_error("task 10");
      });
    });
  };
  EXPECT_THROW(fail(), std::runtime_error);
  EXPECT_EQ(calls, 10);
}

TEST(WorkersOfAnExecutor, AreOneInATaskOfTheSameExecutorOnly) {
  ThreadPerTask executor(3);
  ThreadPerTask other(3);
  Workers workers(0, &executor);
  std::atomic<int> same_counts{0};
  std::atomic<int> other_counts{0};
  std::atomic<int> tasks{0};
  workers.run(false, [&] {
    workers.for_each(6, 1, [&](std::size_t, int) {
      ++tasks;
      Workers inner(0, &other);
      inner.run(false, [&] {
        other_counts += inner.active_count();
        inner.for_each(2, 1, [&](std::size_t, int) {
          Workers innermost(0, &executor);
          innermost.run(false, [&] { same_counts += innermost.active_count() == 3 ? 1'000 : 1; });
        });
      });
      Workers again(0, &executor);
      again.run(false, [&] { same_counts += again.active_count(); });
    });
  });
  EXPECT_EQ(tasks, 6);
  EXPECT_EQ(other_counts, 6 * 3);
  // Those in tasks of the other executor run on threads of the other, which run no task of this.
  EXPECT_EQ(same_counts, 6 + 12 * 1'000);
  workers.run(false, [&] { EXPECT_EQ(workers.active_count(), 3); });
}

}  // namespace
}  // namespace quadphase::detail
