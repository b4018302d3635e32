// SPDX-License-Identifier: MIT
// Draws boxes, the cells of the quadtree over them, pairs and queries; docs/drawing.md shows how.
#include <cstdio>
#include <exception>

#include "run.hpp"

int main(int argc, char** argv) {
  try {
    const auto options = quadphase::draw::parse_options(argc, argv);
    if (options) std::puts(quadphase::draw::run(*options).c_str());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "quadphase_draw: %s\n", error.what());
    return 1;
  }
}
