// SPDX-License-Identifier: MIT
// How each kind of thing looks. Kinds differ in lightness and pattern as well as in hue, so that
// they can be distinguished without color vision.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../draw/colors.hpp"

namespace quadphase::view {

/// What a shape stands for. An instance has one of these as a byte.
enum class Style : std::uint8_t {
  box,         ///< a moving object
  static_box,  ///< a static object
  pair,        ///< the area that two boxes have in common
  begun,       ///< a pair that began in this frame, and in those before it
  begun_faint,
  begun_fainter,
  ended,  ///< a pair that ended
  ended_faint,
  ended_fainter,
  selected,  ///< the selected object
  partner,   ///< objects in pairs with it
  stranger,  ///< a neighbor that is no pair
  query,     ///< the shape of a query
  found,     ///< what a query found
  tested,    ///< what it tested and did not find
  opened,    ///< cells that it opened
  z_order,   ///< the line along the order of leaves
  missed,    ///< pairs that a loose quadtree of the usual kind misses
  leaf,      ///< the leaf of the selected object
  shot,      ///< bullets and their gun
  ghost,     ///< the box that a click inserts
  cell,      ///< cells: the first of `kCellTints` styles, by depth
};

inline constexpr std::size_t kCellTints = 8;
inline constexpr std::size_t kStyleCount = static_cast<std::size_t>(Style::cell) + kCellTints;

enum class Pattern : std::uint8_t { plain, hatched, dotted };

struct Look {
  draw::Color fill, edge;
  double edge_width = 1;  ///< in pixels of a display of usual density
  Pattern pattern = Pattern::plain;
};

/// The style of a cell of this depth.
[[nodiscard]] constexpr Style cell_style(std::uint32_t depth) noexcept {
  const std::size_t tint = depth < kCellTints ? depth : kCellTints - 1;
  return static_cast<Style>(static_cast<std::size_t>(Style::cell) + tint);
}

[[nodiscard]] constexpr Look look_of(Style style) noexcept {
  using draw::rgb;
  switch (style) {
    case Style::box:
      return {draw::kBoxFill, draw::kBoxEdge, 1};
    case Style::static_box:
      return {rgb(0x3F4C5C, 0.45), draw::kBoxEdge, 1};
    case Style::pair:
      return {rgb(0xF08A24, 0.45), draw::kPair, 1};
    case Style::begun:
      return {rgb(0x007E5D, 0.35), rgb(0x00523D), 2};
    case Style::begun_faint:
      return {rgb(0x007E5D, 0.15), rgb(0x00523D, 0.6), 1.5};
    case Style::begun_fainter:
      return {rgb(0x007E5D, 0), rgb(0x00523D, 0.3), 1};
    case Style::ended:
      return {rgb(0x000000, 0), rgb(0x101418), 2, Pattern::dotted};
    case Style::ended_faint:
      return {rgb(0x000000, 0), rgb(0x101418, 0.6), 1.5, Pattern::dotted};
    case Style::ended_fainter:
      return {rgb(0x000000, 0), rgb(0x101418, 0.3), 1, Pattern::dotted};
    case Style::selected:
      return {rgb(0x7B4BA0, 0.5), draw::kMarkedEdge, 3};
    case Style::partner:
      return {rgb(0xF08A24, 0.35), rgb(0xB35A00), 2};
    case Style::stranger:
      return {rgb(0x2B3440, 0.35), rgb(0x2B3440), 1.5, Pattern::hatched};
    case Style::query:
      return {draw::kQueryFill, draw::kQuery, 2};
    case Style::found:
      return {rgb(0xC2185B, 0.55), draw::kQuery, 2};
    case Style::tested:
      return {rgb(0x6A3D92, 0.75), draw::kMarkedEdge, 1, Pattern::hatched};
    case Style::opened:
      return {rgb(0xF4C477, 0.22), rgb(0xD08A1E, 0.8), 1};
    case Style::z_order:
      return {rgb(0x0B6E99, 0.9), rgb(0x0B6E99, 0.9), 1.5};
    case Style::missed:
      return {rgb(0xD62839, 0.85), rgb(0x5E0D16), 2.5};
    case Style::leaf:
      return {rgb(0x7B4BA0, 0), draw::kMarkedEdge, 1.5, Pattern::dotted};
    case Style::shot:
      return {draw::kShot, draw::kShot, 2};
    case Style::ghost:
      return {rgb(0x2B3440, 0.05), rgb(0x2B3440, 0.8), 1, Pattern::dotted};
    case Style::cell:
      break;
  }
  const std::size_t tint = static_cast<std::size_t>(style) - static_cast<std::size_t>(Style::cell);
  const double share = static_cast<double>(tint) / (kCellTints - 1);
  draw::Color fill = draw::between(draw::kShallowCell, draw::kDeepCell, share);
  fill.alpha = 0.5;
  return {fill, draw::between(draw::kShallowEdge, draw::kDeepEdge, share), 2 - share};
}

}  // namespace quadphase::view
