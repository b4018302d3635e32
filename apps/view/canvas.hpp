// SPDX-License-Identifier: MIT
// Draws boxes, discs and lines as instances, straight from their columns.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "camera.hpp"
#include "gl.hpp"
#include "quadphase/box.hpp"
#include "styles.hpp"

namespace quadphase::view {

enum class Shape : std::uint8_t {
  box,   ///< the box
  disc,  ///< the ellipse in the box
  line   ///< from (min_x, min_y) to (max_x, max_y), which need not be the greater one
};

/// Shapes of one kind with a style each, drawn in their order.
struct Layer {
  Shape shape = Shape::box;
  std::vector<float> min_x, min_y, max_x, max_y;
  std::vector<std::uint8_t> styles;

  void clear();
  void add(const Box& box, Style style);
  void add_line(const Point& from, const Point& to, Style style) {
    add({from.x, from.y, to.x, to.y}, style);
  }
  [[nodiscard]] BoxView boxes() const noexcept { return {min_x, min_y, max_x, max_y}; }
};

/// Draws into the current OpenGL context.
class Canvas {
 public:
  Canvas();

  /// The size of the framebuffer, and its pixels per pixel of the window (2 on many displays).
  void begin(int width, int height, double density);
  /// The part that is drawn to from here on, in pixels of the window.
  void look(const Viewport& port, const Camera& camera);

  /// `styles` has one for each box. No effect if there are none.
  void draw(const BoxView& boxes, std::span<const std::uint8_t> styles, Shape shape);
  void draw(const Layer& layer) { draw(layer.boxes(), layer.styles, layer.shape); }
  /// The whole window can be drawn to again.
  static void end() { glDisable(GL_SCISSOR_TEST); }

 private:
  Program program_;
  InstanceBuffer instances_;
  GLint middle_, zoom_, half_size_, density_uniform_, shape_;
  double density_ = 1;
  int height_ = 1;
};

}  // namespace quadphase::view
