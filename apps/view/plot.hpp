// SPDX-License-Identifier: MIT
// Pictures inside of panels: the rolling plot of stage times, and the legend.
#pragma once

#include <array>

#include "model/frame_times.hpp"
#include "styles.hpp"

namespace quadphase::view {

/// The colors of stages, 0xRRGGBB, in the order of `kStageNames`; neighbors differ in lightness.
inline constexpr std::array<unsigned, kStageNames.size()> kStageColors = {
    0x2B3440, 0xC9D6E2, 0x0B6E99, 0x9CCBE8, 0x6A3D92, 0xF0A34A, 0x007E5D, 0xB8E0B0};

/// The frames from left to right, the oldest first, as bars of their stages, in the current ImGui
/// window. `height` is in pixels; the highest bar reaches the top, and its milliseconds are written
/// there.
void plot_stages(const FrameTimes& frames, float height);

/// The names of the stages with their colors, in as many rows as are needed.
void explain_stages();

/// A sample of a style, and what it stands for, as one line.
void explain(Style style, const char* text);

}  // namespace quadphase::view
