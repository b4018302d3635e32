// SPDX-License-Identifier: MIT
#include "program/more_commands.hpp"

#include <fmt/format.h>

#include "program/command_line.hpp"
#include "queries/workloads.hpp"
#include "report/report.hpp"
#include "runner/file_frames.hpp"
#include "worlds/scenario.hpp"

namespace quadphase::bench {
namespace {

constexpr const char* kReplayHelp =
    "In place of a scene, the frames of a NumPy file, forth and back; run --help has its format";

/// The help of a list of named things, below the options.
template <class List>
std::string help_of(const char* title, const List& list) {
  std::string help = fmt::format("{}:\n", title);
  for (const auto& item : list) help += fmt::format("  {:<26}{}\n", item.name, item.description);
  return help;
}

/// Discs move by laws of their own, so there is no --motion.
CLI::App& add_steps(CLI::App& app, Options& options) {
  CLI::App& steps = *app.add_subcommand(
      "steps", "Time whole steps of a simulation of discs: move, update, use of the pairs");
  steps.footer("A frame of steps is the mean of ten steps; --warmup counts steps.");
  add_scenes(steps, options);
  add_frames(steps, options);
  add_threads(steps, options);
  add_engines(steps, options);
  add_output(steps, options);
  return steps;
}

CLI::App& add_worlds(CLI::App& app, Options& options) {
  CLI::App& worlds =
      *app.add_subcommand("worlds", "Compare engines that keep their objects from frame to frame");
  worlds.footer(help_of("Scenarios", worlds::all_scenarios()));
  worlds.add_option("--scenario", options.scenarios, "Scenarios, separated by commas (all)")
      ->delimiter(',');
  worlds.add_option("--count,--objects", options.counts, "Number of objects (100000)")
      ->check(count_range(100, kMaxBoxes));
  add_replay(worlds, options, kReplayHelp, {"--count"});
  worlds.add_option("--seed", options.seed, "Seed of the scenarios")->capture_default_str();
  add_frames(worlds, options);
  add_threads(worlds, options);
  add_output(worlds, options);
  return worlds;
}

CLI::App& add_query(CLI::App& app, Options& options) {
  CLI::App& query =
      *app.add_subcommand("query", "Compare overlap queries, ray casts and searches for neighbors");
  query.footer(help_of("Kinds of queries", queries::query_kinds()));
  add_scenes(query, options);
  add_replay(query, options, kReplayHelp, {"--scene", "--count"});
  query.add_option("--join", options.join_path,
                   "In addition, the boxes of this NumPy file's first frame as queries");
  query.add_option("--queries", options.query_count, "Queries of each kind")
      ->capture_default_str()
      ->check(count_range(1, 100'000'000));
  query.add_option("--kinds", options.query_kinds, "Kinds of queries, separated by commas (all)")
      ->delimiter(',');
  query
      .add_option("--rounds", options.round_count, "Rounds, in each of which every index runs once")
      ->capture_default_str()
      ->check(count_range(1, kMaxRepeats));
  query.add_flag("--check,!--no-check", options.checks_results,
                 "Compare all answers (the default)");
  add_threads(query, options);
  add_output(query, options);
  return query;
}

}  // namespace

void add_more_commands(CLI::App& app, Options& options, Commands& commands) {
  commands[Command::compare] = &add_frame_command(
      app, "compare", "Compare engines on the same frames, and check their pairs", options);
  add_replay(*commands[Command::compare], options, kReplayHelp,
             {"--scene", "--count", "--motion", "--seed"});
  commands[Command::scaling] = &add_frame_command(
      app, "scaling", "Speed-up over threads, and the cost of a box over the number of boxes",
      options);
  commands[Command::scaling]
      ->add_option("--growth", options.growth_counts, "Numbers of boxes for the cost of a box")
      ->delimiter(',')
      ->check(count_range(1, kMaxBoxes));
  commands[Command::steps] = &add_steps(app, options);
  commands[Command::worlds] = &add_worlds(app, options);
  commands[Command::query] = &add_query(app, options);
}

void check_more_options(Options& options) {
  std::vector<std::string> scenarios;
  for (const worlds::ScenarioInfo& scenario : worlds::all_scenarios())
    if (options.replay_path.empty() || scenario.plays_files) scenarios.emplace_back(scenario.name);
  check_names(options.scenarios, scenarios,
              options.replay_path.empty() ? "scenario" : "scenario of files");
  check_names(options.query_kinds, names_of(queries::query_kinds()), "kind of queries");
  // Why here: else a wrong file is named after minutes.
  if (!options.join_path.empty()) static_cast<void>(FileFrames(options.join_path));
}

void run_more_command(const Options& options, std::FILE* out, Progress& progress) {
  switch (options.command) {
    case Command::compare:
      return run_report(kCompare, options, out, progress);
    case Command::scaling:
      return run_report(kScaling, options, out, progress);
    case Command::steps:
      return run_report(kSteps, options, out, progress);
    case Command::worlds:
      return run_report(kWorlds, options, out, progress);
    case Command::query:
      return run_report(kQuery, options, out, progress);
    default:
      return;
  }
}

}  // namespace quadphase::bench
