// SPDX-License-Identifier: MIT
#include "capture.hpp"

#include <cairo.h>
#include <epoxy/gl.h>

#include <algorithm>
#include <memory>
#include <stdexcept>

namespace quadphase::view {

Image read_pixels(int framebuffer_height, const Viewport& part) {
  Image image;
  image.width = static_cast<int>(part.width);
  image.height = static_cast<int>(part.height);
  const auto width = static_cast<std::size_t>(image.width),
             height = static_cast<std::size_t>(image.height);
  image.pixels.resize(width * height);
  const auto left = static_cast<GLint>(part.x);
  const auto low = framebuffer_height - static_cast<GLint>(part.y) - image.height;
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  // 8_8_8_8_REV of BGRA is 0xAARRGGBB on every byte order.
  glReadPixels(left, low, image.width, image.height, GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV,
               image.pixels.data());
  for (std::uint32_t& pixel : image.pixels) pixel |= 0xFF000000U;
  // OpenGL's rows begin at the bottom.
  auto row = [&](std::size_t y) {
    return image.pixels.begin() + static_cast<std::ptrdiff_t>(y * width);
  };
  for (std::size_t y = 0; y < height / 2; ++y)
    std::swap_ranges(row(y), row(y + 1), row(height - 1 - y));
  return image;
}

void write_png(const Image& image, const std::string& path) {
  const auto destroy = [](cairo_surface_t* surface) { cairo_surface_destroy(surface); };
  const std::unique_ptr<cairo_surface_t, decltype(destroy)> surface(
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, image.width, image.height), destroy);
  auto* const bytes = cairo_image_surface_get_data(surface.get());
  if (bytes == nullptr) throw std::runtime_error("cannot write " + path + ": no memory");
  // Rows of 4 bytes per pixel need no padding.
  std::copy(image.pixels.begin(), image.pixels.end(), reinterpret_cast<std::uint32_t*>(bytes));
  cairo_surface_mark_dirty(surface.get());
  const cairo_status_t status = cairo_surface_write_to_png(surface.get(), path.c_str());
  if (status != CAIRO_STATUS_SUCCESS)
    throw std::runtime_error("cannot write " + path + ": " + cairo_status_to_string(status));
}

}  // namespace quadphase::view
