// SPDX-License-Identifier: MIT
#include "base/team.hpp"

#include "base/pause.hpp"

namespace quadphase::detail {
namespace {

/// How often a waiting thread checks before it starts to yield its processor: for some 10
/// microseconds. And how often it then yields: for some 100 where no other thread wants to run.
constexpr int kPauses = 200;
constexpr int kYields = 200;

/// Waits until `is_over()`; returns false if that takes long.
template <class IsOver>
bool spin_until(const IsOver& is_over) noexcept {
  for (int i = 0; i < kPauses; ++i) {
    if (is_over()) return true;
    pause();
  }
  for (int i = 0; i < kYields; ++i) {
    if (is_over()) return true;
    std::this_thread::yield();
  }
  return false;
}

}  // namespace

void Team::for_each_range(std::size_t count, std::size_t grain, int worker,
                          BlockLoop::Range range) {
  BlockLoop loop(worker_count_, count, grain, range);
  // Why check the thread, too: a helper may be in a range when the leader has closed the loop and
  // waits.
  const bool is_outermost =
      std::this_thread::get_id() == leader_ && number_.load(std::memory_order_relaxed) % 2 == 0;
  if (is_outermost && loop.task_count() > 1) {
    const int missing = worker_count_ - 1 - helper_count_.load(std::memory_order_relaxed);
    loop_ = &loop;
    number_.fetch_add(1);
    if (missing > 0) {
      helper_count_.fetch_add(missing, std::memory_order_relaxed);
      call_helpers_(*this, missing);
    }
    loop.take_blocks(worker);
    // Invariant: a helper that is not counted inside by now will see that the loop is closed.
    number_.fetch_add(1);
    wait_for_helpers();
  } else {
    loop.take_blocks(worker);  // a loop in a block of another, or of one block
  }
  loop.rethrow();
}

void Team::help(int worker) noexcept {
  std::uint64_t number = 0;
  while ((number = next_loop(number)) != kEnded) {
    inside_.fetch_add(1);
    if (number_.load() == number) loop_->take_blocks(worker);
    leave();
  }
  helper_count_.fetch_sub(1, std::memory_order_relaxed);
}

/// The number of an open loop that is not the `last` one; kEnded if there is none for a while.
std::uint64_t Team::next_loop(std::uint64_t last) const noexcept {
  std::uint64_t number = kEnded;
  const bool comes = spin_until([&] {
    number = number_.load(std::memory_order_acquire);
    return number == kEnded || (number % 2 == 1 && number != last);
  });
  return comes ? number : kEnded;
}

void Team::leave() noexcept {
  if (inside_.fetch_sub(1, std::memory_order_release) == 1) inside_.notify_one();
}

void Team::wait_for_helpers() noexcept {
  // Why not by acquire alone: a helper first counts itself and then reads the number, while here
  // the number has changed first. One of the two must see the other, in a single order of all four
  // operations.
  const auto is_empty = [this] { return inside_.load() == 0; };
  while (!spin_until(is_empty)) {
    const std::uint32_t count = inside_.load();
    if (count != 0) inside_.wait(count);
  }
}

}  // namespace quadphase::detail
