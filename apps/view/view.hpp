// SPDX-License-Identifier: MIT
// All that the viewer holds, and what is done to it: functions without a window.
#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "camera.hpp"
#include "model/engine_table.hpp"
#include "model/frame_times.hpp"
#include "model/history.hpp"
#include "model/source.hpp"
#include "model/traced_query.hpp"
#include "model/world.hpp"
#include "settings.hpp"
#include "trees.hpp"

namespace quadphase::view {

/// The pairs that began and that ended in one frame.
struct Flash {
  std::vector<Pair> begun, ended;
};

/// A part of the window with a tree of its own.
struct Port {
  Viewport area;
  TreeChoice tree = TreeChoice::none;
};

struct View {
  Settings settings;
  World world;
  std::unique_ptr<Source> source;
  History history;
  FrameTimes times;
  std::deque<Flash> flashes;  // the latest first

  Camera camera;
  Viewport area;            // of the picture
  std::vector<Port> ports;  // its parts: one, or three side by side

  Point mouse;               // in the world, where it was last over the picture
  bool has_mouse = false;    // it was there
  bool is_mouse_in = false;  // over the picture
  bool has_ctrl = false;
  ObjectId selected = kNoObject;
  ObjectId dragged = kNoObject;
  Point grip;  // from the mouse to the center of the dragged object
  bool is_panning = false;
  bool has_moved = false;  // since the button went down
  double mouse_x = 0, mouse_y = 0;

  bool is_changed = false;  // by hand, since the last update
  std::size_t step_count = 0;
  std::uint64_t source_seed = 1;
  std::uint64_t seed = 1;  // of boxes that are added
  int frames_since_step = 0;

  std::optional<TracedShape> shape;  // of the query under the mouse
  TracedQuery traced;
  std::array<draw::DrawnTree, 3> trees;  // ours, classic, loose; empty where not shown
  std::vector<Point> z_order;            // the centers of leaves, in their order
  std::vector<Pair> missed;              // by a loose quadtree of the usual kind
  std::vector<EngineRow> engines;
  std::string message;  // what the last command did, in one line

  // What the window must do.
  std::string screenshot_path;
  std::string gif_path;
  double gif_seconds = 4;
  bool gif_has_panels = false;
  bool wants_close = false;
};

/// Starts the chosen source anew, with its objects.
void restart(View& view);
/// Shows the whole world.
void fit(View& view);
/// One step of the source, and its pairs.
void step(View& view);
/// Goes to a frame of the history; 0 is the oldest.
void seek(View& view, std::size_t index);
/// Once a frame of the display: a step where it is due, and what was changed by hand.
void advance(View& view);
/// Neighbors of the selected object that are no pair with it, at most six.
[[nodiscard]] std::vector<ObjectId> strangers_near(const View& view);
/// The trees that are shown, and the query under the mouse.
void refresh(View& view);
/// Lays out the ports in the area of the picture.
void lay_out(View& view, const Viewport& area);

}  // namespace quadphase::view
