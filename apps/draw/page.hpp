// SPDX-License-Identifier: MIT
// A whole picture: one panel with a legend, or three side by side.
#pragma once

#include "frames.hpp"
#include "options.hpp"
#include "picture.hpp"
#include "trees.hpp"

namespace quadphase::draw {

/// Lays out the pictures of one run, which are all of one size.
class Page {
 public:
  Page(const Options& options, const Box& view);

  [[nodiscard]] int width() const noexcept { return options_.width; }
  [[nodiscard]] int height() const noexcept { return height_; }

  /// Draws the current frame; `broad_phase` has its pairs.
  void draw(Frames& frames, const BroadPhase& broad_phase, Picture& picture) const;

 private:
  struct Scene;
  void draw_three(const Scene& scene, Picture& picture) const;
  void draw_panel(const Scene& scene, const DrawnTree& tree, const Area& area,
                  Picture& picture) const;
  void draw_legend(const Scene& scene, Picture& picture) const;

  Options options_;
  Box view_;
  double panel_width_ = 0;
  double panel_height_ = 0;
  int height_ = 0;
};

}  // namespace quadphase::draw
