// SPDX-License-Identifier: MIT
// Measures the stages of a call: each in ticks of a processor counter, and the whole call also by
// the steady clock, which gives the length of a tick.
//
// Why: a frame of 100 boxes takes about a microsecond and has eight stages. Reading the clock takes
// 25 to 50 ns, reading the counter 10.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
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
  [[nodiscard]] StageTimes nanoseconds() const noexcept {
    const std::chrono::duration<double, std::nano> duration = Clock::now() - start_;
    const auto ticks = static_cast<double>(std::max<std::uint64_t>(tick() - first_tick_, 1));
    const double length = duration.count() / ticks;
    StageTimes times;
    for (const auto stage :
         {&StageTimes::statics, &StageTimes::bounds, &StageTimes::keys, &StageTimes::partition,
          &StageTimes::tree, &StageTimes::pairs, &StageTimes::events, &StageTimes::merge}) {
      // Why a bound: where counters differ between processors, a thread that moves may measure less
      // than zero.
      const double time = std::ceil(static_cast<double>(ticks_.*stage) * length);
      times.*stage = static_cast<std::uint64_t>(std::min(time, 1e18));
    }
    return times;
  }

 private:
  using Clock = std::chrono::steady_clock;

  StageTimes ticks_;
  Clock::time_point start_ = Clock::now();
  std::uint64_t first_tick_ = tick();
  std::uint64_t last_tick_ = first_tick_;
};

}  // namespace quadphase::detail
