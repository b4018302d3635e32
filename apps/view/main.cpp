// SPDX-License-Identifier: MIT
// Opens a window on a world of boxes: what moves, which pairs there are, what a query looks at;
// docs/viewer.md.
#include <exception>
#include <iostream>

#include "app.hpp"

int main(int argc, char** argv) {
  try {
    const auto options = quadphase::view::parse_options(argc, argv);
    if (!options) return 0;
    quadphase::view::App app(*options);
    app.run();
  } catch (const std::exception& error) {
    std::cerr << "quadphase_view: " << error.what() << '\n';
    return 1;
  }
}
