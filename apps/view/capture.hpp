// SPDX-License-Identifier: MIT
// What the window shows, as a PNG or as frames of a GIF.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "camera.hpp"

namespace quadphase::view {

/// Rows of 0xFFRRGGBB from the top.
struct Image {
  int width = 0, height = 0;
  std::vector<std::uint32_t> pixels;
};

/// Reads the back buffer; `part` is in pixels of the framebuffer from its upper left corner.
[[nodiscard]] Image read_pixels(int framebuffer_height, const Viewport& part);

/// Errors: `std::runtime_error` where the file cannot be written.
void write_png(const Image& image, const std::string& path);

}  // namespace quadphase::view
