// SPDX-License-Identifier: MIT
#include "options.hpp"

#include <CLI/CLI.hpp>
#include <iostream>
#include <stdexcept>

namespace quadphase::view {

std::optional<Options> parse_options(int argc, const char* const* argv) {
  CLI::App app(
      "Shows boxes that move, their pairs, the trees over them and queries; ? lists the keys.",
      "quadphase_view");
  Options options;
  app.add_option("--source,--scene", options.source,
                 "A scene, discs, bullets; or a file: boxes in .npy, calls in a recording")
      ->capture_default_str();
  app.add_option("--objects", options.objects, "Number of objects")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  app.add_option("--seed", options.seed, "Seed of all random numbers")->capture_default_str();
  app.add_option("--threads", options.threads, "Threads of the engine; 0: all")
      ->check(CLI::Range(0, 64));
  app.add_option("--script", options.script, "Mouse and keyboard from a file; see docs/viewer.md")
      ->check(CLI::ExistingFile);
  app.add_option("--width", options.width, "Width of the window")->check(CLI::Range(200, 8'000));
  app.add_option("--height", options.height, "Height of the window")->check(CLI::Range(200, 8'000));
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    std::cout << app.help();
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    throw std::invalid_argument(error.what());
  }
  return options;
}

}  // namespace quadphase::view
