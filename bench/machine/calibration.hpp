// SPDX-License-Identifier: MIT
// A fixed piece of arithmetic, timed before and after each frame: when it takes longer than usual,
// the machine was busy with something else, and the frame is not to be believed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "machine/pinning.hpp"

namespace quadphase::bench {

/// A frame is dropped where its loop took more than this many times the median loop.
inline constexpr double kBusyFactor = 1.2;

/// Runs the loop once on the calling thread: some 30 microseconds of dependent integer arithmetic,
/// no memory. Returns nanoseconds.
[[nodiscard]] std::uint64_t time_calibration_loop();

/// Runs the loop on each thread of the arena at once; the slowest thread's time. Only inside
/// `arena.run`.
[[nodiscard]] std::uint64_t time_calibration_loops(PinnedArena& arena);

/// Which frames are to be believed: false where `loops[i]` is above kBusyFactor times `usual`.
[[nodiscard]] std::vector<bool> quiet_frames(std::span<const std::uint64_t> loops, double usual);

}  // namespace quadphase::bench
