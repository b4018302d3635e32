// SPDX-License-Identifier: MIT
// When an executor is called and when not, and what happens when something goes wrong in it.
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <thread>

#include "examples/thread_pool.hpp"
#include "quadphase/double_box.hpp"
#include "support/checks.hpp"
#include "support/executors.hpp"
#include "support/gathering.hpp"

namespace quadphase::contract {
namespace {

constexpr std::size_t kRowCount = 24'000;

class ExecutorOfTheUser : public testing::Test {
 protected:
  ExecutorOfTheUser() {
    BroadPhase serial({.threads = 1});
    serial.update(frame_.view());
    pairs_ = copy_of(serial.pairs());
  }

  [[nodiscard]] Pairs pairs_with(Executor& executor) const {
    BroadPhase broad_phase({.executor = &executor});
    broad_phase.update(frame_.view());
    return copy_of(broad_phase.pairs());
  }

  Columns frame_ = frame_of("mixed", kRowCount);
  Pairs pairs_;
  examples::ThreadPool pool_{4};
  Watched watched_{pool_};
};

TEST_F(ExecutorOfTheUser, IsRefusedWithoutWorkers) {
  for (const int workers : {0, -1, 4'097}) {
    OneThread executor(workers, OneThread::Order::ascending);
    EXPECT_THROW(BroadPhase({.executor = &executor}), std::invalid_argument) << workers;
    EXPECT_THROW(ObjectStore(nullptr, &executor), std::invalid_argument) << workers;
    BoxColumns columns(3);
    const std::vector<double> zeros(5);
    EXPECT_THROW((void)to_local(DoubleBoxView{zeros, zeros, zeros, zeros}, {}, columns, &executor),
                 std::invalid_argument);
    EXPECT_EQ(columns.size(), 3U);
  }
  OneThread most(4'096, OneThread::Order::reverse);
  EXPECT_TRUE(pairs_with(most) == pairs_);
}

TEST_F(ExecutorOfTheUser, ExcludesAThreadCount) {
  for (const int threads : {-1, 1, 4}) {
    EXPECT_THROW(BroadPhase({.threads = threads, .executor = &pool_}), std::invalid_argument);
  }
}

TEST_F(ExecutorOfTheUser, HasTheNumberOfThreadsInStats) {
  BroadPhase broad_phase({.executor = &pool_});
  broad_phase.update(frame_.view());
  EXPECT_EQ(broad_phase.stats().threads, 4);
}

TEST_F(ExecutorOfTheUser, OfOneWorkerIsNeverRun) {
  OneThread one(1, OneThread::Order::ascending);
  Watched watched(one);
  EXPECT_TRUE(pairs_with(watched) == pairs_);
  ObjectStore store(nullptr, &watched);
  std::vector<Handle> handles(kRowCount);
  store.add(frame_.view(), {}, handles);
  store.remove(handles);
  EXPECT_EQ(watched.runs, 0);
}

TEST_F(ExecutorOfTheUser, IsNotRunForLittleWork) {
  BroadPhase broad_phase({.executor = &watched_});
  const Columns few = frame_of("mixed", 5'000);
  broad_phase.update(few.view());
  ObjectStore store(nullptr, &watched_);
  std::vector<Handle> handles(5'000);
  store.add(few.view(), {}, handles);
  EXPECT_EQ(watched_.runs, 0);
}

TEST_F(ExecutorOfTheUser, IsRunOncePerLoop) {
  BroadPhase broad_phase({.executor = &watched_});
  broad_phase.update(frame_.view());
  EXPECT_GE(watched_.runs, 5);
  EXPECT_LE(watched_.runs, 60);
}

TEST_F(ExecutorOfTheUser, IsNotCalledAfterTheEndOfAnEngine) {
  {
    std::optional<BroadPhase> broad_phase(Config{.executor = &watched_, .events = true});
    broad_phase->update(frame_.view());
    std::optional<ObjectStore> store(std::in_place, nullptr, &watched_);
    std::vector<Handle> handles(kRowCount);
    store->add(frame_.view(), {}, handles);
    EXPECT_GT(watched_.runs, 5);
    watched_.is_closed = true;
  }
  EXPECT_EQ(watched_.wrong, 0);
}

TEST_F(ExecutorOfTheUser, PassesOnWhatAVisitorThrows) {
  BroadPhase broad_phase({.executor = &watched_});
  for (const bool stored : {false, true}) {
    if (stored) {
      broad_phase.update(frame_.view());
    } else {
      broad_phase.build(frame_.view());
    }
    std::atomic<int> calls{0};
    const auto visit = [&](std::span<const Pair>, std::size_t) {
      if (++calls == 3) throw std::runtime_error("of the visitor");
    };
    EXPECT_THROW(broad_phase.for_each_pair_chunk(visit), std::runtime_error);
  }
  broad_phase.update(frame_.view());
  EXPECT_TRUE(copy_of(broad_phase.pairs()) == pairs_);
  EXPECT_EQ(watched_.wrong, 0);
}

TEST_F(ExecutorOfTheUser, IsNotRunInItsOwnTasks) {
  BroadPhase outer({.executor = &watched_});
  BroadPhase inner({.executor = &watched_});
  outer.build(frame_.view());
  inner.build(frame_.view());
  const std::vector<Box> boxes(2'000, frame_.view()[7]);
  QueryResult expected;
  inner.find_overlaps(boxes, expected);
  std::atomic<std::size_t> visits{0};
  std::atomic<std::size_t> good{0};
  outer.for_each_pair_chunk([&](std::span<const Pair>, std::size_t) {
    ++visits;
    QueryResult result;
    inner.find_overlaps(boxes, result);
    if (std::equal(result.ids().begin(), result.ids().end(), expected.ids().begin(),
                   expected.ids().end()))
      ++good;
  });
  EXPECT_GT(visits, 4U);
  EXPECT_EQ(good, visits);
  EXPECT_EQ(watched_.wrong, 0) << "a task ran tasks of the same executor";
}

TEST_F(ExecutorOfTheUser, AnswersManyThreadsAtOnce) {
  BroadPhase broad_phase({.executor = &watched_});
  broad_phase.build(frame_.view());
  const std::vector<Box> boxes(3'000, frame_.view()[9]);
  QueryResult expected;
  broad_phase.find_overlaps(boxes, expected);
  Gathering start(4);
  std::atomic<int> good{0};
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&] {
        start.arrive();
        QueryResult result;
        for (int repeat = 0; repeat < 20; ++repeat) {
          broad_phase.find_overlaps(boxes, result);
          if (std::equal(result.ids().begin(), result.ids().end(), expected.ids().begin(),
                         expected.ids().end()))
            ++good;
        }
      });
    }
  }
  EXPECT_EQ(good, 80);
  EXPECT_EQ(watched_.wrong, 0);
}

/// Begins `begun_count` tasks, and then throws or returns.
class Incomplete final : public Executor {
 public:
  Incomplete(std::size_t begun_count, bool throws) : begun_count_(begun_count), throws_(throws) {}
  [[nodiscard]] int worker_count() const noexcept override { return 3; }
  void run(std::size_t count, Task task) override {
    for (std::size_t i = 0; i < std::min(count, begun_count_); ++i) task(i, static_cast<int>(i));
    if (throws_) throw std::bad_alloc();
  }

 private:
  std::size_t begun_count_;
  bool throws_;
};

TEST_F(ExecutorOfTheUser, MayLeaveOutTasksOrThrow) {
  for (const bool throws : {false, true}) {
    for (const std::size_t begun : {0U, 1U}) {
      Incomplete executor(begun, throws);
      EXPECT_TRUE(pairs_with(executor) == pairs_);
      ObjectStore store(nullptr, &executor);
      std::vector<Handle> handles(kRowCount);
      store.add(frame_.view(), {}, handles);
      EXPECT_EQ(store.box(handles[kRowCount - 1]), frame_.view()[kRowCount - 1]);
      store.remove(handles);
      EXPECT_EQ(store.size(), 0U);
    }
  }
}

/// Gives its first task a number that is no worker's, until it is told better.
class Misnumbered final : public Executor {
 public:
  [[nodiscard]] int worker_count() const noexcept override { return 2; }
  void run(std::size_t count, Task task) override {
    for (std::size_t i = 0; i < count; ++i) task(i, i == 0 ? number : static_cast<int>(i));
  }
  int number = 0;
};

TEST_F(ExecutorOfTheUser, IsToldOfNumbersThatAreNoWorkers) {
  Misnumbered executor;
  BroadPhase broad_phase({.executor = &executor});
  for (const int number : {-1, 2, 1'000'000}) {
    executor.number = number;
    EXPECT_THROW(broad_phase.update(frame_.view()), std::logic_error) << number;
  }
  executor.number = 0;
  broad_phase.update(frame_.view());
  EXPECT_TRUE(copy_of(broad_phase.pairs()) == pairs_);
}

}  // namespace
}  // namespace quadphase::contract
