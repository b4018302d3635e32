// SPDX-License-Identifier: MIT
// An engine on threads that are not its own: on a thread pool, on a job system in C, which takes
// callbacks, and on one with jobs and barriers. All find the same bytes.
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <quadphase/quadphase.hpp>
#include <thread>
#include <vector>

#include "thread_pool.hpp"

namespace {

// --- A job system in C.
// The callbacks have the shape of Box2D's. Source: E. Catto, "Box2D 3.0", 2024: an engine takes
// b2EnqueueTaskCallback and b2FinishTaskCallback, and runs on whatever stands behind them.

using RangeCallback = void(std::int32_t first, std::int32_t end, std::uint32_t worker,
                           void* context);
// Calls `task` for ranges of at least `min_range` of the items, and returns a handle, or null when
// all has been done already.
using EnqueueCallback = void*(RangeCallback* task, std::int32_t item_count, std::int32_t min_range,
                              void* task_context, void* user_context);
// Waits for the task of a handle.
using FinishCallback = void(void* handle, void* user_context);

class CallbackExecutor final : public quadphase::Executor {
 public:
  CallbackExecutor(EnqueueCallback* enqueue, FinishCallback* finish, void* user_context,
                   int worker_count)
      : enqueue_(enqueue),
        finish_(finish),
        user_context_(user_context),
        worker_count_(worker_count) {}

  [[nodiscard]] int worker_count() const noexcept override { return worker_count_; }

  void run(std::size_t count, Task task) override {
    void* const handle =
        enqueue_(&run_range, static_cast<std::int32_t>(count), 1, &task, user_context_);
    if (handle != nullptr) finish_(handle, user_context_);
  }

 private:
  static void run_range(std::int32_t first, std::int32_t end, std::uint32_t worker, void* context) {
    const Task& task = *static_cast<const Task*>(context);
    for (std::int32_t i = first; i < end; ++i)
      task(static_cast<std::size_t>(i), static_cast<int>(worker));
  }

  EnqueueCallback* enqueue_;
  FinishCallback* finish_;
  void* user_context_;
  int worker_count_;
};

// A stand-in for such a system: it starts a thread for each part of the items.
struct CallbackSystem {
  static constexpr std::int32_t kWorkers = 3;

  static void* enqueue(RangeCallback* task, std::int32_t item_count, std::int32_t /*min_range*/,
                       void* context, void* /*user_context*/) {
    auto threads = std::make_unique<std::vector<std::jthread>>();
    for (std::int32_t worker = 0; worker < kWorkers; ++worker) {
      const std::int32_t first = item_count * worker / kWorkers;
      const std::int32_t end = item_count * (worker + 1) / kWorkers;
      if (first < end)
        threads->emplace_back(task, first, end, static_cast<std::uint32_t>(worker), context);
    }
    return threads.release();
  }
  static void finish(void* handle, void* /*user_context*/) {
    delete static_cast<std::vector<std::jthread>*>(handle);  // which joins them
  }
};

// --- A system of jobs and barriers.
// It has the shape of Jolt's. Source: J. Rouwe, "Jolt Physics", 2021: JobSystem and its Barrier.
// This is a stand-in, which starts a thread for each job.

class JobSystem {
 public:
  using JobHandle = std::shared_ptr<std::jthread>;
  class Barrier {
   public:
    void add_job(const JobHandle& job) { jobs_.push_back(job); }

   private:
    friend class JobSystem;
    std::vector<JobHandle> jobs_;
  };

  [[nodiscard]] int max_concurrency() const { return 4; }
  [[nodiscard]] JobHandle create_job(const char* /*name*/, std::uint32_t /*color*/,
                                     const std::function<void()>& function) {
    return std::make_shared<std::jthread>(function);
  }
  [[nodiscard]] Barrier* create_barrier() { return new Barrier; }
  void wait_for_jobs(Barrier* barrier) {
    for (const JobHandle& job : barrier->jobs_) job->join();
  }
  void destroy_barrier(Barrier* barrier) { delete barrier; }
};

class JobExecutor final : public quadphase::Executor {
 public:
  explicit JobExecutor(JobSystem& system) : system_(system) {}

  [[nodiscard]] int worker_count() const noexcept override { return system_.max_concurrency(); }

  void run(std::size_t count, Task task) override {
    JobSystem::Barrier* const barrier = system_.create_barrier();
    for (std::size_t i = 0; i < count; ++i) {
      // Jobs have no worker's number, but there are at most as many tasks as workers.
      barrier->add_job(system_.create_job("quadphase", 0xFF'40'80'FF,
                                          [task, i] { task(i, static_cast<int>(i)); }));
    }
    system_.wait_for_jobs(barrier);
    system_.destroy_barrier(barrier);
  }

 private:
  JobSystem& system_;
};

// --- What all of them run: 100,000 boxes in a row, each of which meets its neighbors.

std::vector<quadphase::Pair> pairs_on(quadphase::Executor* executor) {
  constexpr std::size_t kCount = 100'000;
  quadphase::ObjectStore store(nullptr, executor);  // its bulk calls run there, too
  quadphase::BoxColumns boxes(kCount);
  for (std::size_t i = 0; i < kCount; ++i) {
    const auto x = static_cast<float>(i * 7919 % kCount);
    boxes.set(i, {x, 0, x + 1.5F, 1});
  }
  std::vector<quadphase::Handle> handles(kCount);
  store.add(boxes.view(), {}, handles);

  quadphase::BroadPhase broad_phase({.executor = executor});
  broad_phase.update(store);
  return {broad_phase.pairs().begin(), broad_phase.pairs().end()};
}

bool report(const char* name, const std::vector<quadphase::Pair>& pairs,
            const std::vector<quadphase::Pair>& expected) {
  const bool same = pairs == expected;
  std::printf("%s: %zu pairs, %s\n", name, pairs.size(), same ? "the same bytes" : "OTHER BYTES");
  return same;
}

}  // namespace

int main() {
  const std::vector<quadphase::Pair> expected = pairs_on(nullptr);
  bool same = report("without an executor", expected, expected);

  examples::ThreadPool pool(4);
  same &= report("thread pool", pairs_on(&pool), expected);

  CallbackExecutor callbacks(&CallbackSystem::enqueue, &CallbackSystem::finish, nullptr,
                             CallbackSystem::kWorkers);
  same &= report("callbacks in C", pairs_on(&callbacks), expected);

  JobSystem system;
  JobExecutor jobs(system);
  same &= report("jobs and barriers", pairs_on(&jobs), expected);
  return same ? 0 : 1;
}
