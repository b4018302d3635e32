// SPDX-License-Identifier: MIT
// Mouse and keyboard as a queue of events, whether a person or a script makes them.
#pragma once

#include <cstddef>
#include <deque>

namespace quadphase::view {

enum class Button : int { left = 0, right = 1, middle = 2 };

/// What happened. Keys have GLFW's codes.
struct Event {
  enum class Kind { move, button, wheel, key, text };

  Kind kind = Kind::move;
  double x = 0, y = 0;  ///< pixels of the window from its upper left corner; the turns of the wheel
  int code = 0;         ///< the button, the key or the character
  bool is_down = false;  ///< of a button or key
};

[[nodiscard]] constexpr Event moved(double x, double y) {
  return {Event::Kind::move, x, y};
}
[[nodiscard]] constexpr Event pressed(Button button, bool is_down) {
  return {Event::Kind::button, 0, 0, static_cast<int>(button), is_down};
}
[[nodiscard]] constexpr Event turned(double x, double y) {
  return {Event::Kind::wheel, x, y};
}
[[nodiscard]] constexpr Event typed_key(int key, bool is_down) {
  return {Event::Kind::key, 0, 0, key, is_down};
}
[[nodiscard]] constexpr Event typed_text(int character) {
  return {Event::Kind::text, 0, 0, character};
}

/// Events that wait for their frame.
class Input {
 public:
  void push(const Event& event) { waiting_.push_back(event); }
  [[nodiscard]] bool is_empty() const noexcept { return waiting_.empty(); }

  /// Calls `handle(event)` for the events of one frame: up to a change of a button or key, and up
  /// to where the mouse was moved before one. Why: controls compare the states of two frames, so a
  /// press and a release need one each, and they must see the mouse where it is pressed.
  template <class Handle>
  void take_frame(Handle&& handle) {
    const auto is_change = [](const Event& event) {
      return event.kind == Event::Kind::button || event.kind == Event::Kind::key;
    };
    bool has_moved = false;
    while (!waiting_.empty()) {
      const Event event = waiting_.front();
      if (has_moved && is_change(event)) return;
      waiting_.pop_front();
      has_moved |= event.kind == Event::Kind::move;
      handle(event);
      if (is_change(event)) return;
    }
  }

 private:
  std::deque<Event> waiting_;
};

}  // namespace quadphase::view
