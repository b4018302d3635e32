// SPDX-License-Identifier: MIT
// Arithmetic without memory, on one thread and on all.
#include "machine/register_gain.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>

#include "machine/machine.hpp"
#include "machine/pinning.hpp"

namespace quadphase::bench {
namespace {

/// Some 100 microseconds of multiplications and additions that do not wait for each other, so that
/// they fill the execution units. Returns nanoseconds.
std::uint64_t time_arithmetic() {
  using Clock = std::chrono::steady_clock;
  constexpr int kRounds = 30'000;
  std::array<float, 48> lanes{};  // twelve registers of four
  volatile float factor = 0.999F;
  const Clock::time_point start = Clock::now();
  const float by = factor;
  for (int step = 0; step < kRounds; ++step)
    for (float& lane : lanes) lane = lane * by + 1.0F;
  for (const float lane : lanes) factor = lane;
  const std::chrono::nanoseconds time = Clock::now() - start;
  return static_cast<std::uint64_t>(time.count());
}

}  // namespace

std::vector<double> register_gains(int threads, std::size_t rounds) {
  std::vector<double> gains;
  PinnedArena arena(threads, usable_cpus());
  arena.run([&] {
    for (std::size_t round = 0; round < rounds; ++round) {
      const auto alone = static_cast<double>(time_arithmetic());
      std::atomic<std::uint64_t> sum = 0;
      arena.on_each_thread([&](int) { sum += time_arithmetic(); });
      // Each thread does the same work: together they do that of as many as their speeds add up to.
      gains.push_back(alone * threads * threads / static_cast<double>(sum));
    }
  });
  return gains;
}

}  // namespace quadphase::bench
