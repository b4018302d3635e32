// SPDX-License-Identifier: MIT
// The threads that work on the loops of one frame. The thread that called is its leader; helpers
// come once and stay from loop to loop, where they wait for the next one in a short spin.
// Why: a frame has a dozen loops, of 10 to 100 microseconds each on many threads, and to wake
// helpers, to give each a task and to wait for all of them takes 10 to 30 microseconds every time.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>

#include "base/block_loop.hpp"
#include "base/function_ref.hpp"

namespace quadphase::detail {

class Team {
 public:
  /// The calling thread is the leader. `call_helpers(team, count)` makes that many threads call
  /// `help`, soon or never. It must outlive the team.
  Team(int worker_count, FunctionRef<void(Team& team, int count)> call_helpers) noexcept
      : worker_count_(worker_count), call_helpers_(call_helpers) {}

  /// Calls `range(first, last, worker)` for ranges of at least `grain` that make up `[0, count)`.
  /// Throws what a range throws. The leader's number is `worker`. A loop in a range of another one
  /// runs on its thread alone.
  void for_each_range(std::size_t count, std::size_t grain, int worker, BlockLoop::Range range);

  /// Works on the loops of the leader until there are no more, or none for a while.
  void help(int worker) noexcept;

  /// Sends all helpers home, those too that come later. They may still be in `help`.
  void end() noexcept { number_.store(kEnded); }

 private:
  static constexpr std::uint64_t kEnded = ~std::uint64_t{0} - 1;  // even: no loop is open

  [[nodiscard]] std::uint64_t next_loop(std::uint64_t last) const noexcept;
  void leave() noexcept;
  void wait_for_helpers() noexcept;

  std::thread::id leader_ = std::this_thread::get_id();
  int worker_count_;
  FunctionRef<void(Team& team, int count)> call_helpers_;
  BlockLoop* loop_ = nullptr;  // of the odd number
  /// Of the loop: odd while it is open, then even.
  alignas(64) std::atomic<std::uint64_t> number_{0};
  /// Helpers that are at the loop, or are looking whether it is open.
  alignas(64) std::atomic<std::uint32_t> inside_{0};
  /// Helpers that were called and have not gone home.
  alignas(64) std::atomic<int> helper_count_{0};
};

}  // namespace quadphase::detail
