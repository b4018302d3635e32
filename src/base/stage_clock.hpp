// SPDX-License-Identifier: MIT
// Measures the stages of a call in ticks of a processor counter. The steady clock gives the length
// of a tick; it is read once in many small frames.
//
// Why: a frame of one object takes a third of a microsecond. Reading the clock takes 25 to 50 ns,
// reading the counter 10.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "quadphase/stats.hpp"

namespace quadphase::detail {

/// A number that grows at a constant rate.
[[nodiscard]] inline std::uint64_t tick() noexcept {
#if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
  return __builtin_ia32_rdtsc();
#elif defined(__GNUC__) && defined(__aarch64__)
  std::uint64_t ticks;
  __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
  return ticks;
#else
  return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
#endif
}

/// How long a tick is: as between the two readings of the clock before, which are kTicks apart or
/// more.
class TickLength {
 public:
  /// In nanoseconds, for a call that has just ended, at that tick.
  [[nodiscard]] double at(std::uint64_t now) noexcept {
    if (now - tick_ >= kTicks || nanoseconds_ == 0) measure();
    return nanoseconds_;
  }

 private:
  using Clock = std::chrono::steady_clock;

  /// About a millisecond.
  static constexpr std::uint64_t kTicks = std::uint64_t{1} << 22;

  void measure() noexcept {
    const Clock::time_point time = Clock::now();
    const std::uint64_t now = tick();
    const std::chrono::duration<double, std::nano> duration = time - time_;
    // Why signed: where counters differ between processors, a thread that moves may go back.
    const auto ticks = static_cast<double>(static_cast<std::int64_t>(now - tick_));
    if (ticks > 0) nanoseconds_ = duration.count() / ticks;
    time_ = time;
    tick_ = now;
  }

  double nanoseconds_ = 0;  // 0: not measured yet
  Clock::time_point time_ = Clock::now();
  std::uint64_t tick_ = tick();
};

/// Starts with a call. The time between two stages counts for the second one.
class StageClock {
 public:
  /// Runs a part of a stage.
  template <class Part>
  void time(std::uint64_t StageTimes::*stage, const Part& part) {
    part();
    const std::uint64_t now = tick();
    ticks_.*stage += std::max<std::uint64_t>(now - last_tick_, 1);
    last_tick_ = now;
  }

  /// How long each stage has taken so far; 0: it did not run.
  [[nodiscard]] StageTimes nanoseconds(TickLength& tick_length) const noexcept {
    const double length = tick_length.at(last_tick_);
    StageTimes times;
    for (const auto stage :
         {&StageTimes::statics, &StageTimes::bounds, &StageTimes::keys, &StageTimes::partition,
          &StageTimes::tree, &StageTimes::pairs, &StageTimes::events, &StageTimes::merge}) {
      if (ticks_.*stage == 0) continue;
      // Why a bound: where counters differ between processors, a thread that moves may measure less
      // than zero.
      const double time = static_cast<double>(ticks_.*stage) * length;
      times.*stage = static_cast<std::uint64_t>(std::min(time, 1e18)) + 1;  // rounded up
    }
    return times;
  }

 private:
  StageTimes ticks_;
  std::uint64_t last_tick_ = tick();
};

}  // namespace quadphase::detail
