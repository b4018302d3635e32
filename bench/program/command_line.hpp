// SPDX-License-Identifier: MIT
// What the parts of reading the command line share.
#pragma once

#include <CLI/App.hpp>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "program/options.hpp"

namespace quadphase::bench {

inline constexpr int kMaxThreads = 256;  // what oneTBB can be raised to on every machine
inline constexpr std::size_t kMaxBoxes = 4'294'967'294;  // ids have 32 bits
inline constexpr std::size_t kMaxRepeats = 1'000'000'000;

[[nodiscard]] inline CLI::Validator count_range(std::size_t least, std::size_t most) {
  return CLI::Range(least, most).description("");
}

// Options that several commands have.
void add_scenes(CLI::App& command, Options& options);
void add_motions(CLI::App& command, Options& options);
void add_threads(CLI::App& command, Options& options);
void add_frames(CLI::App& command, Options& options);
void add_engines(CLI::App& command, Options& options);
void add_output(CLI::App& command, Options& options);
/// `--replay` in place of the command's options of scenes, those of `excluded`. Returns it.
CLI::Option* add_replay(CLI::App& command, Options& options, const char* help,
                        std::initializer_list<const char*> excluded);
/// A command with all of them, files excepted.
CLI::App& add_frame_command(CLI::App& app, const char* name, const char* help, Options& options);

/// Fills in defaults, replaces 'all', and checks names and combinations. Errors: `UsageError`.
void complete(Options& options);

/// Replaces 'all' by all known names. Errors: `UsageError` where a name is not known, which also
/// says what is missing in this program.
void check_names(std::vector<std::string>& names, const std::vector<std::string>& known,
                 const char* what, std::string_view missing = {});

/// The names of a list of things that have one.
template <class List>
std::vector<std::string> names_of(const List& list) {
  std::vector<std::string> names;
  for (const auto& item : list) names.emplace_back(item.name);
  return names;
}

/// Drops all but the first of equal values.
template <class Value>
void drop_repeats(std::vector<Value>& values) {
  std::vector<Value> once;
  for (const Value& value : values) {
    if (std::find(once.begin(), once.end(), value) == once.end()) once.push_back(value);
  }
  values = std::move(once);
}

}  // namespace quadphase::bench
