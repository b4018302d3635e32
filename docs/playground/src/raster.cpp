// SPDX-License-Identifier: MIT
#include "raster.hpp"

#include <wasm_simd128.h>

#include <algorithm>
#include <cmath>

namespace quadphase::playground {
namespace {

using Color = float __attribute__((vector_size(16)));  // from 0 to 255, times alpha

std::uint32_t packed(const Color& color) {
  const v128_t words = wasm_u32x4_trunc_sat_f32x4(color + 0.5F);
  const v128_t halves = wasm_i16x8_narrow_i32x4(words, words);
  return static_cast<std::uint32_t>(
             wasm_i32x4_extract_lane(wasm_u8x16_narrow_i16x8(halves, halves), 0)) |
         0xFF000000U;
}

void blend(std::uint32_t& pixel, const Color& color) {
  const v128_t bytes = wasm_v128_load32_zero(&pixel);
  const v128_t words = wasm_u32x4_extend_low_u16x8(wasm_u16x8_extend_low_u8x16(bytes));
  const Color below = wasm_f32x4_convert_i32x4(words);
  pixel = packed(color + below * (1 - color[3] * (1 / 255.0F)));
}

void blend_run(std::uint32_t* begin, std::uint32_t* end, const Color& color) {
  if (color[3] < 0.5F || begin >= end) return;
  if (color[3] > 254.5F) {
    std::fill(begin, end, packed(color));
  } else {
    for (; begin != end; ++begin) blend(*begin, color);
  }
}

Color color_of(const float (&from)[4], const float (&to)[4], float share) {
  Color color;
  for (int i = 0; i < 4; ++i) color[i] = 255 * (from[i] + (to[i] - from[i]) * share);
  const float alpha = color[3] / 255;
  return color * Color{alpha, alpha, alpha, 1};
}

float unit(float value) {
  return std::clamp(value, 0.0F, 1.0F);
}

using Four = Color;  // a number for each of four pixels

Four four(float value) {
  return Four{value, value, value, value};
}

Four unit(const Four& value) {
  return wasm_f32x4_pmin(wasm_f32x4_pmax(value, four(0)), four(1));
}

Four channel(v128_t pixels, std::uint32_t shift) {
  return wasm_f32x4_convert_i32x4(
      wasm_v128_and(wasm_u32x4_shr(pixels, shift), wasm_i32x4_splat(255)));
}

/// Values from 0 to 255, rounded. Why not by a conversion: those of WebAssembly look for NaN and
/// for overflow. The lowest bits of a float near 2^23 are those of its integer.
v128_t bytes_of(const Four& value) {
  return wasm_v128_and(value + 0x1p23F, wasm_i32x4_splat(255));
}

/// One axis of a rectangle in pixels, and the part of it that is seen.
struct Side {
  float middle, half, width;
  int begin, end;    // pixels that it touches
  int run, run_end;  // of them: those that are wholly inside, without an edge

  Side(float low, float high, float least, float edge_width, float pane_low, float pane_high)
      : middle(0.5F * (low + high)), half(std::max(0.5F * (high - low), least)), width(edge_width) {
    const auto clipped = [&](float value) {
      return static_cast<int>(std::clamp(value, pane_low, pane_high));
    };
    begin = clipped(std::floor(middle - half - 1) + 1);
    end = clipped(std::ceil(middle + half));
    const float inner = half - width;
    run = clipped(std::ceil(middle - inner));
    run_end = clipped(std::floor(middle + inner));
  }

  [[nodiscard]] float depth(int pixel) const {
    return half - std::abs(static_cast<float>(pixel) + 0.5F - middle);
  }
  [[nodiscard]] Four depths(int pixel) const {
    const Four places = Four{0.5F, 1.5F, 2.5F, 3.5F} + static_cast<float>(pixel) - middle;
    return half - static_cast<Four>(wasm_f32x4_abs(places));
  }
};

/// Four columns of a rectangle, computed once for all rows. Those beside the rectangle have no
/// cover.
struct Group {
  int x;
  Four cover, inner;
};

class Painter {
 public:
  Painter(std::uint32_t* pixels, std::size_t stride, const RasterStyle& style)
      : pixels_(pixels), stride_(stride), style_(style) {}

  void paint(const Drawn& drawn) {
    const auto& [pane_x, pane_y, pane_width, pane_height] = style_.pane;
    const float half_width = 0.5F * pane_width, half_height = 0.5F * pane_height;
    const auto place = [this](float value, float center, float reach) {
      return std::clamp((value - center) * style_.scale, -reach - 64, reach + 64);
    };
    const float left = place(drawn.box.min_x, style_.center[0], half_width);
    const float right = place(drawn.box.max_x, style_.center[0], half_width);
    const float low = place(drawn.box.min_y, style_.center[1], half_height);
    const float high = place(drawn.box.max_y, style_.center[1], half_height);
    set_style(drawn.level);
    make_faint((right - left) * (high - low));
    const float x = pane_x + half_width, y = pane_y + half_height;
    const float width = std::max(width_, 1.0F);
    const Side columns(x + left, x + right, style_.least, width, pane_x, pane_x + pane_width);
    const Side rows(y - high, y - low, style_.least, width, pane_y, pane_y + pane_height);
    // As in the shader: what is smaller than it is drawn is fainter, but never gone.
    const float part =
        unit(0.5F * (right - left) / columns.half) * unit(0.5F * (high - low) / rows.half);
    paint_rows(columns, rows, std::max(part, 0.45F));
  }

 private:
  void set_style(float level) {
    if (level == level_) return;
    level_ = level;
    const float share = style_.deepest > 0 ? unit(level / style_.deepest) : 0;
    width_ = style_.widths[0] + (style_.widths[1] - style_.widths[0]) * share;
    inside_ = color_of(style_.inside[0], style_.inside[1], share);
    line_ = color_of(style_.edge[0], style_.edge[1], share);
    edge_ = line_ * std::min(width_, 1.0F);
    set_channels();
  }

  void set_channels() {
    is_flat_ = true;
    for (int i = 0; i < 4; ++i) {
      edges_[i] = four(edge_[i]);
      differences_[i] = four(inside_[i] - edge_[i]);
      is_flat_ = is_flat_ && inside_[i] == edge_[i];
    }
  }

  /// A large rectangle is fainter inside. The next one sets the style anew.
  void make_faint(float area) {
    if (style_.faint_area <= 0 || area <= style_.faint_area) return;
    inside_ *= std::max(std::sqrt(style_.faint_area / area), 0.1F);
    set_channels();
    level_ = -1;
  }

  /// Returns the first column after the groups.
  int add_groups(const Side& columns, int begin, int end) {
    for (; begin < end && count_ < kMostGroups; begin += 4) {
      const Four depths = columns.depths(begin);
      groups_[count_++] = {begin, unit(depths + 0.5F), unit(depths - columns.width + 0.5F)};
    }
    return begin;
  }

  /// Pixels with edges by fours, and those between them as one run of equal pixels. Stripes leave
  /// no such run.
  void paint_rows(const Side& columns, const Side& rows, float strength) {
    constexpr int kLeastRun = 8;
    count_ = 0;
    const bool has_run = style_.hatch == 0 && columns.run_end - columns.run >= kLeastRun;
    const int run = add_groups(columns, columns.begin, has_run ? columns.run : columns.end);
    if (has_run) add_groups(columns, columns.run_end, columns.end);
    for (std::size_t i = 0; i < count_; ++i) {
      if (is_flat_) {
        paint_flat(groups_[i], rows, strength);
      } else {
        paint_group(groups_[i], rows, strength);
      }
    }
    for (int y = rows.begin; has_run && y < rows.end; ++y) {
      const float depth = rows.depth(y);
      const float inner = unit(depth - rows.width + 0.5F), cover = unit(depth + 0.5F) * strength;
      std::uint32_t* const row = row_of(y);
      const Color color = (edge_ + (inside_ - edge_) * inner) * cover;
      blend_run(row + run, row + columns.run_end, color);
    }
  }

  [[nodiscard]] std::uint32_t* row_of(int y) const {
    return pixels_ + static_cast<std::size_t>(y) * stride_;
  }

  // Why copies of members: a store into pixels may change a member, as far as the compiler can
  // tell.
  void paint_flat(const Group group, const Side& rows, float strength) const {
    const Four edges[4] = {edges_[0], edges_[1], edges_[2], edges_[3]};
    for (int y = rows.begin; y < rows.end; ++y) {
      const Four covers = group.cover * (unit(rows.depth(y) + 0.5F) * strength);
      store(row_of(y) + group.x, [&](int i) { return edges[i] * covers; });
    }
  }

  void paint_group(const Group group, const Side& rows, float strength) const {
    const Four edges[4] = {edges_[0], edges_[1], edges_[2], edges_[3]};
    const Four insides[4] = {differences_[0], differences_[1], differences_[2], differences_[3]};
    for (int y = rows.begin; y < rows.end; ++y) {
      const float depth = rows.depth(y);
      const Four inners = wasm_f32x4_pmin(group.inner, four(unit(depth - rows.width + 0.5F)));
      const Four covers = group.cover * (unit(depth + 0.5F) * strength);
      std::uint32_t* const out = row_of(y) + group.x;
      if (style_.hatch == 0) {
        store(out, [&](int i) { return (edges[i] + insides[i] * inners) * covers; });
        continue;
      }
      const v128_t is_stripe = stripes(group.x, y);
      store(out, [&](int i) {
        const Four stripe = four(line_[i] - edge_[i]);
        return (edges[i] +
                static_cast<Four>(wasm_v128_bitselect(stripe, insides[i], is_stripe)) * inners) *
               covers;
      });
    }
  }

  [[nodiscard]] v128_t stripes(int x, int y) const {
    const Four turns = (Four{0, 1, 2, 3} + static_cast<float>(x - y)) / style_.hatch;
    return wasm_f32x4_lt(turns - static_cast<Four>(wasm_f32x4_floor(turns)), four(0.25F));
  }

  /// Puts colors over four pixels; `value(i)` is their channel i.
  template <class Value>
  static void store(std::uint32_t* out, const Value& value) {
    const v128_t pixels = wasm_v128_load(out);
    const Four kept = 1 - value(3) * (1 / 255.0F);
    const v128_t red = bytes_of(value(0) + channel(pixels, 0) * kept);
    const v128_t green = bytes_of(value(1) + channel(pixels, 8) * kept);
    const v128_t blue = bytes_of(value(2) + channel(pixels, 16) * kept);
    const v128_t low = wasm_v128_or(red, wasm_i32x4_shl(green, 8));
    const v128_t high = wasm_v128_or(wasm_i32x4_shl(blue, 16), wasm_u32x4_splat(0xFF000000U));
    wasm_v128_store(out, wasm_v128_or(low, high));
  }

  static constexpr std::size_t kMostGroups = 4096;

  std::uint32_t* pixels_;
  std::size_t stride_;
  const RasterStyle& style_;
  float level_ = -1, width_ = 0;
  Color inside_{}, line_{}, edge_{};
  Four edges_[4], differences_[4];  // of each channel: the edge, and the inside less the edge
  bool is_flat_ = false;            // no edge
  std::size_t count_ = 0;
  Group groups_[kMostGroups];
};

}  // namespace

void Raster::begin(std::size_t width, std::size_t height, float red, float green, float blue) {
  width_ = width;
  height_ = height;
  // Three more: groups of four pixels may begin at the last one.
  pixels_.assign(width * height + 3, packed(Color{255 * red, 255 * green, 255 * blue, 255}));
}

void Raster::draw(std::span<const Drawn> rectangles, const RasterStyle& style) {
  const auto& [x, y, width, height] = style.pane;
  if (x < 0 || y < 0 || x + width > static_cast<float>(width_) ||
      y + height > static_cast<float>(height_))
    return;
  Painter painter(pixels_.data(), width_, style);
  for (const Drawn& drawn : rectangles) painter.paint(drawn);
}

}  // namespace quadphase::playground
