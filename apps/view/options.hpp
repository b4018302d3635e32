// SPDX-License-Identifier: MIT
// The options of the command line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace quadphase::view {

struct Options {
  std::string source = "clusters";  // a name of `source_names()`, or a file of boxes or calls
  std::size_t objects = 1'000;
  std::uint64_t seed = 1;
  int threads = 0;  // 0: as many as there are
  std::string script;
  int width = 1280, height = 800;
};

/// Reads the command line. The result is empty after `--help`, which prints the options.
///
/// Errors: `std::invalid_argument` with the rule that is broken.
[[nodiscard]] std::optional<Options> parse_options(int argc, const char* const* argv);

}  // namespace quadphase::view
