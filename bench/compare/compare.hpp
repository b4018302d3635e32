// SPDX-License-Identifier: MIT
// Many engines on the same frames: what a comparison measures, and the run of one block of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engines/engine.hpp"
#include "machine/allocations.hpp"
#include "machine/floor.hpp"
#include "machine/machine.hpp"
#include "program/options.hpp"
#include "program/progress.hpp"
#include "runner/intervals.hpp"

namespace quadphase::bench {

/// The engine that all others are compared with.
inline constexpr std::string_view kOurs = "quadphase";

/// One engine on one number of threads.
struct CompareRow {
  std::string engine;
  EngineGroup group = EngineGroup::peer;
  int threads = 0;
  std::string simd;
  std::string settings;
  std::size_t frame_count = 0;    ///< timed, the dropped ones included
  std::size_t dropped_count = 0;  ///< the calibration loop beside them was slow
  bool has_few_frames = false;    ///< slow: kFewFrames only
  double median_ns = 0;           ///< 0: every frame was dropped
  double mean_ns = 0;
  std::uint64_t p99_ns = 0;
  std::uint64_t max_ns = 0;
  MedianInterval ratio;                ///< its time over ours in the same frame
  std::optional<std::string> wrong{};  ///< the first difference from the exact answer
  std::size_t byte_count = 0;
  bool is_pinned = false;
};

struct SkippedEngine {
  std::string engine;
  int threads = 0;  ///< 0: on any number
  std::string reason;
};

/// What only our engine tells of itself.
struct OurFigures {
  double tests_per_pair = 0;
  double bytes_per_object = 0;       ///< held after `build`
  double bytes_per_pair = 0;         ///< held more after `update`, the threads' buffers included
  std::size_t most_allocations = 0;  ///< in one frame of those timed
};

/// All engines on the same frames of one scene.
struct CompareBlock {
  std::string scene;
  scenes::Motion motion = scenes::Motion::all_move;
  std::size_t box_count = 0;
  std::size_t frame_count = 0;
  std::size_t exact_count =
      0;                  ///< frames compared with the independent answer; the others with ours
  double pair_count = 0;  ///< median over the frames
  OurFigures ours{};
  std::vector<Floor> floors{};  ///< for each number of threads
  std::vector<CompareRow> rows{};
  std::vector<SkippedEngine> skipped{};

  [[nodiscard]] double ns_per_box(double ns) const { return ns / static_cast<double>(box_count); }
};

struct CompareReport {
  Options options;
  Machine machine;
  Build build;
  std::vector<CompareBlock> blocks{};
  double elapsed_s = 0;
};

/// Runs the engines of the options, ours among them, on one scene.
[[nodiscard]] CompareBlock run_compare_block(const Options& options, const std::string& scene,
                                             std::size_t count, scenes::Motion motion,
                                             Progress& progress);

/// Our rows that are wrong, in words; empty where none is.
[[nodiscard]] std::string our_failures(const CompareReport& report);

void print_compare_head(std::FILE* out, const CompareReport& report);
void print_compare_block(std::FILE* out, const CompareBlock& block);
/// What each engine was set to on the first block that it ran.
void print_compare_settings(std::FILE* out, const CompareReport& report);
void print_compare_json(std::FILE* out, const CompareReport& report);

/// `quadphase_bench compare`. Errors: `CheckFailed`, after the report, where a pair of ours is
/// wrong.
void compare_command(const Options& options, std::FILE* out, Progress& progress);

}  // namespace quadphase::bench
