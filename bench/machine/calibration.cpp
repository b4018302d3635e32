// SPDX-License-Identifier: MIT
// The calibration loop, and the rule by which frames are dropped.
#include "machine/calibration.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>

namespace quadphase::bench {
namespace {

/// A chain of multiplications and additions, each waiting for the one before: four cycles a step on
/// common processors, so that the loop takes the same time whatever the caches hold.
constexpr int kSteps = 24'000;

std::uint64_t arithmetic(std::uint64_t x) noexcept {
  for (int i = 0; i < kSteps; ++i) x = x * 6364136223846793005U + 1442695040888963407U;
  return x;
}

}  // namespace

std::uint64_t time_calibration_loop() {
  using Clock = std::chrono::steady_clock;
  volatile std::uint64_t seed = 1;  // else the compiler might run the loop itself
  const Clock::time_point start = Clock::now();
  seed = arithmetic(seed);
  const std::chrono::nanoseconds time = Clock::now() - start;
  return static_cast<std::uint64_t>(time.count());
}

std::uint64_t time_calibration_loops(PinnedArena& arena) {
  if (arena.thread_count() == 1) return time_calibration_loop();
  std::atomic<std::uint64_t> slowest = 0;
  arena.on_each_thread([&](int) {
    const std::uint64_t time = time_calibration_loop();
    std::uint64_t known = slowest.load();
    while (known < time && !slowest.compare_exchange_weak(known, time)) {
    }
  });
  return slowest;
}

std::vector<bool> quiet_frames(std::span<const std::uint64_t> loops, double usual) {
  std::vector<bool> is_quiet(loops.size());
  std::transform(loops.begin(), loops.end(), is_quiet.begin(), [usual](std::uint64_t loop) {
    return static_cast<double>(loop) <= kBusyFactor * usual;
  });
  return is_quiet;
}

}  // namespace quadphase::bench
