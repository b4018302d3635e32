// SPDX-License-Identifier: MIT
// The command line of `quadphase_bench query`, read with CLI11.
#include "queries/query_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <charconv>

#include "machine/machine.hpp"
#include "program/options.hpp"
#include "queries/workloads.hpp"
#include "scenes/scene.hpp"

namespace quadphase::bench::queries {
namespace {

constexpr std::size_t kMostObjects = 1'000'000'000;
constexpr std::size_t kMostQueries = 100'000'000;
constexpr std::size_t kMostRounds = 1'000'000;
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

/// Replaces 'all' by all that are known. Errors: `UsageError` where a name is not.
void check_names(std::vector<std::string>& names, const std::vector<std::string>& known,
                 const char* what) {
  if (names == std::vector<std::string>{"all"}) names = known;
  for (const std::string& name : names) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    throw UsageError(
        fmt::format("there is no {} '{}'; there are {}", what, name, fmt::join(known, ", ")));
  }
  drop_repeats(names);
}

std::vector<std::string> kind_names() {
  std::vector<std::string> names;
  for (const QueryKind& kind : query_classes()) names.emplace_back(kind.name);
  return names;
}

int read_threads(const std::string& text) {
  if (text == "all") return std::min(usable_thread_count(), kMostThreads);
  int count = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, count);
  if (error != std::errc() || rest != end || count < 1 || count > kMostThreads)
    throw UsageError(fmt::format("--threads takes 'all' and numbers from 1 to {}", kMostThreads));
  return count;
}

std::string kind_help() {
  std::string help = "Kinds of queries:\n";
  for (const QueryKind& kind : query_classes())
    help += fmt::format("  {:<18}{}\n", kind.name, kind.description);
  return help;
}

std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

void add_options(CLI::App& app, Options& options, std::vector<std::string>& threads,
                 std::string& format) {
  app.add_option("--scene", options.scenes, "Scenes, separated by commas, or 'all'")
      ->delimiter(',')
      ->default_str("uniform");
  app.add_option("--objects", options.object_counts, "Numbers of objects, separated by commas")
      ->delimiter(',')
      ->default_str("100000,1000000")
      ->check(CLI::Range(std::size_t{1}, kMostObjects));
  app.add_option("--queries", options.query_count, "Queries of each kind")
      ->capture_default_str()
      ->check(CLI::Range(std::size_t{1}, kMostQueries));
  app.add_option("--kinds", options.classes, "Kinds of queries, separated by commas, or 'all'")
      ->delimiter(',')
      ->default_str("all");
  app.add_option("--threads", threads, "Thread counts, separated by commas; 'all' usable cores")
      ->delimiter(',')
      ->default_str("1,all");
  app.add_option("--rounds", options.round_count, "Rounds, in each of which everybody runs once")
      ->capture_default_str()
      ->check(CLI::Range(std::size_t{1}, kMostRounds));
  app.add_option("--seed", options.seed, "Seed of scenes and queries")->capture_default_str();
  app.add_flag("--check,!--no-check", options.checks,
               "Compare all answers of everybody (this is the default)");
  app.add_option("--format", format, "table | json")
      ->capture_default_str()
      ->check(CLI::IsMember({"table", "json"}));
  app.add_option("--output", options.output_path, "Write the report to this file");
  app.add_option("--json", options.json_path, "Write the JSON report to this file as well");
}

}  // namespace

bool parse_command_line(int argc, const char* const* argv, Options& options) {
  std::string format = "table";
  std::vector<std::string> threads = {"1", "all"};
  CLI::App app("Asks this library and others what lies in boxes, at points, along rays, nearby.",
               "quadphase_bench query");
  app.footer(kind_help());
  add_options(app, options, threads, format);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error) != 0;
    throw UsageError(one_line(error.what()));
  }
  options.prints_json = format == "json";
  check_names(options.scenes, scenes::scene_names(), "scene");
  check_names(options.classes, kind_names(), "kind of queries");
  for (const std::string& text : threads) options.threads.push_back(read_threads(text));
  drop_repeats(options.threads);
  drop_repeats(options.object_counts);
  return true;
}

}  // namespace quadphase::bench::queries
