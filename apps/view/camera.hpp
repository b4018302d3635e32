// SPDX-License-Identifier: MIT
// Which part of the world is shown on which part of the window.
#pragma once

#include <algorithm>
#include <cmath>

#include "quadphase/box.hpp"

namespace quadphase::view {

/// A rectangle of the window, in pixels from its upper left corner.
struct Viewport {
  double x = 0, y = 0, width = 1, height = 1;

  [[nodiscard]] bool contains(double px, double py) const noexcept {
    return px >= x && py >= y && px < x + width && py < y + height;
  }
};

/// The world is upright: y grows to the top. One scale on both axes.
struct Camera {
  double center_x = 0, center_y = 0;
  double zoom = 1;  ///< pixels per unit

  /// The point of the world that is shown at this pixel.
  [[nodiscard]] Point world_of(const Viewport& port, double px, double py) const noexcept {
    return {static_cast<float>(center_x + (px - port.x - 0.5 * port.width) / zoom),
            static_cast<float>(center_y - (py - port.y - 0.5 * port.height) / zoom)};
  }

  /// Shows all of a box, with a little room around it.
  void fit(const Viewport& port, const Box& box) noexcept {
    const double width = static_cast<double>(box.max_x) - static_cast<double>(box.min_x);
    const double height = static_cast<double>(box.max_y) - static_cast<double>(box.min_y);
    center_x = static_cast<double>(box.min_x) + 0.5 * width;
    center_y = static_cast<double>(box.min_y) + 0.5 * height;
    const double least = 1e-30;
    zoom =
        0.96 * std::min(port.width / std::max(width, least), port.height / std::max(height, least));
    if (!std::isfinite(zoom) || zoom > kMostZoom) zoom = 1;
  }

  /// Moves by pixels of a drag.
  void pan(double dx, double dy) noexcept {
    center_x -= dx / zoom;
    center_y += dy / zoom;
  }

  /// Zooms by a factor; what is shown at the pixel stays there.
  void zoom_at(const Viewport& port, double px, double py, double factor) noexcept {
    const double before = zoom;
    zoom = std::clamp(zoom * factor, 1e-9, kMostZoom);
    const double off_x = px - port.x - 0.5 * port.width, off_y = py - port.y - 0.5 * port.height;
    center_x += off_x / before - off_x / zoom;
    center_y -= off_y / before - off_y / zoom;
  }

  static constexpr double kMostZoom = 1e9;
};

}  // namespace quadphase::view
