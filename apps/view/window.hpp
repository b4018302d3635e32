// SPDX-License-Identifier: MIT
// The window, its OpenGL context, and what its callbacks hear.
#pragma once

#include <memory>
#include <string>

#include "input.hpp"

struct GLFWwindow;

namespace quadphase::view {

class Window {
 public:
  struct Size {
    int width = 0, height = 0;
  };

  /// Opens a window with an OpenGL 3.3 context, which is made current. Its events go to `input`,
  /// which must outlive it. Errors: `std::runtime_error` where there is no display or no OpenGL.
  Window(const Size& size, const std::string& title, Input& input);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  [[nodiscard]] bool is_closed() const;
  void close();
  void resize(const Size& size);
  void minimize();
  void restore();
  /// Whether frames wait for the display.
  void wait_for_display(bool is_on);

  /// In pixels of the window, and of the framebuffer, which has more on dense displays. 0 while
  /// the window is minimized on some systems.
  [[nodiscard]] Size size() const;
  [[nodiscard]] Size framebuffer_size() const;
  /// How much larger text should be than at the usual density.
  [[nodiscard]] double text_scale() const;

  void show();         ///< swaps buffers
  void poll_events();  ///< calls the callbacks
  /// As above, after waiting for an event or this many seconds.
  void wait_events(double seconds);

 private:
  struct Glfw;
  std::shared_ptr<Glfw> glfw_;
  GLFWwindow* window_ = nullptr;
};

}  // namespace quadphase::view
