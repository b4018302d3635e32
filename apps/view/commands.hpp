// SPDX-License-Identifier: MIT
// What keys, buttons and scripts do to a view.
#pragma once

#include <cstddef>
#include <string>

#include "view.hpp"

namespace quadphase::view {

inline constexpr float kLeastSize =
    0.0005F;  // of inserted boxes and queries, in shares of the height
inline constexpr float kMostSize = 1;

/// The part of the world that is shown.
[[nodiscard]] Box shown_box(const View& view);
/// A square box of the size that is set, around the mouse.
[[nodiscard]] Box box_at_mouse(const View& view, float share);
/// The place of the mouse in the world, after the mouse or the camera moved.
void locate_mouse(View& view);

void insert_at_mouse(View& view);
/// At random places of what is shown.
void add_boxes(View& view, std::size_t count);
/// No effect on `kNoObject`, here and below.
void remove(View& view, ObjectId id);
/// A static object moves again, and one that was dragged follows its source again.
void toggle_static(View& view, ObjectId id);

/// Both pause. Back and on within the history; on from its end by a step of the source.
void step_on(View& view);
void step_back(View& view);

/// All engines of the benchmark on this frame, after the one before it.
void measure_engines(View& view);

/// To a new file in the current folder.
void take_screenshot(View& view);
void make_gif(View& view);

}  // namespace quadphase::view
