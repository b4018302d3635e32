// SPDX-License-Identifier: MIT
// The commands that compare with other libraries. quadphase_bench_peers has
// them (more_commands.cpp); quadphase_bench, which builds in a fraction of the time, names them
// only (no_more_commands.cpp).
#pragma once

#include <cstdio>
#include <map>

#include "program/options.hpp"
#include "program/progress.hpp"

namespace CLI {
class App;
}

namespace quadphase::bench {

using Commands = std::map<Command, CLI::App*>;

/// Adds the names alone, for the help of a program that does not have these commands.
void add_names_of_more_commands(CLI::App& app, Commands& commands);

void add_more_commands(CLI::App& app, Options& options, Commands& commands);
/// Checks the options that only these commands have. Errors: `UsageError`.
void check_more_options(Options& options);
void run_more_command(const Options& options, std::FILE* out, Progress& progress);

}  // namespace quadphase::bench
