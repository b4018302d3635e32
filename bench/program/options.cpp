// SPDX-License-Identifier: MIT
// Defaults of each command, and checks that need more than one option or this machine.
#include "program/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "engines/engine.hpp"
#include "machine/machine.hpp"
#include "peers/peers.hpp"
#include "program/command_line.hpp"
#include "program/more_commands.hpp"
#include "runner/npy.hpp"

namespace quadphase::bench {
namespace {

template <class Value>
void set_default(std::vector<Value>& values, std::vector<Value> by_default) {
  if (values.empty()) values = std::move(by_default);
  drop_repeats(values);
}

/// 1, 2, 4, ... for run; every number up to 8, then doubling, for scaling; 1 for all others. Then
/// the number of usable cores.
std::vector<int> default_threads(Command command) {
  const int cores = std::min(usable_thread_count(), kMaxThreads);
  const bool is_run = command == Command::run;
  const bool is_scaling = command == Command::scaling;
  std::vector<int> threads;
  for (int count = 1; count < cores; count = is_scaling && count < 8 ? count + 1 : count * 2) {
    threads.push_back(count);
    if (!is_run && !is_scaling) break;
  }
  threads.push_back(cores);
  return threads;
}

void check_simds(Options& options) {
  drop_repeats(options.simds);
  for (const Simd simd : options.simds) {
    if (is_supported(simd)) continue;
    throw UsageError(fmt::format("this processor or this build cannot run the {} kernels",
                                 quadphase::name_of(simd)));
  }
}

/// steps: the baseline and the libraries that are fastest or known best, as far as this program has
/// them. All others: quadphase.
std::vector<std::string> default_engines(Command command) {
  std::vector<std::string> engines = {"quadphase"};
  if (command != Command::steps) return engines;
  for (const char* const name :
       {"expert-grid", "box2d-tree", "boost-rtree", "cgal-boxes", "embree"})
    if (find_engine(name) != nullptr) engines.emplace_back(name);
  return engines;
}

std::vector<std::size_t> default_counts(Command command) {
  if (command == Command::query) return {100'000, 1'000'000};
  if (command == Command::steps) return {1'000, 100'000, 1'000'000};
  return {100'000};
}

std::size_t default_warmup(Command command) {
  if (command == Command::worlds) return 20;
  return command == Command::steps ? 10 : 5;
}

/// Speed-ups are over one thread; the cost of a box is measured over ascending numbers of boxes.
void prepare_scaling(Options& options) {
  options.threads.push_back(1);
  std::sort(options.threads.begin(), options.threads.end());
  drop_repeats(options.threads);
  std::sort(options.growth_counts.begin(), options.growth_counts.end());
}

/// A file in place of a scene: its name, and all of its boxes. `run` opens its file by itself.
void take_file(Options& options) {
  const NpyFrameReader reader(options.replay_path);
  options.scenes = {std::filesystem::path(options.replay_path).stem().string()};
  options.counts = {reader.box_count()};
}

}  // namespace

void check_names(std::vector<std::string>& names, const std::vector<std::string>& known,
                 const char* what, std::string_view missing) {
  if (names == std::vector<std::string>{"all"}) names = known;
  for (const std::string& name : names) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    throw UsageError(fmt::format("there is no {} '{}'; there are {}{}{}", what, name,
                                 fmt::join(known, ", "),
                                 missing.empty() ? "" : "; missing: ", missing));
  }
  drop_repeats(names);
}

void complete(Options& options) {
  const bool is_run = options.command == Command::run;
  const bool is_worlds = options.command == Command::worlds;
  const bool takes_file = !is_run && !options.replay_path.empty();
  set_default(options.scenes, {"uniform"});
  set_default(options.scenarios, {"all"});
  set_default(options.query_kinds, {"all"});
  set_default(options.counts, default_counts(options.command));
  set_default(options.engines, default_engines(options.command));
  set_default(options.threads, default_threads(options.command));
  options.warmup_count = options.given_warmup_count.value_or(default_warmup(options.command));
  if (options.frame_count == 0 && (takes_file || options.replay_path.empty()))
    options.frame_count = options.command == Command::steps ? 20 : 120;
  check_names(options.scenes, scenes::scene_names(), "scene");
  if (takes_file) take_file(options);
  check_more_options(options);
  check_names(options.engines, names_of(all_engines()), "engine", missing_peers());
  check_simds(options);
  drop_repeats(options.motions);
  options.motion = options.motions.front();
  if (!is_run && options.format == Format::csv)
    throw UsageError("only run prints csv; all other commands print a table or json");
  if (!is_run && options.simds.size() != 1) throw UsageError("only run takes several of --simd");
  if (options.command != Command::compare && options.motions.size() > 1)
    throw UsageError("only compare takes several of --motion");
  if (is_worlds && (options.counts.size() != 1 || options.counts[0] < 100))
    throw UsageError("worlds takes one --count or a file of so many boxes, at least 100");
  if (!options.record_path.empty() && (options.scenes.size() != 1 || options.counts.size() != 1))
    throw UsageError("--record takes one scene and one count");
  if (options.command == Command::scaling) prepare_scaling(options);
}

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

}  // namespace quadphase::bench
