// SPDX-License-Identifier: MIT
// The command line, read with CLI11 and checked against what this build and machine can do.
#include "program/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <map>

#include "engines/engine.hpp"
#include "machine/machine.hpp"
#include "quadphase/version.hpp"

namespace quadphase::bench {
namespace {

constexpr std::size_t kMostBoxes = 4'294'967'294;  // ids have 32 bits
constexpr int kMostFrames = 1'000'000'000;
constexpr int kMostThreads = 256;  // what oneTBB can be raised to on every machine

const std::map<std::string, scenes::Motion> kMotions = {{"all", scenes::Motion::all_move},
                                                        {"one-in-100", scenes::Motion::one_in_100},
                                                        {"teleport", scenes::Motion::all_teleport}};
const std::map<std::string, Format> kFormats = {
    {"table", Format::table}, {"json", Format::json}, {"csv", Format::csv}};
const std::map<std::string, Simd> kSimds = {{"best", Simd::best}, {"avx512", Simd::avx512},
                                            {"avx2", Simd::avx2}, {"sse4", Simd::sse4},
                                            {"neon", Simd::neon}, {"scalar", Simd::scalar}};

/// The texts of choices, before they are looked up.
struct Texts {
  std::vector<std::string> motions = {"all"};
  std::vector<std::string> simds = {"best"};
  std::string format = "table";
  bool describe_all = false;
  bool describe_run = false;
};

template <class Value>
std::string names_in(const std::map<std::string, Value>& values) {
  std::string names;
  for (const auto& entry : values) names += (names.empty() ? "" : ", ") + entry.first;
  return names;
}

template <class Value>
Value look_up(const std::map<std::string, Value>& values, const std::string& name,
              const char* option) {
  const auto found = values.find(name);
  if (found == values.end()) {
    throw UsageError(
        fmt::format("{} is one of {}; '{}' is none of them", option, names_in(values), name));
  }
  return found->second;
}

/// Keeps the first of equal values.
template <class Value>
void drop_repeats(std::vector<Value>& values) {
  std::vector<Value> once;
  for (const Value& value : values) {
    if (std::find(once.begin(), once.end(), value) == once.end()) once.push_back(value);
  }
  values = std::move(once);
}

/// Up to the number of usable cores, and that number itself: 1, 2, 4, ... to run; every one up to
/// 8, then doubling, to see how it scales; one and all to compare.
std::vector<int> default_threads(Command command) {
  const int cores = std::min(usable_thread_count(), kMostThreads);
  std::vector<int> threads;
  for (int count = 1; count < cores;) {
    threads.push_back(count);
    if (command == Command::compare) break;
    count = command == Command::scaling && count < 8 ? count + 1 : count * 2;
  }
  threads.push_back(cores);
  return threads;
}

void add_scene_options(CLI::App& command, Options& options, Texts& texts) {
  command
      .add_option(
          "--scene", options.scenes,
          "Scenes, separated by commas, as the command 'list' names them; 'all' for every one")
      ->delimiter(',')
      ->default_str("uniform");
  command.add_option("--count", options.counts, "Numbers of boxes, separated by commas")
      ->delimiter(',')
      ->default_str("100000");
  command
      .add_option("--motion", texts.motions,
                  "How boxes move: all | one-in-100 | teleport; only compare takes several")
      ->delimiter(',')
      ->default_str("all");
  command.add_option("--seed", options.seed, "Seed of the scene")->capture_default_str();
}

/// What all commands that time have in common.
void add_timing_options(CLI::App& command, Options& options, Texts& texts) {
  command
      .add_option("--frames", options.frame_count,
                  "Frames that count (120 of a scene, all of a file)")
      ->check(CLI::Range(1, kMostFrames));
  command
      .add_option("--warmup", options.warmup_count,
                  "Runs of the first frame before the clock counts")
      ->capture_default_str()
      ->check(CLI::Range(0, kMostFrames));
  command
      .add_option("--threads", options.threads,
                  "Thread counts, separated by commas (default: up to all usable cores)")
      ->delimiter(',');
  command
      .add_option(
          "--engine", options.engines,
          "Engines, separated by commas, as the command 'list' names them; 'all' for every one")
      ->delimiter(',')
      ->default_str("quadphase");
  command
      .add_option("--simd", texts.simds,
                  "Kernels, separated by commas: best | avx512 | avx2 | sse4 | neon | scalar")
      ->delimiter(',')
      ->default_str("best");
  command.add_option("--format", texts.format, "table | json | csv")->capture_default_str();
  command.add_option("--output", options.output_path, "Write the report to this file");
}

void add_report_options(CLI::App& command, Options& options, Texts& texts) {
  add_scene_options(command, options, texts);
  add_timing_options(command, options, texts);
  command.add_option("--json", options.json_path, "Write the JSON report to this file as well");
}

void add_figure_options(CLI::App& figures, Options& options) {
  figures.add_option("--compare", options.compare_path, "The JSON report of compare");
  figures.add_option("--scaling", options.scaling_path, "The JSON report of scaling");
  figures.add_option("--output", options.figure_folder, "Folder for the figures (made if missing)")
      ->required();
}

void add_run_options(CLI::App& run, Options& options, Texts& texts) {
  add_timing_options(run, options, texts);
  auto* replay = run.add_option(
      "--replay", options.replay_path,
      "Play a NumPy file: float32 of shape (frames, 4, n), rows min_x, min_y, max_x, max_y");
  for (const char* name : {"--scene", "--count", "--motion", "--seed"})
    replay->excludes(run.get_option(name));
  run.add_option("--record", options.record_path, "Write the frames that ran to a NumPy file")
      ->excludes(replay);
  run.add_flag("--verify", options.verify, "Compare every frame with an independent exact answer");
  run.add_flag("--samples", options.samples, "Put the time of every frame into the JSON report");
  run.add_flag("--describe", texts.describe_run, "Print the scenes' figures and time nothing")
      ->excludes(replay);
}

void check_scenes(Options& options) {
  const std::vector<std::string> known = scenes::scene_names();
  if (options.scenes == std::vector<std::string>{"all"}) options.scenes = known;
  for (const std::string& name : options.scenes) {
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      throw UsageError(
          fmt::format("there is no scene '{}'; there are {}", name, fmt::join(known, ", ")));
    }
  }
  for (const std::size_t count : options.counts) {
    if (count < 1 || count > kMostBoxes)
      throw UsageError("--count takes numbers from 1 to 4294967294");
  }
}

void check_engines(Options& options) {
  if (options.engines == std::vector<std::string>{"all"}) {
    options.engines.clear();
    for (const EngineKind& kind : engine_classes()) options.engines.emplace_back(kind.name);
  }
  for (const std::string& name : options.engines) {
    if (find_engine_kind(name) != nullptr) continue;
    std::vector<std::string_view> names;
    for (const EngineKind& kind : engine_classes()) names.push_back(kind.name);
    throw UsageError(
        fmt::format("there is no engine '{}'; there are {}", name, fmt::join(names, ", ")));
  }
  for (const Simd simd : options.simds) {
    if (is_supported(simd)) continue;
    throw UsageError(fmt::format("this processor or this build cannot run the {} kernels",
                                 quadphase::name_of(simd)));
  }
  for (const int threads : options.threads) {
    if (threads < 1 || threads > kMostThreads) {
      throw UsageError(fmt::format("--threads takes numbers from 1 to {}", kMostThreads));
    }
  }
}

/// What compare and scaling rule out, or need.
void check_report(Options& options) {
  if (options.format == Format::csv) throw UsageError("compare and scaling print a table or json");
  if (options.simds.size() != 1) throw UsageError("compare and scaling take one of --simd");
  if (options.command != Command::scaling) return;
  // Speed-ups are over one thread.
  options.threads.push_back(1);
  std::sort(options.threads.begin(), options.threads.end());
  drop_repeats(options.threads);
  std::sort(options.growth_counts.begin(), options.growth_counts.end());
  for (const std::size_t count : options.growth_counts) {
    if (count < 1 || count > kMostBoxes)
      throw UsageError("--growth takes numbers from 1 to 4294967294");
  }
}

/// Only compare goes through several motions.
void check_motions(const Options& options) {
  if (options.command != Command::compare && options.motions.size() > 1)
    throw UsageError("only compare takes several of --motion");
}

void check(Options& options, const Texts& texts) {
  options.motions.clear();
  for (const std::string& name : texts.motions)
    options.motions.push_back(look_up(kMotions, name, "--motion"));
  options.motion = options.motions.front();
  options.format = look_up(kFormats, texts.format, "--format");
  options.simds.clear();
  for (const std::string& name : texts.simds)
    options.simds.push_back(look_up(kSimds, name, "--simd"));
  if (options.threads.empty()) options.threads = default_threads(options.command);
  check_scenes(options);
  check_engines(options);
  check_motions(options);
  if (options.command == Command::compare || options.command == Command::scaling)
    check_report(options);
  drop_repeats(options.scenes);
  drop_repeats(options.counts);
  drop_repeats(options.threads);
  drop_repeats(options.engines);
  drop_repeats(options.simds);
  drop_repeats(options.motions);
  if (!options.record_path.empty() && (options.scenes.size() != 1 || options.counts.size() != 1)) {
    throw UsageError("--record takes one scene and one count");
  }
}

std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

}  // namespace

const char* name_of(scenes::Motion motion) noexcept {
  switch (motion) {
    case scenes::Motion::all_move:
      return "all";
    case scenes::Motion::one_in_100:
      return "one-in-100";
    case scenes::Motion::all_teleport:
      return "teleport";
  }
  return "unknown";
}

bool parse_command_line(int argc, const char* const* argv, Options& options) {
  Texts texts;
  CLI::App app("Times broad phases on moving boxes, and checks that every pair is found.",
               "quadphase_bench");
  app.set_version_flag("--version", QUADPHASE_VERSION);
  app.require_subcommand(0, 1);
  app.add_flag("--describe", texts.describe_all, "Print the figures of all scenes");
  CLI::App* run = app.add_subcommand("run", "Time engines on scenes, or on a file");
  CLI::App* compare =
      app.add_subcommand("compare", "Compare engines on the same frames, and check their pairs");
  CLI::App* scaling = app.add_subcommand(
      "scaling", "Speed-up over threads, and the cost a box over the number of boxes");
  // These two have options of their own, and never get here.
  app.add_subcommand("worlds", "Compare engines that keep their objects, in living worlds");
  app.add_subcommand("query", "Compare searches in boxes, at points, along rays, and nearby");
  CLI::App* figures = app.add_subcommand(
      "figures",
      "Draw the reports of compare and scaling as SVG and PNG, and write compare's as a table");
  CLI::App* describe =
      app.add_subcommand("describe", "Print scenes' figures: pairs a box, sizes, density");
  CLI::App* list = app.add_subcommand("list", "Print the names of scenes, engines and kernels");
  add_scene_options(*run, options, texts);
  add_run_options(*run, options, texts);
  add_scene_options(*describe, options, texts);
  add_report_options(*compare, options, texts);
  add_report_options(*scaling, options, texts);
  scaling
      ->add_option("--growth", options.growth_counts,
                   "Numbers of boxes for the cost a box, separated by commas")
      ->delimiter(',');
  add_figure_options(*figures, options);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error) != 0;
    throw UsageError(one_line(error.what()));
  }
  if (list->parsed()) {
    options.command = Command::list;
  } else if (compare->parsed()) {
    options.command = Command::compare;
  } else if (scaling->parsed()) {
    options.command = Command::scaling;
  } else if (figures->parsed()) {
    options.command = Command::figures;
  } else if (describe->parsed() || texts.describe_all || texts.describe_run) {
    options.command = Command::describe;
    const bool is_chosen = (describe->parsed() && describe->count("--scene") > 0) ||
                           (run->parsed() && run->count("--scene") > 0);
    if (!is_chosen) options.scenes = {"all"};
  } else if (!run->parsed()) {
    throw UsageError(
        "say what to do: run, compare, scaling, worlds, query, figures, describe or list (--help "
        "explains)");
  }
  check(options, texts);
  return true;
}

}  // namespace quadphase::bench
