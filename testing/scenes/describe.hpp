// SPDX-License-Identifier: MIT
// The figures of a scene's current frame, measured from its boxes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "quadphase/box.hpp"

namespace quadphase::scenes {

/// Three marks of a distribution.
struct Spread {
  double least = 0;
  double median = 0;
  double most = 0;
};

struct Figures {
  std::string_view description;  ///< the scene's sentence
  std::size_t count = 0;         ///< boxes
  std::uint64_t pair_count = 0;  ///< the exact answer
  double pairs_per_box = 0;      ///< `pair_count / count`
  Spread extent;                 ///< longer sides of the boxes: smallest, median, largest
  Spread density;  ///< boxes a unit of area around a box: 1st, 50th and 99th percentile
  Box bounds;      ///< the least box that holds all boxes
};

/// Measures valid, finite boxes. `name` is a scene's, or any other for boxes of no scene.
///
/// Complexity: that of the exact answer: well under a second for 100,000 boxes, a second or two for
/// 1,000,000.
[[nodiscard]] Figures describe(std::string_view name, const BoxView& boxes);

}  // namespace quadphase::scenes
