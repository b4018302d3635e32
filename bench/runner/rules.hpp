// SPDX-License-Identifier: MIT
// Which engines run how many frames: rules that keep a comparison short without hiding any engine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace quadphase::bench {

/// Frames after which an engine is judged, and frames that a slow one gets in all.
inline constexpr std::size_t kJudgedFrames = 3;
inline constexpr std::size_t kFewFrames = 5;
/// Slow: more than this many times our time.
inline constexpr double kSlowFactor = 20;
/// An engine that takes longer a frame is skipped.
inline constexpr double kMaxFrameNs = 1e9;
/// The first frame, with all that it builds and allocates once, may take longer.
inline constexpr double kMaxFirstFrameNs = 1e10;
/// Above this many boxes, only the engines of `runs_on_large_frames` take part.
inline constexpr std::size_t kLargeCount = 100'000;

/// True for this library, the expert's grid and the sweep.
[[nodiscard]] bool runs_on_large_frames(std::string_view engine);

/// True where the median of the first kJudgedFrames times is above kSlowFactor times ours.
[[nodiscard]] bool is_slow(std::span<const std::uint64_t> times,
                           std::span<const std::uint64_t> ours);

/// True where the median of these times is above kMaxFrameNs.
[[nodiscard]] bool is_beyond_limit(std::span<const std::uint64_t> times);

/// "1.1 s a frame"
[[nodiscard]] std::string seconds_words(double ns);

/// The time of one frame of an engine on `count` boxes, from its times on two smaller frames of the
/// same scene: a power law through both, with an exponent from 1 to 2.5.
[[nodiscard]] double predicted_ns(std::size_t small_count, double small_ns,
                                  std::size_t larger_count, double larger_ns, std::size_t count);

/// Why an engine with these predicted times, of a frame and of its first one, is skipped untried. A
/// prediction may be off, so only where one is beyond twice its limit.
[[nodiscard]] std::optional<std::string> reason_to_skip(double predicted_ns,
                                                        double predicted_first_ns);

}  // namespace quadphase::bench
