// SPDX-License-Identifier: MIT
#include "picture.hpp"

#include <cairo-svg.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace quadphase::draw {
namespace {

constexpr double kLargestRadius = 1e5;  // cairo's coordinates are limited to some 8 million

void check(cairo_status_t status, const std::string& what) {
  if (status == CAIRO_STATUS_SUCCESS) return;
  throw std::runtime_error("cannot write " + what + ": " + cairo_status_to_string(status));
}

}  // namespace

Picture::Picture(cairo_surface_t* surface, int width, int height, const std::string& what)
    : width_(width), height_(height), surface_(surface), context_(cairo_create(surface)) {
  check(cairo_surface_status(surface), what);
  check(cairo_status(context_.get()), what);
  cairo_set_line_join(context_.get(), CAIRO_LINE_JOIN_MITER);
  cairo_set_line_cap(context_.get(), CAIRO_LINE_CAP_ROUND);
  add_area({0, 0, static_cast<double>(width), static_cast<double>(height)});
  fill(kPage);
}

Picture Picture::svg(const std::string& path, int width, int height) {
  return {cairo_svg_surface_create(path.c_str(), width, height), width, height, path};
}

Picture Picture::image(int width, int height) {
  cairo_surface_t* const surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
  return {surface, width, height, "an image"};
}

Picture Picture::snapped_image(int width, int height) {
  Picture picture = image(width, height);
  picture.is_snapped_ = true;
  return picture;
}

/// Why a sixteenth of a pixel: an SVG has fewer digits, and the difference is invisible.
double Picture::rounded(double coordinate) const noexcept {
  return is_snapped_ ? std::floor(coordinate) + 0.5 : std::round(coordinate * 16) / 16;
}

void Picture::add_area(const Area& area) {
  const double x = rounded(area.x);
  const double y = rounded(area.y);
  cairo_rectangle(context_.get(), x, y, rounded(area.x + area.width) - x,
                  rounded(area.y + area.height) - y);
}

void Picture::add_line(double x0, double y0, double x1, double y1) {
  cairo_move_to(context_.get(), rounded(x0), rounded(y0));
  cairo_line_to(context_.get(), rounded(x1), rounded(y1));
}

void Picture::add_circle(double x, double y, double radius) {
  cairo_new_sub_path(context_.get());
  radius = std::min(radius, kLargestRadius);
  if (is_snapped_) radius = std::round(2 * radius) / 2;
  cairo_arc(context_.get(), rounded(x), rounded(y), radius, 0, 2 * std::numbers::pi);
  cairo_close_path(context_.get());
}

void Picture::fill(const Color& color) {
  cairo_set_source_rgba(context_.get(), color.red, color.green, color.blue, color.alpha);
  cairo_fill(context_.get());
}

void Picture::stroke(const Color& color, double line_width) {
  cairo_set_source_rgba(context_.get(), color.red, color.green, color.blue, color.alpha);
  cairo_set_line_width(context_.get(), line_width);
  cairo_stroke(context_.get());
}

void Picture::fill_and_stroke(const Color& inside, const Color& edge, double line_width) {
  cairo_set_source_rgba(context_.get(), inside.red, inside.green, inside.blue, inside.alpha);
  cairo_fill_preserve(context_.get());
  stroke(edge, line_width);
}

void Picture::begin_clip(const Area& area) {
  cairo_save(context_.get());
  add_area(area);
  cairo_clip(context_.get());
}

void Picture::end_clip() {
  cairo_restore(context_.get());
}

void Picture::choose_font(double size, bool is_bold) {
  cairo_select_font_face(context_.get(), "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                         is_bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(context_.get(), size);
}

double Picture::text_width(const std::string& text, double size, bool is_bold) {
  choose_font(size, is_bold);
  cairo_text_extents_t extents;
  cairo_text_extents(context_.get(), text.c_str(), &extents);
  return extents.x_advance;
}

void Picture::text(double x, double y, const std::string& text, double size, const Color& color,
                   Align align, bool is_bold) {
  const double width = text_width(text, size, is_bold);
  cairo_move_to(context_.get(), align == Align::center ? x - 0.5 * width : x, y);
  cairo_set_source_rgba(context_.get(), color.red, color.green, color.blue, color.alpha);
  cairo_show_text(context_.get(), text.c_str());
  cairo_new_path(context_.get());
}

void Picture::finish_svg(const std::string& path) {
  check(cairo_status(context_.get()), path);
  cairo_surface_finish(surface_.get());
  check(cairo_surface_status(surface_.get()), path);
}

void Picture::write_png(const std::string& path) {
  check(cairo_status(context_.get()), path);
  cairo_surface_flush(surface_.get());
  check(cairo_surface_write_to_png(surface_.get(), path.c_str()), path);
}

std::span<const std::uint32_t> Picture::pixels() {
  check(cairo_status(context_.get()), "an image");
  cairo_surface_flush(surface_.get());
  // Invariant: rows of 4 bytes per pixel need no padding.
  const void* const data = cairo_image_surface_get_data(surface_.get());
  return {static_cast<const std::uint32_t*>(data),
          static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_)};
}

}  // namespace quadphase::draw
