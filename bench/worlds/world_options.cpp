// SPDX-License-Identifier: MIT
// The command line of `quadphase_bench worlds`, read with CLI11.
#include "worlds/world_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>

#include "machine/machine.hpp"
#include "program/options.hpp"
#include "worlds/scenario.hpp"

namespace quadphase::bench::worlds {
namespace {

constexpr std::size_t kLeastObjects = 100;  // one in a hundred of them is one
constexpr std::size_t kMostObjects = 1'000'000'000;
constexpr int kMostFrames = 1'000'000'000;
constexpr int kMostThreads = 256;  // what oneTBB can be raised to on every machine

/// Keeps the first of equal values.
template <class Value>
void drop_repeats(std::vector<Value>& values) {
  std::vector<Value> once;
  for (const Value& value : values) {
    if (std::find(once.begin(), once.end(), value) == once.end()) once.push_back(value);
  }
  values = std::move(once);
}

void check_scenarios(std::vector<std::string>& names) {
  std::vector<std::string> known;
  for (const ScenarioKind& kind : scenario_classes()) known.emplace_back(kind.name);
  if (names == std::vector<std::string>{"all"}) names = known;
  for (const std::string& name : names) {
    if (find_scenario_kind(name) != nullptr) continue;
    throw UsageError(
        fmt::format("there is no scenario '{}'; there are {}", name, fmt::join(known, ", ")));
  }
  drop_repeats(names);
}

void check_threads(std::vector<int>& threads) {
  if (threads.empty()) threads = {1, std::min(usable_thread_count(), kMostThreads)};
  for (const int count : threads) {
    if (count < 1 || count > kMostThreads)
      throw UsageError(fmt::format("--threads takes numbers from 1 to {}", kMostThreads));
  }
  drop_repeats(threads);
}

std::string scenario_help() {
  std::string help = "Scenarios:\n";
  for (const ScenarioKind& kind : scenario_classes())
    help += fmt::format("  {:<26}{}\n", kind.name, kind.description);
  return help;
}

std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

}  // namespace

bool parse_command_line(int argc, const char* const* argv, Options& options) {
  std::string format = "table";
  CLI::App app("Compares engines that keep their objects with this one, in living worlds.",
               "quadphase_bench worlds");
  app.footer(scenario_help());
  app.add_option("--scenario", options.scenarios, "Scenarios, separated by commas, or 'all'")
      ->delimiter(',')
      ->default_str("all");
  app.add_option("--count", options.count, "Number of objects")
      ->capture_default_str()
      ->check(CLI::Range(kLeastObjects, kMostObjects));
  app.add_option("--frames", options.frame_count, "Frames that count")
      ->capture_default_str()
      ->check(CLI::Range(1, kMostFrames));
  app.add_option("--warmup", options.warmup_count, "Frames before them, which are not timed")
      ->capture_default_str()
      ->check(CLI::Range(1, kMostFrames));
  app.add_option("--threads", options.threads,
                 "Thread counts, separated by commas (default: one, and all usable cores)")
      ->delimiter(',');
  app.add_option("--seed", options.seed, "Seed of the scenarios")->capture_default_str();
  app.add_option("--format", format, "table | json")
      ->capture_default_str()
      ->check(CLI::IsMember({"table", "json"}));
  app.add_option("--output", options.output_path, "Write the report to this file");
  app.add_option("--json", options.json_path, "Write the JSON report to this file as well");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error) != 0;
    throw UsageError(one_line(error.what()));
  }
  options.prints_json = format == "json";
  check_scenarios(options.scenarios);
  check_threads(options.threads);
  return true;
}

}  // namespace quadphase::bench::worlds
