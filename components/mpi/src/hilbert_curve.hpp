// SPDX-License-Identifier: MIT
// The Hilbert curve through the cells of a grid, as Zoltan's HSFC runs: from the lower left cell
// to the upper left one.
//
// In each level, a square has four quadrants, which the curve visits in four steps:
//
//     3 2      in the first, the curve is that of the square with x and y exchanged; in the second
//     0 1      and third it is the same; in the last it is exchanged and turned by half a turn
//
// Source: D. Hilbert, "Ueber die stetige Abbildung einer Linie auf ein Flaechenstueck", 1891.
#pragma once

#include <cstdint>

#include "cell_grid.hpp"

namespace quadphase::mpi::detail {

/// How the curve of a square differs from that of the whole. Why bits: the exchange of x and y and
/// the half turn are their own inverses, and their order does not matter.
enum CurveState : unsigned { exchanged = 1, turned = 2 };

/// Which half of a square along each axis: 0 or 1.
struct Quadrant {
  unsigned x, y;
};

/// What a step adds to the state.
[[nodiscard]] constexpr unsigned state_of_step(unsigned step) noexcept {
  return step == 0 ? exchanged : step == 3 ? exchanged | turned : 0U;
}

/// The quadrant that a curve visits in a step.
[[nodiscard]] constexpr Quadrant quadrant_of(unsigned step, unsigned state) noexcept {
  const unsigned turn = state >> 1U;
  const unsigned y = step >> 1U;
  const unsigned x = y ^ (step & 1U);
  return (state & exchanged) != 0 ? Quadrant{y ^ turn, x ^ turn} : Quadrant{x ^ turn, y ^ turn};
}

/// The step in which a curve visits a quadrant.
[[nodiscard]] constexpr unsigned step_to(const Quadrant& quadrant, unsigned state) noexcept {
  const unsigned turn = state >> 1U;
  const unsigned x = ((state & exchanged) != 0 ? quadrant.y : quadrant.x) ^ turn;
  const unsigned y = ((state & exchanged) != 0 ? quadrant.x : quadrant.y) ^ turn;
  return y << 1U | (x ^ y);
}

/// How many cells the curve visits before this one: 56 bits.
[[nodiscard]] constexpr std::uint64_t curve_key(const Cell& cell) noexcept {
  std::uint64_t key = 0;
  unsigned state = 0;
  for (unsigned level = kCellLevels; level-- > 0;) {
    const unsigned step = step_to({cell.x >> level & 1U, cell.y >> level & 1U}, state);
    key = key << 2U | step;
    state ^= state_of_step(step);
  }
  return key;
}

}  // namespace quadphase::mpi::detail
