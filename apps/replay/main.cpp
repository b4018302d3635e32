// SPDX-License-Identifier: MIT
// quadphase_replay: plays, explains, compares and cuts down recordings of the calls of a program.
// Exit status: 0 all went well; 1 a difference or damage; 2 the command line or a file is wrong.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <map>
#include <string>

#include "replay/commands.hpp"

namespace quadphase::replay {
namespace {

std::map<std::string, Simd> instruction_sets() {
  std::map<std::string, Simd> sets = {{"best", Simd::best}};
  for (const Simd simd : kInstructionSets) sets.emplace(name_of(simd), simd);
  return sets;
}

using Command = int (*)(const CommandOptions&);

struct Names {
  std::vector<std::string> simds;
};

CLI::App& add(CLI::App& app, const char* name, const char* help, CommandOptions& options,
              Names& names) {
  CLI::App& command = *app.add_subcommand(name, help);
  command.add_option("file", options.file, "The recording")->required();
  command.add_option("--threads", options.threads, "Threads; compare takes several")
      ->delimiter(',');
  command.add_option("--simd", names.simds, "Kernels, or 'all'; compare takes several")
      ->delimiter(',');
  return command;
}

void add_engine(CLI::App& command, CommandOptions& options) {
  command.add_option("--engine", options.engine, "The number of the engine in the recording")
      ->capture_default_str();
  command.add_option("--frame", options.frame, "Only this frame of the engine; the first is 0");
}

int run(int argc, char** argv) {
  CommandOptions options;
  Names names;
  CLI::App app("Plays, explains, compares and cuts down recordings.", "quadphase_replay");
  app.require_subcommand(1);
  std::map<CLI::App*, Command> commands;
  commands[&add(app, "info", "What the recording has", options, names)] = info_command;
  commands[&add(app, "play", "Make all calls at full speed", options, names)] = play_command;
  CLI::App& show = add(app, "show", "Print a call", options, names);
  show.add_option("--call", options.call, "Its number")->required();
  commands[&show] = show_command;
  CLI::App& step = add(app, "step", "Go to any call, forward and back, by lines of standard input",
                       options, names);
  step.add_option("--call", options.call, "The call to begin at")->capture_default_str();
  step.add_option("--engine", options.engine, "The number of the engine that is followed")
      ->capture_default_str();
  commands[&step] = step_command;
  CLI::App& object = add(app, "object", "What an object did over time", options, names);
  object.add_option("id", options.ids, "Its id")->required()->expected(1);
  add_engine(object, options);
  commands[&object] = object_command;
  CLI::App& pair = add(app, "pair", "Why two objects are a pair, or are none", options, names);
  pair.add_option("ids", options.ids, "Their ids")->required()->expected(2);
  add_engine(pair, options);
  commands[&pair] = pair_command;
  CLI::App& hashes = add(app, "hashes", "A line for what each call did", options, names);
  hashes.add_option("--output", options.output, "Write them to this file");
  commands[&hashes] = hashes_command;
  CLI::App& compare = add(app, "compare", "The first difference, call by call", options, names);
  compare.add_option("--with", options.with, "The output of hashes of another build or machine");
  commands[&compare] = compare_command;
  CLI::App& less = add(app, "minimize", "The smallest recording that differs", options, names);
  less.add_option("--output", options.output, "Where to write it")->required();
  less.add_option("--while", options.shown_by,
                  "A command that exits non-zero where the recording {} shows it");
  commands[&less] = minimize_command;
  CLI::App& frames = add(app, "frames", "The boxes of an engine as a NumPy file", options, names);
  frames.add_option("--output", options.output, "Where to write it")->required();
  add_engine(frames, options);
  commands[&frames] = frames_command;
  CLI::App& overhead = add(app, "overhead", "Frames with and without a recorder", options, names);
  overhead.add_option("--scene", options.scene, "A scene of the benchmark")->capture_default_str();
  overhead.add_option("--count", options.count, "Boxes")->capture_default_str();
  overhead.add_option("--frames", options.frames, "Frames")->capture_default_str();
  overhead.add_option("--level", options.level, "Level of zstd")->capture_default_str();
  overhead.add_flag(
      "--keep-up", options.keeps_up,
      "Between frames, wait until the file has all calls, as programs with other work do");
  commands[&overhead] = overhead_command;
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  if (!names.simds.empty()) options.simds.clear();
  for (const std::string& name : names.simds) {
    if (name == "all") {
      for (const Simd simd : kInstructionSets)
        if (is_supported(simd)) options.simds.push_back(simd);
    } else if (instruction_sets().contains(name)) {
      options.simds.push_back(instruction_sets().at(name));
    } else {
      throw std::invalid_argument("there are no kernels named " + name);
    }
  }
  for (const auto& [command, function] : commands)
    if (command->parsed()) return function(options);
  return 2;
}

}  // namespace
}  // namespace quadphase::replay

int main(int argc, char** argv) {
  try {
    return quadphase::replay::run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "quadphase_replay: {}\n", error.what());
    return 2;
  }
}
