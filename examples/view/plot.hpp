// SPDX-License-Identifier: MIT
// Pictures inside of panels: the rolling plot of stage times, and the legend.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "quadphase/stats.hpp"
#include "styles.hpp"

namespace quadphase::view {

/// A stage as the plot shows it, from the first of a frame to the last.
struct PlottedStage {
  const char* name;
  std::uint64_t StageTimes::*time;
  unsigned color;  ///< 0xRRGGBB; neighbors differ in lightness
};

inline constexpr std::array<PlottedStage, 8> kStages{{{"statics", &StageTimes::statics, 0x2B3440},
                                                      {"bounds", &StageTimes::bounds, 0xC9D6E2},
                                                      {"keys", &StageTimes::keys, 0x0B6E99},
                                                      {"partition", &StageTimes::partition, 0x9CCBE8},
                                                      {"tree", &StageTimes::tree, 0x6A3D92},
                                                      {"pairs", &StageTimes::pairs, 0xF0A34A},
                                                      {"events", &StageTimes::events, 0x007E5D},
                                                      {"merge", &StageTimes::merge, 0xB8E0B0}}};

/// The frames from left to right, the oldest first, as bars of their stages, in the current ImGui window.
/// `height` is in pixels; the highest bar reaches the top, and its milliseconds are written there.
void plot_stages(std::span<const StageTimes> frames, float height);

/// The names of the stages with their colors, in as many rows as are needed.
void explain_stages();

/// A sample of a style, and what it stands for, as one line.
void explain(Style style, const char* text);

}  // namespace quadphase::view
