// SPDX-License-Identifier: MIT
// Measures the stages of a call: each in ticks of a counter of the processor, and the whole call by
// the steady clock, too, which gives the length of a tick.
//
// Why: a frame of 100 boxes takes about a microsecond and has eight stages. To read the clock takes
// 25 to 50 ns, to read the counter 10.
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

/// Calls a stage and stores how many ticks it took, at least one.
template <class Stage>
void timed(std::uint64_t& ticks, const Stage& stage) {
  const std::uint64_t start = tick();
  stage();
  ticks = std::max<std::uint64_t>(tick() - start, 1);
}

/// Begins with a call, and turns the ticks of its stages into nanoseconds when it ends.
class StageClock {
 public:
  [[nodiscard]] std::uint64_t nanoseconds(std::uint64_t ticks) const noexcept {
    return nanoseconds(ticks, length_of_tick());
  }
  void to_nanoseconds(StageTimes& ticks) const noexcept {
    const double length = length_of_tick();
    for (std::uint64_t* const stage : {&ticks.statics, &ticks.bounds, &ticks.keys, &ticks.partition,
                                       &ticks.tree, &ticks.pairs, &ticks.events, &ticks.merge})
      *stage = nanoseconds(*stage, length);
  }

 private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] double length_of_tick() const noexcept {
    const std::chrono::duration<double, std::nano> duration = Clock::now() - start_;
    return duration.count() / static_cast<double>(std::max<std::uint64_t>(tick() - first_tick_, 1));
  }
  /// 0 ticks: the stage did not run.
  /// Why a bound: where the processors' counters differ, a thread that moves may count below zero.
  [[nodiscard]] static std::uint64_t nanoseconds(std::uint64_t ticks, double length) noexcept {
    return static_cast<std::uint64_t>(
        std::min(std::ceil(static_cast<double>(ticks) * length), 1e18));
  }

  Clock::time_point start_ = Clock::now();
  std::uint64_t first_tick_ = tick();
};

}  // namespace quadphase::detail
