// SPDX-License-Identifier: MIT
// The few colors of all pictures: cells in grays and blues, pairs in orange, queries in crimson,
// and highlights in violet.
#pragma once

namespace quadphase::draw {

struct Color {
  double red, green, blue;  // 0 to 1
  double alpha = 1;
};

/// From 0xRRGGBB.
[[nodiscard]] constexpr Color rgb(unsigned hex, double alpha = 1) noexcept {
  return {(hex >> 16 & 255) / 255.0, (hex >> 8 & 255) / 255.0, (hex & 255) / 255.0, alpha};
}

/// From `a`, at 0, to `b`, at 1.
[[nodiscard]] constexpr Color between(const Color& a, const Color& b, double share) noexcept {
  const auto mix = [share](double from, double to) { return from + (to - from) * share; };
  return {mix(a.red, b.red), mix(a.green, b.green), mix(a.blue, b.blue), mix(a.alpha, b.alpha)};
}

inline constexpr Color kPage = rgb(0xFFFFFF);
inline constexpr Color kText = rgb(0x2B3440);
inline constexpr Color kFaintText = rgb(0x68737F);
inline constexpr Color kEmpty = rgb(0xFAFBFC);  // area without cells

// Cells: fill and edges of the root, and of the deepest.
inline constexpr Color kShallowCell = rgb(0xF1F5F9);
inline constexpr Color kDeepCell = rgb(0xA9CBE6);
inline constexpr Color kShallowEdge = rgb(0x5F7C98);
inline constexpr Color kDeepEdge = rgb(0x7FA3C2);

inline constexpr Color kBoxFill = rgb(0x3F4C5C, 0.10);
inline constexpr Color kBoxEdge = rgb(0x3F4C5C, 0.85);
inline constexpr Color kMarkedFill = rgb(0x7B4BA0, 0.22);
inline constexpr Color kMarkedEdge = rgb(0x6A3D92);
inline constexpr Color kPair = rgb(0xF08A24);

inline constexpr Color kQuery = rgb(0xC2185B);
inline constexpr Color kQueryFill = rgb(0xC2185B, 0.10);
inline constexpr Color kFoundFill = rgb(0xC2185B, 0.35);
inline constexpr Color kOpenedCell = rgb(0xFBE3C0);  // a cell that a query opens

inline constexpr Color kShot = rgb(0x20262E);
inline constexpr Color kHit = rgb(0xD62839);

}  // namespace quadphase::draw
