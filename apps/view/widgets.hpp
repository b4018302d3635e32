// SPDX-License-Identifier: MIT
// Dear ImGui's set-up without a window system, and controls that scripts can find by their labels.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "camera.hpp"
#include "input.hpp"

namespace quadphase::view {

/// Owns Dear ImGui's context, and draws by OpenGL. Needs a current context.
class Gui {
 public:
  explicit Gui(double text_scale);
  ~Gui();
  Gui(const Gui&) = delete;
  Gui& operator=(const Gui&) = delete;

  /// Why not ImGui's GLFW backend: it polls the mouse, and so does not see a script's events.
  void feed(const Event& event);
  /// Sizes in pixels of the window; `density` is pixels of the framebuffer for each of them.
  void begin_frame(double width, double height, double density, double seconds);
  void draw();

  /// Whether the mouse or the keyboard is used by a control, and not for the picture.
  [[nodiscard]] bool wants_mouse() const;
  [[nodiscard]] bool wants_keys() const;
};

// Controls as ImGui's. Their places are kept for scripts, by label.

[[nodiscard]] bool button(const char* label);
bool checkbox(const char* label, bool& value);
bool slider(const char* label, int& value, int least, int most, bool is_logarithmic = false);
bool slider(const char* label, float& value, float least, float most, bool is_logarithmic = false);
/// A list to choose from; true when another line was chosen.
bool choice(const char* label, int& value, const std::vector<std::string>& lines);
/// The title of a section that can be closed; true if it is open.
[[nodiscard]] bool header(const char* label, bool is_open_first);
/// Text with a question mark that shows more.
void hint(const char* text);

/// Where a control was drawn in the last frame, in pixels of the window. Empty if there was none.
[[nodiscard]] std::optional<Viewport> place_of(const std::string& label);
void forget_places();
/// Keeps the place of the control that was drawn last.
void keep_place(const char* label);

}  // namespace quadphase::view
