// SPDX-License-Identifier: MIT
#include "commands.hpp"

#include <filesystem>

namespace quadphase::view {
namespace {

double height_of(const View& view) {
  return view.ports.empty() ? 1 : view.ports.front().area.height / view.camera.zoom;
}

/// The first of view-1.png, view-2.png and so on that is not there.
std::string new_file(const std::string& ending) {
  for (int i = 1;; ++i) {
    std::string path = "view-" + std::to_string(i) + ending;
    if (!std::filesystem::exists(path)) return path;
  }
}

}  // namespace

Box shown_box(const View& view) {
  if (view.ports.empty()) return {};
  const Viewport& area = view.ports.front().area;
  const Point low = view.camera.world_of(area, area.x, area.y + area.height);
  const Point high = view.camera.world_of(area, area.x + area.width, area.y);
  return {low.x, low.y, high.x, high.y};
}

Box box_at_mouse(const View& view, float share) {
  const float half = 0.5F * share * static_cast<float>(height_of(view));
  return {view.mouse.x - half, view.mouse.y - half, view.mouse.x + half, view.mouse.y + half};
}

void locate_mouse(View& view) {
  view.is_mouse_in = false;
  for (const Port& port : view.ports) {
    if (!port.area.contains(view.mouse_x, view.mouse_y)) continue;
    view.is_mouse_in = true;
    view.has_mouse = true;
    view.mouse = view.camera.world_of(port.area, view.mouse_x, view.mouse_y);
  }
}

void insert_at_mouse(View& view) {
  view.selected =
      view.world.insert(box_at_mouse(view, view.settings.insert_size), view.settings.is_static);
  view.message = "inserted " + std::to_string(view.selected);
  view.is_changed = true;
}

void add_boxes(View& view, std::size_t count) {
  const float size = view.settings.insert_size * static_cast<float>(height_of(view));
  view.world.insert_many(count, shown_box(view), {size, size}, ++view.seed);
  view.message = "added " + std::to_string(count);
  view.is_changed = true;
}

void remove(View& view, ObjectId id) {
  if (id == kNoObject || !view.world.exists(id)) return;
  view.world.remove(id);
  if (view.selected == id) view.selected = kNoObject;
  view.message = "removed " + std::to_string(id);
  view.is_changed = true;
}

void toggle_static(View& view, ObjectId id) {
  if (id == kNoObject || !view.world.exists(id)) return;
  const bool is_static = view.world.object(id).is_static;
  view.world.set_static(id, !is_static);
  view.world.hold(id, false);
  view.message = std::to_string(id) + (is_static ? " moves again" : " is static now");
  view.is_changed = true;
}

void step_on(View& view) {
  view.settings.is_paused = true;
  const std::size_t next = view.history.current() + 1;
  if (next < view.history.size()) return seek(view, next);
  step(view);
}

void step_back(View& view) {
  view.settings.is_paused = true;
  if (view.history.current() > 0) seek(view, view.history.current() - 1);
}

void measure_engines(View& view) {
  const WorldState now = view.world.state().copy();
  const std::size_t moment = view.history.current();
  const WorldState& before = view.history.seek(moment == 0 ? 0 : moment - 1);
  view.engines = measure_engines(before.boxes.view(), now.boxes.view(), view.settings.threads);
  (void)view.history.seek(moment);
}

void take_screenshot(View& view) {
  view.screenshot_path = new_file(".png");
}

void make_gif(View& view) {
  view.gif_path = new_file(".gif");
  view.gif_has_panels = false;
}

}  // namespace quadphase::view
