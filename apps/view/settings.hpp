// SPDX-License-Identifier: MIT
// What the controls are set to: what is shown, and what the mouse does.
#pragma once

#include <string>

namespace quadphase::view {

/// Which tree's cells are drawn.
enum class TreeChoice : int { none, ours, classic, loose, all };

/// What is searched for under the mouse.
enum class QueryChoice : int { none, box, circle, point, ray, cast, nearest };

struct Settings {
  // Layers.
  bool boxes = true;
  bool discs = true;  ///< where a source has them, instead of their boxes
  bool pairs = true;
  bool flashes = false;  ///< pairs that began or ended
  bool legend = true;
  bool help = false;

  // Cells.
  TreeChoice tree = TreeChoice::none;
  int deepest = 24;  ///< cells below this depth are left out
  bool leaves_only = false;
  bool z_order = false;
  bool missed_pairs = false;

  // The query under the mouse; sizes are shares of the view's height.
  QueryChoice query = QueryChoice::none;
  float query_size = 0.08F;
  float query_angle = 20;  ///< of rays and casts, in degrees
  int nearest_count = 8;

  // Touch.
  float insert_size = 0.02F;  ///< the share of the view's height
  bool is_static = false;     ///< inserted boxes are static

  // Time.
  bool is_paused = false;
  int slowness = 1;  ///< frames of the display for each step

  // The engine.
  std::string source_name = "clusters";  ///< of `source_names()`, or a file
  int objects = 1'000;
  int threads = 0;
  int simd = 0;
  int leaf_capacity = 16;
  int max_depth = 300;
};

}  // namespace quadphase::view
