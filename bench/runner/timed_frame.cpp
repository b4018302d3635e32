// SPDX-License-Identifier: MIT
// How one frame of one engine is timed.
#include "runner/timed_frame.hpp"

#include <algorithm>
#include <chrono>

#include "machine/calibration.hpp"

namespace quadphase::bench {
namespace {

std::uint64_t time_update(Engine& engine, const BoxView& boxes) {
  using Clock = std::chrono::steady_clock;
  touch(boxes);
  const Clock::time_point start = Clock::now();
  engine.update(boxes);
  const std::chrono::nanoseconds time = Clock::now() - start;
  return static_cast<std::uint64_t>(time.count());
}

}  // namespace

void touch(const BoxView& boxes) {
  float sum = 0;
  for (const auto column : {boxes.min_x, boxes.min_y, boxes.max_x, boxes.max_y}) {
    for (std::size_t i = 0; i < column.size(); i += 16) sum += column[i];
  }
  volatile float sink = sum;
  static_cast<void>(sink);
}

std::uint64_t time_frame(PinnedArena& arena, Engine& engine, const BoxView& boxes) {
  std::uint64_t time = 0;
  arena.run([&] { time = time_update(engine, boxes); });
  return time;
}

CalibratedTime time_frame_calibrated(PinnedArena& arena, Engine& engine, const BoxView& boxes,
                                     Allocations allocations) {
  CalibratedTime time;
  arena.run([&] {
    const std::uint64_t before = time_calibration_loops(arena);
    if (allocations == Allocations::count) {
      const AllocationWindow window;
      time.frame_ns = time_update(engine, boxes);
      time.allocations = window.counts();
    } else {
      time.frame_ns = time_update(engine, boxes);
    }
    time.loop_ns = std::max(before, time_calibration_loops(arena));
  });
  return time;
}

}  // namespace quadphase::bench
