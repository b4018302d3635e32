// SPDX-License-Identifier: MIT
#include "app.hpp"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <stdexcept>

#include "hand.hpp"
#include "panels.hpp"

namespace quadphase::view {
namespace {

/// Steps of the world for each frame of a GIF, of which there are 25 a second.
constexpr std::size_t kStepsAFrame = 2;

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double density_of(const Window::Size& size, const Window::Size& pixels) {
  return size.width > 0 ? static_cast<double>(pixels.width) / size.width : 1;
}

}  // namespace

App::App(const Options& options)
    : window_({options.width, options.height}, "quadphase_view", input_),
      gui_(window_.text_scale()) {
  if (!options.script.empty()) {
    std::ifstream script(options.script);
    player_.emplace(read_script(script));
  }
  window_.wait_for_display(!player_);
  view_.settings.source_name = options.source;
  view_.settings.objects = static_cast<int>(options.objects);
  view_.settings.threads = options.threads;
  view_.source_seed = options.seed;
  restart(view_);
}

void App::run() {
  last_frame_ = seconds_now();
  while (!window_.is_closed()) {
    run_frame();
    if (player_ && player_->is_over(input_) && !is_busy()) window_.close();
  }
}

void App::run_frame() {
  const Window::Size size = window_.size(), pixels = window_.framebuffer_size();
  const bool is_hidden =
      size.width <= 0 || size.height <= 0 || pixels.width <= 0 || pixels.height <= 0;
  constexpr double kRest = 0.1;  // seconds; nothing is shown
  if (is_hidden && !player_) window_.wait_events(kRest);
  window_.poll_events();
  if (player_) player_->play_frame(input_, *this);
  take_events();
  if (is_hidden) return;
  if (gif_) {
    seek(view_, gif_->next);
  } else {
    advance(view_);
  }
  const double now = seconds_now();
  draw(size, now - last_frame_);
  last_frame_ = now;
  capture(pixels, density_of(size, pixels));
  gl_errors_ = gl_error_count("a frame");
  window_.show();
}

void App::take_events() {
  input_.take_frame([&](const Event& event) {
    gui_.feed(event);
    bool is_ours = true;  // and of no control
    if (event.kind == Event::Kind::button) {
      is_ours = event.is_down ? view_.is_mouse_in && !gui_.wants_mouse() : has_press_;
      has_press_ = is_ours && event.is_down;
    } else if (event.kind == Event::Kind::wheel) {
      is_ours = view_.is_mouse_in && !gui_.wants_mouse();
    } else if (event.kind != Event::Kind::move) {
      is_ours = !gui_.wants_keys();
    }
    if (is_ours) handle(view_, event);
  });
}

void App::draw(const Window::Size& size, double seconds) {
  const Window::Size pixels = window_.framebuffer_size();
  const double density = density_of(size, pixels);
  gui_.begin_frame(size.width, size.height, density, seconds);
  const double wide = show_panel(view_, size.width, size.height, window_.text_scale());
  lay_out(view_, {0, 0, std::max(1.0, size.width - wide), static_cast<double>(size.height)});
  refresh(view_);
  show_titles(view_);
  show_legend(view_);
  show_selected(view_);
  show_keys(view_);
  canvas_.begin(pixels.width, pixels.height, density);
  painter_.paint(view_, canvas_);
  canvas_.end();
  gui_.draw();
}

void App::capture(const Window::Size& pixels, double density) {
  const Viewport whole{0, 0, static_cast<double>(pixels.width), static_cast<double>(pixels.height)};
  if (!view_.screenshot_path.empty()) {
    write_png(read_pixels(pixels.height, whole), view_.screenshot_path);
    view_.message = "wrote " + view_.screenshot_path;
    view_.screenshot_path.clear();
  }
  const double width = view_.gif_has_panels ? whole.width : view_.area.width * density;
  const Viewport part{0, 0, width, whole.height};
  if (gif_) {
    add_to_gif(read_pixels(pixels.height, part));
  } else if (!view_.gif_path.empty()) {
    begin_gif(part);
  }
}

void App::begin_gif(const Viewport& part) {
  const std::string path = std::move(view_.gif_path);
  view_.gif_path.clear();
  if (!draw::GifWriter::is_available() || view_.history.size() == 0) {
    view_.message = "no GIF: this program was built without cgif, or there are no frames";
    return;
  }
  const std::size_t last = view_.history.size() - 1;
  const auto wanted = static_cast<std::size_t>(25 * view_.gif_seconds) * kStepsAFrame;
  const auto width = static_cast<int>(part.width), height = static_cast<int>(part.height);
  gif_.emplace(Gif{path, draw::GifWriter(width, height), width, height,
                   last - std::min(last, wanted), last});
}

void App::add_to_gif(const Image& image) {
  // A window that was resized meanwhile ends the GIF.
  const bool fits = image.width == gif_->width && image.height == gif_->height;
  if (fits) gif_->writer.add(image.pixels);
  gif_->next += kStepsAFrame;
  if (fits && gif_->next <= gif_->last) return;
  seek(view_, gif_->last);
  gif_->writer.write(gif_->path);
  view_.message = "wrote " + gif_->path;
  gif_.reset();
}

void App::act(const Statement& statement) {
  const auto& [verb, words, line] = statement;
  if (verb == "screenshot") {
    view_.screenshot_path = words[0];
  } else if (verb == "gif") {
    view_.gif_path = words[0];
    view_.gif_seconds = number(statement, 1);
    view_.gif_has_panels = words.size() > 2 && words[2] == "whole";
  } else if (verb == "resize") {
    window_.resize(
        {static_cast<int>(number(statement, 0)), static_cast<int>(number(statement, 1))});
  } else if (verb == "minimize") {
    window_.minimize();
  } else if (verb == "restore") {
    window_.restore();
  } else if (verb == "close") {
    window_.close();
  }
}

bool App::is_busy() const {
  return gif_.has_value() || !view_.gif_path.empty() || !view_.screenshot_path.empty();
}

std::map<std::string, double> App::figures() const {
  const auto real = [](auto value) { return static_cast<double>(value); };
  const Window::Size size = window_.size();
  const Stats& stats = view_.world.stats();
  const bool has_selected = view_.selected != kNoObject;
  const Point at = has_selected ? center(view_.world.boxes()[view_.selected]) : Point{};
  const bool has_query = view_.shape.has_value();
  return {{"objects", real(view_.world.object_count())},
          {"static", real(view_.world.static_count())},
          {"pairs", real(view_.world.pairs().size())},
          {"begun", real(view_.world.events().begun.size())},
          {"ended", real(view_.world.events().ended.size())},
          {"steps", real(view_.step_count)},
          {"moment", real(view_.history.current())},
          {"moments", real(view_.history.size())},
          {"paused", view_.settings.is_paused ? 1 : 0},
          {"selected", has_selected ? real(view_.selected) : -1},
          {"selected_x", real(at.x)},
          {"selected_y", real(at.y)},
          {"partners", has_selected ? real(view_.world.partners_of(view_.selected).size()) : 0},
          {"found", has_query ? real(view_.traced.found.size()) : 0},
          {"tested", has_query ? real(view_.traced.tested.size()) : 0},
          {"opened", has_query ? real(view_.traced.opened.size()) : 0},
          {"cells", real(view_.trees[0].cells.size())},
          {"classic_cells", real(view_.trees[1].cells.size())},
          {"loose_cells", real(view_.trees[2].cells.size())},
          {"missed", real(view_.missed.size())},
          {"engines", real(view_.engines.size())},
          {"threads", real(stats.threads)},
          {"scalar", stats.simd == Simd::scalar ? 1 : 0},
          {"frame_ms", real(stats.nanoseconds.total()) / 1e6},
          {"zoom", view_.camera.zoom},
          {"size", real(view_.settings.insert_size)},
          {"width", real(size.width)},
          {"height", real(size.height)},
          {"seconds", last_frame_},
          {"gl_errors", real(gl_errors_)}};
}

std::optional<double> App::figure(const std::string& name) const {
  const auto all = figures();
  const auto at = all.find(name);
  if (at == all.end()) return std::nullopt;
  return at->second;
}

std::vector<std::string> App::figure_names() const {
  std::vector<std::string> names;
  for (const auto& [name, value] : figures()) names.push_back(name);
  return names;
}

}  // namespace quadphase::view
