// SPDX-License-Identifier: MIT
// What is drawn, from below to above, as layers of shapes.
#pragma once

#include <vector>

#include "canvas.hpp"
#include "view.hpp"

namespace quadphase::view {

/// The layers of one frame; buffers are kept for the next.
class Painter {
 public:
  /// Draws all ports of the view.
  void paint(const View& view, Canvas& canvas);

 private:
  void paint_port(const View& view, const Port& port, Canvas& canvas);
  void style_boxes(const View& view);

  Layer layer_;
  std::vector<std::uint8_t> box_styles_;
};

}  // namespace quadphase::view
