// SPDX-License-Identifier: MIT
// The options of the command line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "quadphase/quadphase.hpp"

namespace quadphase::draw {

enum class Format { svg, png, gif };

/// The objects nearest to a point.
struct Nearest {
  Point point;
  std::size_t count = 1;
};

using Query = std::variant<Box, Circle, Segment, Nearest>;

struct Options {
  std::string output;
  Format format = Format::svg;

  // The source of the boxes: a file, bullets, or otherwise a scene.
  std::string scene = "clusters";
  std::string npy;
  bool bullets = false;
  std::size_t objects = 0;
  std::uint64_t seed = 1;
  std::size_t steps = 0;    // steps before the first picture
  std::size_t frames = 1;   // number of pictures
  std::optional<Box> view;  // the part of the world that is shown

  int capacity = Config{}.leaf_capacity;  // the most objects in a leaf

  std::optional<Query> query;
  bool shares = false;  // the query is in fractions of the view, from 0 to 1

  bool side_by_side = false;
  bool show_cells = true;
  bool show_boxes = true;
  bool show_pairs = true;
  int width = 0;  // in pixels
};

/// Reads the command line. The result is empty after `--help`, which prints the options.
///
/// Errors: `std::invalid_argument` with the rule that is broken.
[[nodiscard]] std::optional<Options> parse_options(int argc, const char* const* argv);

}  // namespace quadphase::draw
