// SPDX-License-Identifier: MIT
// The options of all commands.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "quadphase/config.hpp"
#include "scenes/scene.hpp"

namespace quadphase::bench {

/// The command line or an input is wrong; what() is one line for the user.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

enum class Command { run, steps, compare, scaling, worlds, query, describe, list };
enum class Format { table, json, csv };

/// What is not given has the default of the command, which `parse_command_line` fills in.
struct Options {
  Command command = Command::run;
  std::vector<std::string> scenes;
  std::vector<std::string> scenarios;                ///< of worlds
  std::vector<std::size_t> counts;                   ///< of boxes
  std::vector<std::size_t> growth_counts;            ///< of scaling, ascending
  scenes::Motion motion = scenes::Motion::all_move;  ///< the first of `motions`
  std::vector<scenes::Motion> motions = {scenes::Motion::all_move};
  std::uint64_t seed = 1;
  std::size_t frame_count = 0;  ///< timed; 0: all frames of a file
  std::optional<std::size_t> given_warmup_count;
  std::size_t warmup_count = 0;  ///< frames that are not timed
  std::vector<int> threads;
  std::vector<std::string> engines;
  std::vector<Simd> simds = {Simd::best};
  std::size_t query_count = 100'000;     ///< of each kind
  std::vector<std::string> query_kinds;  ///< names
  std::size_t round_count = 5;           ///< of queries
  bool checks_results = true;
  Format format = Format::table;
  std::string output_path;  ///< empty: standard output
  std::string json_path;    ///< a JSON report in addition to the table; empty: none
  std::string replay_path;  ///< empty: play scenes
  std::string join_path;    ///< of query: boxes that are queries; empty: none
  std::string record_path;  ///< empty: record nothing
  bool verify = false;
  bool samples = false;
};

/// Errors: `UsageError`. Returns false after printing help or the version.
[[nodiscard]] bool parse_command_line(int argc, const char* const* argv, Options& options);

[[nodiscard]] const char* name_of(scenes::Motion motion) noexcept;

}  // namespace quadphase::bench
