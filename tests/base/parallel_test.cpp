// SPDX-License-Identifier: MIT
#include "base/parallel.hpp"

#include <gtest/gtest.h>
#include <tbb/parallel_for.h>

#include <atomic>
#include <stdexcept>
#include <vector>

namespace quadphase::detail {
namespace {

TEST(Workers, RunEachTaskOnceWithAWorkerNumberBelowTheirCount) {
  for (const int threads : {1, 2, 5}) {
    Workers workers(threads, {});
    ASSERT_EQ(workers.count(), threads);
    for (const bool serial : {true, false}) {
      std::vector<std::atomic<int>> calls(1'000);
      workers.run(serial, [&] {
        workers.for_each(calls.size(), 3, [&](std::size_t i, int worker) {
          EXPECT_GE(worker, 0);
          EXPECT_LT(worker, serial ? 1 : threads);
          ++calls[i];
        });
      });
      for (const std::atomic<int>& count : calls) EXPECT_EQ(count, 1);
    }
  }
}

TEST(Workers, PassOnWhatATaskThrows) {
  Workers workers(2, {});
  const auto fail = [&](bool serial) {
    workers.run(serial, [&] {
      workers.for_each(100, 1, [](std::size_t i, int) {
        if (i == 50) throw std::runtime_error("task 50");
      });
    });
  };
  EXPECT_THROW(fail(true), std::runtime_error);
  EXPECT_THROW(fail(false), std::runtime_error);
}

TEST(Workers, IsolateACallFromTheOtherTasksOfItsLoop) {
  Workers workers(2, {});
  std::vector<std::atomic<int>> depth(2);
  workers.run(false, [&] {
    workers.for_each(200, 1, [&](std::size_t, int worker) {
      auto& nested = depth[static_cast<std::size_t>(worker)];
      EXPECT_EQ(++nested, 1) << "a worker took up a task while it waited inside another";
      workers.isolate([] { tbb::parallel_for(0, 64, [](int) {}); });
      --nested;
    });
  });
}

TEST(DefaultThreadCount, IsAtLeastOne) {
  EXPECT_GE(default_thread_count(), 1);
}

}  // namespace
}  // namespace quadphase::detail
