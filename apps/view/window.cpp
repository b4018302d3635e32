// SPDX-License-Identifier: MIT
#include "window.hpp"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <stdexcept>

#include "gl.hpp"

namespace quadphase::view {
namespace {

Input& input_of(GLFWwindow* window) {
  return *static_cast<Input*>(glfwGetWindowUserPointer(window));
}

void set_callbacks(GLFWwindow* window) {
  glfwSetCursorPosCallback(
      window, [](GLFWwindow* w, double x, double y) { input_of(w).push(moved(x, y)); });
  glfwSetMouseButtonCallback(window, [](GLFWwindow* w, int button, int action, int) {
    if (button <= static_cast<int>(Button::middle))
      input_of(w).push(pressed(static_cast<Button>(button), action == GLFW_PRESS));
  });
  glfwSetScrollCallback(window,
                        [](GLFWwindow* w, double x, double y) { input_of(w).push(turned(x, y)); });
  glfwSetKeyCallback(window, [](GLFWwindow* w, int key, int, int action, int) {
    if (key >= 0 && action != GLFW_REPEAT) input_of(w).push(typed_key(key, action == GLFW_PRESS));
  });
  glfwSetCharCallback(window, [](GLFWwindow* w, unsigned character) {
    input_of(w).push(typed_text(static_cast<int>(character)));
  });
}

std::string last_error() {
  const char* text = nullptr;
  glfwGetError(&text);
  return text == nullptr ? "unknown reason" : text;
}

}  // namespace

struct Window::Glfw {
  Glfw() {
    if (glfwInit() != GLFW_TRUE) throw std::runtime_error("there is no display: " + last_error());
  }
  ~Glfw() { glfwTerminate(); }
  Glfw(const Glfw&) = delete;
  Glfw& operator=(const Glfw&) = delete;
};

Window::Window(const Size& size, const std::string& title, Input& input)
    : glfw_(std::make_shared<Glfw>()) {
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_OPENGL_DEBUG_CONTEXT, GLFW_TRUE);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  window_ = glfwCreateWindow(size.width, size.height, title.c_str(), nullptr, nullptr);
  if (window_ == nullptr) throw std::runtime_error("there is no OpenGL 3.3: " + last_error());
  glfwSetWindowUserPointer(window_, &input);
  set_callbacks(window_);
  glfwMakeContextCurrent(window_);
  print_driver_messages();
}

Window::~Window() {
  glfwDestroyWindow(window_);
}

bool Window::is_closed() const {
  return glfwWindowShouldClose(window_) == GLFW_TRUE;
}
void Window::close() {
  glfwSetWindowShouldClose(window_, GLFW_TRUE);
}
void Window::resize(const Size& size) {
  glfwSetWindowSize(window_, size.width, size.height);
}
void Window::minimize() {
  glfwIconifyWindow(window_);
}
void Window::restore() {
  glfwRestoreWindow(window_);
}
void Window::wait_for_display(bool is_on) {
  glfwSwapInterval(is_on ? 1 : 0);
}

Window::Size Window::size() const {
  Size size;
  glfwGetWindowSize(window_, &size.width, &size.height);
  return size;
}

Window::Size Window::framebuffer_size() const {
  Size size;
  glfwGetFramebufferSize(window_, &size.width, &size.height);
  return size;
}

double Window::text_scale() const {
  // Where the framebuffer has more pixels than the window, window pixels are large already.
  float scale_x = 1, scale_y = 1;
  glfwGetWindowContentScale(window_, &scale_x, &scale_y);
  const int width = size().width;
  const double density = width > 0 ? static_cast<double>(framebuffer_size().width) / width : 1;
  return std::max(1.0, static_cast<double>(scale_x) / std::max(1.0, density));
}

void Window::show() {
  glfwSwapBuffers(window_);
}
void Window::poll_events() {
  glfwPollEvents();
}
void Window::wait_events(double seconds) {
  glfwWaitEventsTimeout(seconds);
}

}  // namespace quadphase::view
