// SPDX-License-Identifier: MIT
#include "hand.hpp"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <cmath>

#include "commands.hpp"

namespace quadphase::view {
namespace {

constexpr KeyHelp kKeys[] = {{"click", "inserts a box; on a box: selects it"},
                             {"drag", "moves the box under the mouse, or the view"},
                             {"right click", "removes the box under the mouse"},
                             {"wheel", "sets the size of the box or query"},
                             {"Ctrl wheel, + -", "zooms"},
                             {"Space", "pauses and goes on"},
                             {"Right, Left", "a frame on, a frame back"},
                             {"R", "starts the source anew"},
                             {"F", "shows the whole world"},
                             {"A", "adds 100 boxes"},
                             {"T", "makes the selected box static, or wakes it"},
                             {"Delete", "removes the selected box"},
                             {"Esc", "selects nothing"},
                             {"B P E L", "boxes, pairs, events, legend"},
                             {"C", "cells of the next tree, or of all three"},
                             {"Z", "the line along the order of leaves"},
                             {"Q", "the next kind of query"},
                             {"S, G", "screenshot, GIF of the last seconds"},
                             {"?", "this list"}};

void press_left(View& view) {
  view.has_moved = false;
  const ObjectId id = view.world.object_at(view.mouse);
  if (id == kNoObject) {
    view.is_panning = true;
    return;
  }
  view.selected = id;
  view.dragged = id;
  const Point center = quadphase::center(view.world.boxes()[id]);
  view.grip = {center.x - view.mouse.x, center.y - view.mouse.y};
}

void release_left(View& view) {
  const bool is_click = view.is_panning && !view.has_moved;
  view.dragged = kNoObject;
  view.is_panning = false;
  if (is_click) insert_at_mouse(view);
}

void press_button(View& view, const Event& event) {
  const auto button = static_cast<Button>(event.code);
  if (!event.is_down) {
    if (button == Button::left) release_left(view);
    if (button == Button::middle) view.is_panning = false;
    return;
  }
  if (button == Button::left) press_left(view);
  if (button == Button::right) remove(view, view.world.object_at(view.mouse));
  if (button == Button::middle) {
    view.is_panning = true;
    view.has_moved = true;
  }
}

void move(View& view, const Event& event) {
  const double dx = event.x - view.mouse_x, dy = event.y - view.mouse_y;
  view.mouse_x = event.x;
  view.mouse_y = event.y;
  constexpr double kLeast = 2;  // pixels: the hand that clicks trembles
  if (std::abs(dx) + std::abs(dy) >= kLeast) view.has_moved = true;
  if (view.is_panning && view.has_moved) view.camera.pan(dx, dy);
  locate_mouse(view);
  if (view.dragged == kNoObject || !view.has_moved) return;
  view.world.hold(view.dragged, true);
  view.world.move_to(view.dragged, {view.mouse.x + view.grip.x, view.mouse.y + view.grip.y});
  view.is_changed = true;
}

void zoom(View& view, double factor) {
  for (const Port& port : view.ports)
    if (port.area.contains(view.mouse_x, view.mouse_y))
      view.camera.zoom_at(port.area, view.mouse_x, view.mouse_y, factor);
  locate_mouse(view);
}

void turn_wheel(View& view, double turns) {
  const double factor = std::pow(1.15, turns);
  if (view.has_ctrl) return zoom(view, factor);
  Settings& settings = view.settings;
  float& size = settings.query == QueryChoice::none ? settings.insert_size : settings.query_size;
  size = std::clamp(size * static_cast<float>(factor), kLeastSize, kMostSize);
}

template <class Choice>
void next(Choice& choice, Choice last) {
  choice = choice == last ? Choice{} : static_cast<Choice>(static_cast<int>(choice) + 1);
}

void toggle(bool& value) {
  value = !value;
}

void press_layer_key(Settings& settings, int key) {
  switch (key) {
    case GLFW_KEY_B:
      return toggle(settings.boxes);
    case GLFW_KEY_P:
      return toggle(settings.pairs);
    case GLFW_KEY_E:
      return toggle(settings.flashes);
    case GLFW_KEY_L:
      return toggle(settings.legend);
    case GLFW_KEY_Z:
      return toggle(settings.z_order);
    case GLFW_KEY_C:
      return next(settings.tree, TreeChoice::all);
    case GLFW_KEY_Q:
      return next(settings.query, QueryChoice::nearest);
    default:
      return;
  }
}

void press_key(View& view, int key) {
  press_layer_key(view.settings, key);
  switch (key) {
    case GLFW_KEY_SPACE:
      return toggle(view.settings.is_paused);
    case GLFW_KEY_RIGHT:
      return step_on(view);
    case GLFW_KEY_LEFT:
      return step_back(view);
    case GLFW_KEY_R:
      return restart(view);
    case GLFW_KEY_F:
      return fit(view);
    case GLFW_KEY_A:
      return add_boxes(view, 100);
    case GLFW_KEY_T:
      return toggle_static(view, view.selected);
    case GLFW_KEY_DELETE:
      return remove(view, view.selected);
    case GLFW_KEY_S:
      return take_screenshot(view);
    case GLFW_KEY_G:
      return make_gif(view);
    case GLFW_KEY_KP_ADD:
    case GLFW_KEY_EQUAL:
      return zoom(view, 1.3);
    case GLFW_KEY_KP_SUBTRACT:
    case GLFW_KEY_MINUS:
      return zoom(view, 1 / 1.3);
    case GLFW_KEY_ESCAPE:
      view.selected = kNoObject;
      return;
    default:
      return;
  }
}

}  // namespace

std::span<const KeyHelp> key_helps() {
  return kKeys;
}

void handle(View& view, const Event& event) {
  switch (event.kind) {
    case Event::Kind::move:
      return move(view, event);
    case Event::Kind::button:
      return press_button(view, event);
    case Event::Kind::wheel:
      return turn_wheel(view, event.y);
    case Event::Kind::text:
      if (event.code == '?') toggle(view.settings.help);
      return;
    case Event::Kind::key:
      if (event.code == GLFW_KEY_LEFT_CONTROL || event.code == GLFW_KEY_RIGHT_CONTROL)
        view.has_ctrl = event.is_down;
      if (event.is_down) press_key(view, event.code);
      return;
  }
}

}  // namespace quadphase::view
