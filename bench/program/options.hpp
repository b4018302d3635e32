// SPDX-License-Identifier: MIT
// What the command line asked for.
#pragma once

#include <cstddef>
#include <cstdint>
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

enum class Command { run, compare, scaling, figures, describe, list };
enum class Format { table, json, csv };

struct Options {
  Command command = Command::run;
  std::vector<std::string> scenes = {"uniform"};
  std::vector<std::size_t> counts = {100'000};
  std::vector<std::size_t> growth_counts;            ///< of scaling, ascending
  scenes::Motion motion = scenes::Motion::all_move;  ///< the first of `motions`
  std::vector<scenes::Motion> motions = {scenes::Motion::all_move};
  std::uint64_t seed = 1;
  std::size_t frame_count = 0;   ///< 0: 120 of a scene, all of a file
  std::size_t warmup_count = 5;  ///< untimed runs of the first frame
  std::vector<int> threads;      ///< filled in where not given
  std::vector<std::string> engines = {"quadphase"};
  std::vector<Simd> simds = {Simd::best};
  Format format = Format::table;
  std::string output_path;   ///< empty: standard output
  std::string json_path;     ///< compare, scaling: a JSON report beside the table; empty: none
  std::string compare_path;  ///< figures: the reports to draw; empty: none
  std::string scaling_path;
  std::string figure_folder;
  std::string replay_path;  ///< empty: play scenes
  std::string record_path;  ///< empty: record nothing
  bool verify = false;
  bool samples = false;
};

/// Errors: `UsageError`. Prints help or the version and calls for nothing more: returns false.
[[nodiscard]] bool parse_command_line(int argc, const char* const* argv, Options& options);

[[nodiscard]] const char* name_of(scenes::Motion motion) noexcept;

/// Frames that a scene plays where the command line does not say.
inline constexpr std::size_t kDefaultFrameCount = 120;

}  // namespace quadphase::bench
