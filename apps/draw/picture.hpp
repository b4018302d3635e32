// SPDX-License-Identifier: MIT
// A page to draw on, in pixels from the upper left corner: an SVG, a PNG, or only its pixels.
#pragma once

#include <cairo.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "colors.hpp"

namespace quadphase::draw {

/// A rectangle on the page.
struct Area {
  double x, y, width, height;
};

enum class Align { left, center };

class Picture {
 public:
  /// Errors: `std::runtime_error` where the file cannot be written.
  [[nodiscard]] static Picture svg(const std::string& path, int width, int height);
  [[nodiscard]] static Picture image(int width, int height);
  /// As above, on whole pixels, so objects that hardly move look the same in consecutive pictures.
  [[nodiscard]] static Picture snapped_image(int width, int height);

  [[nodiscard]] int width() const noexcept { return width_; }
  [[nodiscard]] int height() const noexcept { return height_; }

  // Shapes are collected in a path until they are filled or stroked together.
  void add_area(const Area& area);
  void add_line(double x0, double y0, double x1, double y1);
  void add_circle(double x, double y, double radius);
  void fill(const Color& color);
  void stroke(const Color& color, double line_width);
  void fill_and_stroke(const Color& inside, const Color& edge, double line_width);

  /// Nothing is drawn outside of `area` until `end_clip`.
  void begin_clip(const Area& area);
  void end_clip();

  [[nodiscard]] double text_width(const std::string& text, double size, bool is_bold = false);
  /// `y` is the position of the baseline.
  void text(double x, double y, const std::string& text, double size, const Color& color,
            Align align = Align::left, bool is_bold = false);

  /// Ends an SVG, or writes an image to a PNG. Errors: `std::runtime_error`.
  void finish_svg(const std::string& path);
  void write_png(const std::string& path);

  /// Rows of 0xFFRRGGBB, of an image. Lifetime: until something is drawn.
  [[nodiscard]] std::span<const std::uint32_t> pixels();

 private:
  struct Release {
    void operator()(cairo_surface_t* surface) const noexcept { cairo_surface_destroy(surface); }
    void operator()(cairo_t* context) const noexcept { cairo_destroy(context); }
  };

  Picture(cairo_surface_t* surface, int width, int height, const std::string& what);

  void choose_font(double size, bool is_bold);
  [[nodiscard]] double rounded(double coordinate) const noexcept;

  int width_;
  int height_;
  bool is_snapped_ = false;
  std::unique_ptr<cairo_surface_t, Release> surface_;
  std::unique_ptr<cairo_t, Release> context_;
};

}  // namespace quadphase::draw
