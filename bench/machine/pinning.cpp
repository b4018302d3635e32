// SPDX-License-Identifier: MIT
// Threads are pinned when they enter the arena, by their slot in it: slots are distinct, so
// processors are too.
#include "machine/pinning.hpp"

#include <fmt/format.h>
#include <sched.h>
#include <tbb/task_group.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

namespace quadphase::bench {
namespace {

/// Where this thread was last pinned by an arena; -1: nowhere. Spares a system call when nothing
/// changes.
thread_local int pinned_cpu = -1;

bool pin_to(int cpu) {
  if (cpu == pinned_cpu) return true;
  cpu_set_t mask;
  CPU_ZERO(&mask);
  CPU_SET(static_cast<std::size_t>(cpu), &mask);
  if (::sched_setaffinity(0, sizeof mask, &mask) != 0) return false;
  pinned_cpu = cpu;
  return true;
}

/// Gives the calling thread its affinity back.
class AffinityGuard {
 public:
  AffinityGuard() { known_ = ::sched_getaffinity(0, sizeof mask_, &mask_) == 0; }
  ~AffinityGuard() {
    if (known_) ::sched_setaffinity(0, sizeof mask_, &mask_);
    pinned_cpu = -1;
  }
  AffinityGuard(const AffinityGuard&) = delete;
  AffinityGuard& operator=(const AffinityGuard&) = delete;

 private:
  cpu_set_t mask_{};
  bool known_ = false;
};

}  // namespace

class PinnedArena::Pinner : public tbb::task_scheduler_observer {
 public:
  Pinner(tbb::task_arena& arena, std::vector<int> cpus)
      : task_scheduler_observer(arena), cpus_(std::move(cpus)) {
    failed_ = cpus_.empty();
    observe(true);
  }
  ~Pinner() override { observe(false); }
  Pinner(const Pinner&) = delete;
  Pinner& operator=(const Pinner&) = delete;

  // Why nothing is undone on exit: a worker serves only these arenas, the next of which pins it
  // anew; giving its freedom back when it runs out of work for a moment would put two system calls
  // into the timed frame. The calling thread is no worker, and its affinity is restored around the
  // whole run.
  void on_scheduler_entry(bool) override {
    if (cpus_.empty()) return;
    const auto slot = static_cast<std::size_t>(tbb::this_task_arena::current_thread_index());
    if (!pin_to(cpus_[slot % cpus_.size()])) failed_ = true;
  }

  [[nodiscard]] bool has_failed() const noexcept { return failed_; }

 private:
  std::vector<int> cpus_;
  std::atomic<bool> failed_ = false;
};

PinnedArena::PinnedArena(int thread_count, std::vector<int> cpus,
                         std::chrono::milliseconds max_wait)
    : thread_count_(thread_count),
      max_wait_(max_wait),
      arena_(thread_count, 1),
      seats_(static_cast<std::size_t>(thread_count)) {
  arena_.initialize();
  pinner_ = std::make_unique<Pinner>(arena_, std::move(cpus));
}

PinnedArena::~PinnedArena() = default;

bool PinnedArena::is_pinned() const noexcept {
  return !pinner_->has_failed();
}

void PinnedArena::run(const std::function<void()>& work) {
  const AffinityGuard guard;
  arena_.execute([&] {
    gather();
    work();
  });
}

// One task a thread, none of which goes on before all have begun: so each is held by a thread of
// its own, unless the time runs out.
void PinnedArena::on_each_thread(const std::function<void(int index)>& work) const {
  const auto deadline = std::chrono::steady_clock::now() + max_wait_;
  std::atomic<int> arrived = 0;
  const auto meet = [&] {
    const int index = arrived.fetch_add(1);
    while (arrived.load() < thread_count_ && std::chrono::steady_clock::now() < deadline) {
      std::this_thread::yield();
    }
    work(index);
  };
  tbb::task_group group;
  for (int i = 1; i < thread_count_; ++i) group.run(meet);
  meet();
  group.wait();
}

void PinnedArena::gather() {
  on_each_thread([&](int index) {
    seats_[static_cast<std::size_t>(index)] = {tbb::this_task_arena::current_thread_index(),
                                               ::gettid(), ::sched_getcpu()};
  });
  std::set<long> threads;
  for (const Seat& seat : seats_) threads.insert(seat.thread_id);
  if (threads.size() == seats_.size()) return;
  // A busy machine may keep threads from starting. What is measured then is what it could do.
  static std::once_flag warned;
  std::call_once(warned, [&] {
    fmt::print(stderr, "warning: the machine is busy: only {} of {} threads started within {} ms\n",
               threads.size(), thread_count_, max_wait_.count());
  });
}

}  // namespace quadphase::bench
