// SPDX-License-Identifier: MIT
// What the command line of `quadphase_bench worlds` asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace quadphase::bench::worlds {

struct Options {
  std::vector<std::string> scenarios = {"all"};  ///< names, once read
  std::size_t count = 100'000;                   ///< of objects
  std::uint64_t seed = 1;
  std::size_t frame_count = 120;
  std::size_t warmup_count = 20;  ///< frames before them, which are not timed
  std::vector<int> threads;       ///< filled in where not given
  bool prints_json = false;       ///< in place of the table
  std::string output_path;        ///< empty: standard output
  std::string json_path;          ///< a JSON report beside the table; empty: none
};

/// `argv[0]` is the command. Errors: `UsageError`. Prints help and calls for nothing more: returns
/// false.
[[nodiscard]] bool parse_command_line(int argc, const char* const* argv, Options& options);

}  // namespace quadphase::bench::worlds
