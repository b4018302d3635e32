// SPDX-License-Identifier: MIT
// Rectangles into pixels, for browsers without a fast WebGL: the same picture as src/gl_renderer.js
// makes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "trees.hpp"

namespace quadphase::playground {

/// What `Raster::draw` is to do: 28 floats that the page writes. Units: pixels; colors from 0 to 1,
/// red, green, blue and alpha. The style is between `[0]`, at level 0, and `[1]`, at level
/// `deepest`.
struct RasterStyle {
  float inside[2][4];
  float edge[2][4];
  float widths[2];
  float least;  ///< half of the least side
  float hatch;  ///< from stripe to stripe; 0: none
  float deepest;
  float pane[4];  ///< x, y, width and height; y goes down
  float center[2];
  float scale;       ///< pixels to a unit of the world
  float faint_area;  ///< what is larger is fainter inside; 0: nothing is
};

class Raster {
 public:
  /// An empty picture. The color is opaque.
  void begin(std::size_t width, std::size_t height, float red, float green, float blue);

  void draw(std::span<const Drawn> rectangles, const RasterStyle& style);

  /// Rows from above, each pixel as bytes red, green, blue and alpha.
  [[nodiscard]] const std::uint32_t* pixels() const noexcept { return pixels_.data(); }

 private:
  std::size_t width_ = 0, height_ = 0;
  std::vector<std::uint32_t> pixels_;
};

}  // namespace quadphase::playground
