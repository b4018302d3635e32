// SPDX-License-Identifier: MIT
// How one frame of one engine is timed: the one way in which this program does it.
#pragma once

#include <cstdint>

#include "engines/engine.hpp"
#include "machine/allocations.hpp"
#include "machine/pinning.hpp"

namespace quadphase::bench {

/// Reads every box once, so that whoever runs next finds them in the cache, as if a simulation had
/// just written them: otherwise the first engine would fetch them for the others.
void touch(const BoxView& boxes);

/// Times one update in the arena, all threads awake. Returns nanoseconds.
[[nodiscard]] std::uint64_t time_frame(PinnedArena& arena, Engine& engine, const BoxView& boxes);

struct CalibratedTime {
  std::uint64_t frame_ns = 0;
  std::uint64_t loop_ns = 0;  ///< the slower of the loops right before and right after the frame
  AllocationCounts allocations{};
};

enum class Allocations { ignore, count };

/// As above, with the calibration loop on every thread before and after the frame.
[[nodiscard]] CalibratedTime time_frame_calibrated(PinnedArena& arena, Engine& engine,
                                                   const BoxView& boxes, Allocations allocations);

}  // namespace quadphase::bench
