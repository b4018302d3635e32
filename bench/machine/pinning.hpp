// SPDX-License-Identifier: MIT
// An arena whose threads each sit on a processor of their own, and a way to have them all awake
// before a clock starts.
#pragma once

#include <tbb/task_arena.h>
#include <tbb/task_scheduler_observer.h>

#include <chrono>
#include <functional>
#include <memory>
#include <vector>

namespace quadphase::bench {

/// A oneTBB arena of a fixed number of threads, the thread of slot i on cpus[i % cpus.size()].
///
/// Several may be alive at once: oneTBB's workers wander between them, and are moved when they
/// enter. The program must keep a `tbb::global_control` alive that allows as many threads.
class PinnedArena {
 public:
  /// `cpus` empty: threads are not pinned. `run` waits up to `max_wait` for all threads.
  PinnedArena(int thread_count, std::vector<int> cpus,
              std::chrono::milliseconds max_wait = std::chrono::seconds(10));
  ~PinnedArena();
  PinnedArena(const PinnedArena&) = delete;
  PinnedArena& operator=(const PinnedArena&) = delete;

  [[nodiscard]] tbb::task_arena& arena() noexcept { return arena_; }
  [[nodiscard]] int thread_count() const noexcept { return thread_count_; }

  /// Joins the arena, waits until all its threads are awake in it, then calls `work` on the calling
  /// thread.
  ///
  /// The calling thread is pinned during the call and gets its former affinity back afterwards.
  /// Where some do not start in time, as on a busy machine, a warning goes to standard error, once,
  /// and `work` is called all the same.
  void run(const std::function<void()>& work);

  /// Calls `work(index)` on each thread at once, with indices from 0 on; none begins before all are
  /// awake or the wait is over. Only inside `run`.
  void on_each_thread(const std::function<void(int index)>& work) const;

  /// Where each slot's thread was when last gathered: system thread ids and processors, by slot.
  struct Seat {
    int slot = 0;
    long thread_id = 0;
    int cpu = 0;
  };
  [[nodiscard]] const std::vector<Seat>& seats() const noexcept { return seats_; }

  /// False where the system refused to pin a thread, or `cpus` was empty.
  [[nodiscard]] bool is_pinned() const noexcept;

 private:
  class Pinner;
  void gather();

  int thread_count_;
  std::chrono::milliseconds max_wait_;
  tbb::task_arena arena_;
  std::unique_ptr<Pinner> pinner_;
  std::vector<Seat> seats_;
};

}  // namespace quadphase::bench
