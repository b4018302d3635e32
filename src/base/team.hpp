// SPDX-License-Identifier: MIT
// The threads that work on the loops of one frame. The calling thread is the leader; helpers join
// once and stay from loop to loop, with a short spin while they wait for the next one.
// Why: a frame has a dozen loops, of 10 to 100 microseconds each on many threads, and waking
// helpers, giving each a task and waiting for all of them takes 10 to 30 microseconds every time.
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
  /// Throws what a range throws. The leader's number is `worker`. A loop inside a range of another
  /// loop runs on that range's thread alone.
  void for_each_range(std::size_t count, std::size_t grain, int worker, BlockLoop::Range range);

  /// Works on the loops of the leader until there are no more, or none for a while.
  void help(int worker) noexcept;

  /// Dismisses all helpers, including those that come later. They may still be in `help`.
  void end() noexcept { number_.store(kEnded); }

 private:
  static constexpr std::uint64_t kEnded = ~std::uint64_t{0} - 1;  // even: no loop is open

  [[nodiscard]] std::uint64_t next_loop(std::uint64_t last) const noexcept;
  void leave() noexcept;
  void wait_for_helpers() noexcept;

  std::thread::id leader_ = std::this_thread::get_id();
  int worker_count_;
  FunctionRef<void(Team& team, int count)> call_helpers_;
  BlockLoop* loop_ = nullptr;  // the loop that an odd `number_` stands for
  /// The number of the loop: odd while it is open, then even.
  alignas(64) std::atomic<std::uint64_t> number_{0};
  /// Helpers that are at the loop, or are checking whether it is open.
  alignas(64) std::atomic<std::uint32_t> inside_{0};
  /// Helpers that were called and have not left for good.
  alignas(64) std::atomic<int> helper_count_{0};
};

}  // namespace quadphase::detail
