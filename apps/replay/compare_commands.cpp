// SPDX-License-Identifier: MIT
// Commands that compare: threads, kernels, builds and machines, call by call.
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>

#include "quadphase/recording.hpp"
#include "quadphase/replayer.hpp"
#include "replay/commands.hpp"
#include "replay/minimize.hpp"

namespace quadphase::replay {
namespace {

struct Setting {
  std::string words;
  ReplayOptions options;
};

std::vector<Setting> settings_of(const CommandOptions& options) {
  std::vector<Setting> settings;
  const std::vector<int> threads = options.threads.empty() ? std::vector<int>{1} : options.threads;
  for (const Simd simd : options.simds)
    for (const int count : threads)
      settings.push_back(
          {fmt::format("{} threads, {}", count, name_of(simd)), {.threads = count, .simd = simd}});
  return settings;
}

/// What a call did, in a line.
std::string line_of(const RecordedCall& call, const ReplayResult& result) {
  return fmt::format("{} {} {} {} {:016x}", call.number, call.subject, name_of(call.kind),
                     result.is_made ? static_cast<int>(result.code) : -1, result.hash);
}

int report_damage(const Recording& recording) {
  if (recording.problem().empty()) return 0;
  fmt::print(stderr, "quadphase_replay: {}\n", recording.problem());
  return 1;
}

/// The first difference between settings, or of all from what was recorded; empty if there is none.
std::string difference_in(Recording& recording, const std::vector<Setting>& settings,
                          std::uint64_t& call_count) {
  std::vector<std::unique_ptr<Replayer>> replayers;
  for (const Setting& setting : settings)
    replayers.push_back(std::make_unique<Replayer>(setting.options));
  while (const RecordedCall* call = recording.next()) {
    std::string first;
    for (std::size_t i = 0; i < replayers.size(); ++i) {
      const ReplayResult result = replayers[i]->play(*call);
      const std::string line = line_of(*call, result);
      if (i == 0) first = line;
      if (line != first)
        return fmt::format("{}: {}\n{}: {}", settings[0].words, first, settings[i].words, line);
      if (differs(result, call->outcome))
        return fmt::format("{}: {}\nrecorded: code {}, hash {:016x} {}", settings[i].words, line,
                           static_cast<int>(call->outcome.code), call->outcome.hash,
                           call->outcome.message);
    }
    ++call_count;
  }
  return {};
}

}  // namespace

int hashes_command(const CommandOptions& options) {
  Recording recording(options.file);
  const Setting setting = settings_of(options).front();
  Replayer replayer(setting.options);
  std::FILE* const out = options.output.empty() ? stdout : std::fopen(options.output.c_str(), "w");
  if (out == nullptr) throw RecordingError("cannot write " + options.output);
  while (const RecordedCall* call = recording.next())
    fmt::print(out, "{}\n", line_of(*call, replayer.play(*call)));
  if (out != stdout) std::fclose(out);
  return report_damage(recording);
}

int compare_command(const CommandOptions& options) {
  Recording recording(options.file);
  const std::vector<Setting> settings = settings_of(options);
  std::uint64_t count = 0;
  if (!options.with.empty()) {
    std::ifstream hashes(options.with);
    if (!hashes) throw RecordingError("cannot read " + options.with);
    Replayer replayer(settings.front().options);
    while (const RecordedCall* call = recording.next()) {
      const std::string line = line_of(*call, replayer.play(*call));
      std::string other;
      std::getline(hashes, other);
      if (line != other) {
        fmt::print("the first difference:\nhere: {}\n{}: {}\n", line, options.with, other);
        return 1;
      }
      ++count;
    }
  } else if (const std::string found = difference_in(recording, settings, count); !found.empty()) {
    fmt::print("the first difference:\n{}\n", found);
    return 1;
  }
  fmt::print("{} calls, {} settings: no difference\n", count, settings.size());
  return report_damage(recording);
}

int minimize_command(const CommandOptions& options) {
  const std::vector<Setting> settings = settings_of(options);
  const auto shows = [&](const std::string& file) {
    if (!options.shown_by.empty()) {
      std::string command = options.shown_by;
      if (const std::size_t at = command.find("{}"); at != std::string::npos)
        command.replace(at, 2, file);
      return std::system(command.c_str()) != 0;  // NOLINT(cert-env33-c): the user's own command
    }
    Recording recording(file);
    std::uint64_t count = 0;
    return !difference_in(recording, settings, count).empty();
  };
  const Minimized left = minimize(options.file, options.output, shows);
  fmt::print("{} calls and {} objects are left after {} trials\n", left.call_count,
             left.object_count, left.trial_count);
  return 0;
}

}  // namespace quadphase::replay
