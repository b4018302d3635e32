// SPDX-License-Identifier: MIT
// The program: events in, a picture out, frame by frame.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "canvas.hpp"
#include "capture.hpp"
#include "gif.hpp"
#include "input.hpp"
#include "options.hpp"
#include "picture.hpp"
#include "player.hpp"
#include "view.hpp"
#include "widgets.hpp"
#include "window.hpp"

namespace quadphase::view {

class App final : public Stage {
 public:
  /// Opens the window and starts the source. Errors: `std::runtime_error` without a display or
  /// OpenGL; those of `make_source` and `read_script`.
  explicit App(const Options& options);

  /// Until the window is closed or the script is over. Errors: those of the script.
  void run();

  [[nodiscard]] std::optional<double> figure(const std::string& name) const override;
  [[nodiscard]] std::vector<std::string> figure_names() const override;
  void act(const Statement& statement) override;
  [[nodiscard]] bool is_busy() const override;

 private:
  /// A GIF while its frames are drawn once more.
  struct Gif {
    std::string path;
    draw::GifWriter writer;
    int width, height;
    std::size_t next, last;  // moments of the history
  };

  void run_frame();
  void take_events();
  void draw(const Window::Size& size, double seconds);
  void capture(const Window::Size& pixels, double density);
  void begin_gif(const Viewport& part);
  void add_to_gif(const Image& image);
  [[nodiscard]] std::map<std::string, double> figures() const;

  Input input_;
  Window window_;
  Gui gui_;
  Canvas canvas_;
  Painter painter_;
  View view_;
  std::optional<ScriptPlayer> player_;
  std::optional<Gif> gif_;
  bool has_press_ = false;  // a button went down over the picture
  double last_frame_ = 0;   // seconds
  std::size_t gl_errors_ = 0;
};

}  // namespace quadphase::view
