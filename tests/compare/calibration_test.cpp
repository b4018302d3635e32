// SPDX-License-Identifier: MIT
#include "machine/calibration.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "machine/machine.hpp"

namespace quadphase::bench {
namespace {

TEST(QuietFrames, DropsExactlyThoseAboveTheFactorTimesTheUsualLoop) {
  const std::vector<std::uint64_t> loops = {100, 120, 121, 90, 1'000};
  EXPECT_EQ(quiet_frames(loops, 100), (std::vector<bool>{true, true, false, true, false}));
}

TEST(CalibrationLoop, TakesTensOfMicrosecondsOnEveryThread) {
  EXPECT_GT(time_calibration_loop(), 1'000U);
  PinnedArena arena(1, usable_cpus());
  std::uint64_t time = 0;
  arena.run([&] { time = time_calibration_loops(arena); });
  EXPECT_GT(time, 1'000U);
}

}  // namespace
}  // namespace quadphase::bench
