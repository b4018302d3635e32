// SPDX-License-Identifier: MIT
// The command line, read with CLI11: a subcommand for each command, one definition of each option.
#include "program/command_line.hpp"

#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <map>

#include "machine/machine.hpp"
#include "program/more_commands.hpp"
#include "quadphase/version.hpp"

namespace quadphase::bench {
namespace {

const std::map<std::string, scenes::Motion> kMotions = {{"all", scenes::Motion::all_move},
                                                        {"one-in-100", scenes::Motion::one_in_100},
                                                        {"teleport", scenes::Motion::all_teleport}};
const std::map<std::string, Format> kFormats = {
    {"table", Format::table}, {"json", Format::json}, {"csv", Format::csv}};

std::map<std::string, Simd> instruction_sets() {
  std::map<std::string, Simd> sets = {{"best", Simd::best}};
  for (const Simd simd : kInstructionSets) sets.emplace(name_of(simd), simd);
  return sets;
}

}  // namespace

void add_scenes(CLI::App& command, Options& options) {
  command
      .add_option("--scene", options.scenes,
                  "Scenes, separated by commas, or 'all'; the command list names them (uniform)")
      ->delimiter(',');
  command.add_option("--count,--objects", options.counts, "Numbers of boxes, separated by commas")
      ->delimiter(',')
      ->check(count_range(1, kMaxBoxes));
  command.add_option("--seed", options.seed, "Seed of the scene")->capture_default_str();
}

void add_motions(CLI::App& command, Options& options) {
  command
      .add_option("--motion", options.motions,
                  "How boxes move: all, one-in-100 or teleport; compare takes several")
      ->delimiter(',')
      ->transform(CLI::CheckedTransformer(kMotions).description(""));
}

void add_threads(CLI::App& command, Options& options) {
  const std::map<std::string, int> all = {{"all", std::min(usable_thread_count(), kMaxThreads)}};
  command
      .add_option("--threads", options.threads,
                  "Thread counts, separated by commas; 'all': the number of usable cores")
      ->delimiter(',')
      ->transform(CLI::Transformer(all).description(""))
      ->check(CLI::Range(1, kMaxThreads).description(""));
}

void add_frames(CLI::App& command, Options& options) {
  command
      .add_option("--frames", options.frame_count,
                  "Timed frames (120 of a scene, all of a file, 20 of steps)")
      ->check(count_range(1, kMaxRepeats));
  command
      .add_option("--warmup", options.given_warmup_count,
                  "Frames before them that are not timed (20 of worlds, 10 of steps, else 5)")
      ->check(count_range(0, kMaxRepeats));
}

void add_engines(CLI::App& command, Options& options) {
  command
      .add_option("--engine", options.engines,
                  "Engines, separated by commas, or 'all'; the command list names them (quadphase; "
                  "of steps some more)")
      ->delimiter(',');
  command
      .add_option("--simd", options.simds,
                  "Kernels, separated by commas: best, avx512, avx2, sse4, neon, scalar")
      ->delimiter(',')
      ->transform(CLI::CheckedTransformer(instruction_sets()).description(""));
}

void add_output(CLI::App& command, Options& options) {
  command.add_option("--format", options.format, "table, json or, of run, csv")
      ->transform(CLI::CheckedTransformer(kFormats).description(""));
  command.add_option("--output", options.output_path, "Write the report to this file");
  command.add_option("--json", options.json_path, "Write the JSON report to this file in addition");
}

CLI::Option* add_replay(CLI::App& command, Options& options, const char* help,
                        std::initializer_list<const char*> excluded) {
  CLI::Option* const replay = command.add_option("--replay", options.replay_path, help);
  for (const char* const name : excluded) replay->excludes(command.get_option(name));
  return replay;
}

CLI::App& add_frame_command(CLI::App& app, const char* name, const char* help, Options& options) {
  CLI::App& command = *app.add_subcommand(name, help);
  add_scenes(command, options);
  add_motions(command, options);
  add_frames(command, options);
  add_threads(command, options);
  add_engines(command, options);
  add_output(command, options);
  return command;
}

void add_names_of_more_commands(CLI::App& app, Commands& commands) {
  constexpr const char* kElsewhere =
      "Of quadphase_bench_peers, which compares with other libraries";
  const auto add = [&](Command command, const char* name) {
    commands[command] = app.add_subcommand(name, kElsewhere)->prefix_command();
  };
  add(Command::compare, "compare");
  add(Command::scaling, "scaling");
  add(Command::worlds, "worlds");
  add(Command::query, "query");
}

namespace {

CLI::App& add_run(CLI::App& app, Options& options, bool& describes) {
  CLI::App& run = add_frame_command(app, "run", "Time engines on scenes, or on a file", options);
  auto* replay = add_replay(run, options,
                            "Play the frames of a recording of calls, or of a NumPy file: "
                            "float32 of shape (frames, 4, n), "
                            "rows min_x, min_y, max_x, max_y",
                            {"--scene", "--count", "--motion", "--seed"});
  run.add_option("--record", options.record_path, "Write the timed frames to a NumPy file")
      ->excludes(replay);
  run.add_flag("--verify", options.verify, "Compare every frame with an independent exact answer");
  run.add_flag("--samples", options.samples, "Put the time of every frame into the JSON report");
  run.add_flag("--describe", describes, "Print the scenes' figures and time nothing")
      ->excludes(replay);
  return run;
}

std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

}  // namespace

bool parse_command_line(int argc, const char* const* argv, Options& options) {
  bool describes_all = false;
  bool describes_run = false;
  CLI::App app("Times broad phases on moving boxes, and checks that every pair is found.",
               "quadphase_bench");
  app.set_version_flag("--version", QUADPHASE_VERSION);
  app.require_subcommand(0, 1);
  app.add_flag("--describe", describes_all, "Print the figures of all scenes");
  Commands commands;
  commands[Command::run] = &add_run(app, options, describes_run);
  add_more_commands(app, options, commands);
  commands[Command::describe] =
      app.add_subcommand("describe", "Print the scenes' figures: pairs, sizes, density");
  add_scenes(*commands[Command::describe], options);
  add_motions(*commands[Command::describe], options);
  commands[Command::list] =
      app.add_subcommand("list", "Print the names of scenes, engines and kernels");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error) != 0;
    throw UsageError(one_line(error.what()));
  }
  const auto chosen = std::find_if(commands.begin(), commands.end(),
                                   [](const auto& command) { return command.second->parsed(); });
  if (chosen == commands.end() && !describes_all) {
    throw UsageError(
        "say what to do: run, compare, scaling, steps, worlds, query, describe or list (--help "
        "explains)");
  }
  options.command = describes_all || describes_run || chosen == commands.end() ? Command::describe
                                                                               : chosen->first;
  if (options.command == Command::describe && options.scenes.empty()) options.scenes = {"all"};
  complete(options);
  return true;
}

}  // namespace quadphase::bench
