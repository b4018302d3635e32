// SPDX-License-Identifier: MIT
// Your own job system for the library's parallel loops.
#pragma once

#include <cstddef>

#include "quadphase/export.hpp"

namespace quadphase {

namespace detail {
struct ExecutorAccess;
}  // namespace detail

/// Runs the library's parallel loops on threads of your own: derive from it, and hand a pointer to
/// `Config::executor`, `ObjectStore`, `to_local` or `copy_boxes`. Without one, oneTBB runs them.
///
///     class MyJobs final : public quadphase::Executor {
///      public:
///       int worker_count() const noexcept override { return my_system.thread_count(); }
///       void run(std::size_t count, Task task) override {
///         my_system.run_and_wait(count, [task](int index) { task(index, index); });
///       }
///     };
///
/// examples/thread_pool.hpp is a pool of threads. examples/executors.cpp has adapters for job
/// systems in C, with callbacks, and for those with jobs and barriers.
///
/// Results:  have the same bytes for every executor, in whatever order and on whatever threads it
///           runs tasks.
/// Calls:    a frame calls `run` once for each parallel loop, some 7 to 30 times; a batch of
///           queries or a bulk call, 1 to 10 times. A loop with little work, such as a frame of
///           fewer than 10,000 objects, does not call it, and `run` of an executor with one worker
///           is never called.
///           `worker_count` is called when an engine or a store is constructed, and by each bulk
///           call, `to_local` and `copy_boxes`.
/// Threads:  the library calls `run` on the thread that calls the engine or the store, and on no
///           other. So `run` is called on several threads at the same time if several threads use
///           one executor at the same time: with batches of queries of one engine, or with several
///           engines. A `run` may then wait until another one has ended.
/// Nesting:  the library never calls `run` on a thread that is inside a task of the same executor.
///           If a visitor calls a function of an engine that has this executor, the call runs on
///           the visitor's thread alone. But if you call an engine in a job of your job system,
///           `run` is called there.
/// Waiting:  the thread that waits in `run` may run other jobs of yours. They must not use the
///           engine or store whose call is waiting, nor wait for a lock that its caller holds.
/// Lifetime: it must outlive the engines and stores that have it. They call it during their
///           functions only, never later and never in a destructor.
class Executor {
 public:
  /// The work of a worker in one loop: a function and its context, to be passed on by value or as
  /// two pointers. It never throws. Exceptions of visitors and `std::bad_alloc` are kept in the
  /// context and rethrown on the thread that called the library, once `run` has returned.
  struct Task {
    /// What to call.
    void (*function)(void* context, std::size_t index, int worker) noexcept;
    /// What to pass to it. It is gone when `run` has returned.
    void* context;

    /// Runs the task of that index, on behalf of that worker.
    void operator()(std::size_t index, int worker) const noexcept {
      function(context, index, worker);
    }
  };

  virtual ~Executor() = default;
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  /// How many tasks of one `run` may be running at a time: 1 to 4,096, always the same number. Each
  /// worker costs memory, so return the number of threads.
  [[nodiscard]] virtual int worker_count() const noexcept = 0;

  /// Calls `task(index, worker)` once for each index below `count`, in any order and on any
  /// threads, and returns when all these calls have ended.
  ///
  /// Count:   2 to `worker_count()`, each a share of the loop that ends when no work is left.
  ///          Shares that begin late find less to do or nothing, so no stealing is needed.
  /// Workers: `worker` is 0 to `worker_count() - 1`. No two tasks of one `run` may have the same
  ///          number at the same time, not even nested on one thread. `worker = index` is always
  ///          right. Tasks of different `run`s may have the same number.
  /// Memory:  what was written before `run` is visible to tasks, and what tasks wrote is visible
  ///          after it, as with every mutex, barrier, or acquire and release of an atomic counter.
  /// Errors:  the library itself does the work of tasks that `run` left out. So a `run` that cannot
  ///          begin all tasks may return or throw, once no task is running; its exception goes no
  ///          further. A worker number that is out of range becomes a `std::logic_error`.
  virtual void run(std::size_t count, Task task) = 0;

 protected:
  Executor() = default;

 private:
  friend struct detail::ExecutorAccess;
  friend class TbbExecutor;

  void* tbb_arena_ = nullptr;  // of a TbbExecutor, in which the library's loops are oneTBB's own
};

namespace detail {

// Calls `range(context, first, last)` for ranges that make up `[0, count)`, on the threads of the
// executor or, without one, of the calling thread's arena. For adapters, which are headers.
QUADPHASE_API void for_each_range(std::size_t count, Executor* executor,
                                  void (*range)(void* context, std::size_t first, std::size_t last),
                                  void* context);

}  // namespace detail

}  // namespace quadphase
