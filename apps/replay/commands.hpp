// SPDX-License-Identifier: MIT
// The commands of quadphase_replay. Each returns the exit status: 0, or 1 where there is a
// difference or damage.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "quadphase/config.hpp"
#include "quadphase/pair.hpp"

namespace quadphase::replay {

struct CommandOptions {
  std::string file;
  std::vector<int> threads;  ///< empty: as recorded
  std::vector<Simd> simds = {Simd::best};
  std::uint64_t call = 0;
  std::uint32_t engine = 0;  ///< number in the file
  std::vector<ObjectId> ids;
  std::optional<std::uint64_t> frame;  ///< of the engine, from 0
  std::string output;
  std::string with;      ///< hashes of another build or machine
  std::string shown_by;  ///< a command that exits non-zero
  std::string scene = "uniform";
  std::size_t count = 100'000;
  std::size_t frames = 200;
  int level = 1;
  bool keeps_up = false;  ///< of overhead: between frames, the file has time to catch up
};

int info_command(const CommandOptions& options);
int play_command(const CommandOptions& options);
int show_command(const CommandOptions& options);
int step_command(const CommandOptions& options);
int object_command(const CommandOptions& options);
int pair_command(const CommandOptions& options);
int hashes_command(const CommandOptions& options);
int compare_command(const CommandOptions& options);
int minimize_command(const CommandOptions& options);
int frames_command(const CommandOptions& options);
int overhead_command(const CommandOptions& options);

}  // namespace quadphase::replay
