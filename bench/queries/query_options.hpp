// SPDX-License-Identifier: MIT
// What the command line of `quadphase_bench query` asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace quadphase::bench::queries {

struct Options {
  std::vector<std::string> scenes = {"uniform"};  ///< names, once read
  std::vector<std::size_t> object_counts = {100'000, 1'000'000};
  std::size_t query_count = 100'000;
  std::vector<std::string> classes = {"all"};  ///< of queries; names, once read
  std::vector<int> threads;                    ///< filled in where not given
  std::size_t round_count = 5;
  std::uint64_t seed = 1;
  bool checks = true;
  bool prints_json = false;  ///< in place of the table
  std::string output_path;   ///< empty: standard output
  std::string json_path;     ///< a JSON report beside the table; empty: none
};

/// `argv[0]` is the command. Errors: `UsageError`. Prints help and calls for nothing more: returns
/// false.
[[nodiscard]] bool parse_command_line(int argc, const char* const* argv, Options& options);

}  // namespace quadphase::bench::queries
