// SPDX-License-Identifier: MIT
// All engines of the benchmark on one frame.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "quadphase/box.hpp"

namespace quadphase::view {

struct EngineRow {
  std::string name;
  double milliseconds = 0;  ///< the least of a few such frames
  std::uint64_t pair_count = 0;
};

/// The quickest first. Engines that would take minutes for as many boxes are left out. Every engine
/// finds the pairs of valid boxes by their boxes alone, without filters, and all of them move. Each
/// timed frame comes after the one `before`, whose rows are the same objects: an engine that keeps
/// its tree would have nothing to do in a frame that is repeated.
/// Complexity: some frames of each engine, so call it rarely.
[[nodiscard]] std::vector<EngineRow> measure_engines(const BoxView& before, const BoxView& boxes,
                                                     int threads);

}  // namespace quadphase::view
