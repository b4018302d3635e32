// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "program/more_commands.hpp"

namespace quadphase::bench {
namespace {

constexpr const char* kElsewhere = "Of quadphase_bench_peers, which compares with other libraries";

}  // namespace

void add_more_commands(CLI::App& app, Options& /*options*/, Commands& commands) {
  const auto add = [&](Command command, const char* name) {
    commands[command] = app.add_subcommand(name, kElsewhere)->prefix_command();
  };
  add(Command::compare, "compare");
  add(Command::scaling, "scaling");
  add(Command::worlds, "worlds");
  add(Command::query, "query");
  add(Command::figures, "figures");
  add(Command::summary, "summary");
}

void check_more_options(Options& options) {
  if (options.command == Command::run || options.command == Command::describe ||
      options.command == Command::list)
    return;
  throw UsageError(
      "this command is one of quadphase_bench_peers: tools/build.sh release quadphase_bench_peers");
}

void run_more_command(const Options& /*options*/, std::FILE* /*out*/, Progress& /*progress*/) {}

}  // namespace quadphase::bench
