// SPDX-License-Identifier: MIT
#include "program/more_commands.hpp"

namespace quadphase::bench {

void add_more_commands(CLI::App& app, Options& /*options*/, Commands& commands) {
  add_names_of_more_commands(app, commands);
}

void check_more_options(Options& options) {
  if (options.command == Command::run || options.command == Command::steps ||
      options.command == Command::describe || options.command == Command::list)
    return;
  throw UsageError(
      "this command is one of quadphase_bench_peers: tools/build.sh release quadphase_bench_peers");
}

void run_more_command(const Options& /*options*/, std::FILE* /*out*/, Progress& /*progress*/) {}

}  // namespace quadphase::bench
