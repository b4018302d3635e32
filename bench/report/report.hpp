// SPDX-License-Identifier: MIT
// What a run measured, and the three ways to print it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "machine/machine.hpp"
#include "program/options.hpp"
#include "quadphase/stats.hpp"

namespace quadphase::bench {

/// One engine on one number of threads with one set of kernels.
struct Result {
  std::string engine;
  std::string simd;
  int threads = 0;
  std::vector<std::uint64_t> samples;  ///< nanoseconds of each frame that counts
  double median_ns = 0;
  double quiet_median_ns = 0;  ///< of the quietest of five blocks of frames; 0: too few frames
  std::uint64_t p99_ns = 0;
  std::uint64_t max_ns = 0;
  double speed_up = 1;        ///< over the first thread count of the same engine and kernels
  double quiet_speed_up = 0;  ///< the same of the quietest blocks; 0: too few frames
  StageTimes stage_ns{};      ///< the median of each stage over the frames
  bool has_fixed_order = false;
  std::uint64_t array_hash =
      0;                       ///< of the pair array's bytes, all frames; where the order is fixed
  std::size_t byte_count = 0;  ///< that the engine held in the end
  bool is_pinned = false;
  std::vector<int> cpus{};  ///< where each thread ran, by slot
};

/// All engines on the same frames.
struct Block {
  std::string name;  ///< of the scene, or the path of the file
  bool is_replay = false;
  std::size_t box_count = 0;
  std::size_t frame_count = 0;
  double pair_count = 0;       ///< median over the frames
  std::uint64_t set_hash = 0;  ///< of the pairs in no order, all frames; equal for all results
  bool is_verified = false;
  std::optional<std::uint64_t>
      contact_count{};          ///< touching contacts of a physics engine, all found
  std::size_t least_moved = 0;  ///< bodies that moved in the quietest frame
  std::size_t body_count = 0;   ///< bodies that could move
  std::vector<Result> results{};

  [[nodiscard]] double ns_per_box(double ns) const { return ns / static_cast<double>(box_count); }
  [[nodiscard]] double million_pairs_per_second(const Result& result) const {
    return result.median_ns > 0 ? pair_count / result.median_ns * 1e3 : 0;
  }
};

struct Report {
  Options options;
  Machine machine;
  Build build;
  std::vector<Block> blocks;
};

/// One stage of the split, in the order in which stages run.
struct StageName {
  const char* name;
  std::uint64_t StageTimes::*time;
};
inline constexpr StageName kStages[] = {
    {"bounds", &StageTimes::bounds},       {"keys", &StageTimes::keys},
    {"partition", &StageTimes::partition}, {"tree", &StageTimes::tree},
    {"pairs", &StageTimes::pairs},         {"merge", &StageTimes::merge}};

/// The table is printed block by block, as blocks are finished.
void print_table_head(std::FILE* out, const Report& report);
void print_table_block(std::FILE* out, const Report& report, const Block& block);

void print_json(std::FILE* out, const Report& report);
void print_csv(std::FILE* out, const Report& report);

}  // namespace quadphase::bench
