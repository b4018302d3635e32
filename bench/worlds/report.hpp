// SPDX-License-Identifier: MIT
// What a run of living worlds measures, and how it is told.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "machine/machine.hpp"
#include "runner/intervals.hpp"
#include "worlds/world_options.hpp"

namespace quadphase::bench::worlds {

/// One engine on one number of threads in one scenario. Its ratios are over the frames that count
/// for both.
struct Row {
  std::string engine;
  int threads = 0;
  std::string settings{};
  std::size_t frame_count = 0;    ///< timed, the dropped ones included
  std::size_t dropped_count = 0;  ///< the calibration loop beside them was slow
  bool has_few_frames = false;    ///< slow: kSlowFrames only
  double mean_ns = 0;             ///< 0: every frame was dropped
  double median_ns = 0;
  std::uint64_t p99_ns = 0;
  std::uint64_t max_ns = 0;
  MedianInterval ratio{};  ///< its time over ours in the same frame
  double mean_ratio = 0;   ///< its mean over ours; 0: no frame is left
  double p99_ratio = 0;    ///< its p99 over ours
  bool is_pinned = false;
  std::optional<std::string> wrong{};  ///< the first difference from the exact answer
};

struct Skipped {
  std::string engine;
  int threads = 0;
  std::string reason;
};

/// All engines in one scenario.
struct Block {
  std::string scenario;
  std::string description{};
  std::size_t object_count = 0;
  std::size_t moving_count = 0;
  std::size_t bullet_count = 0;
  std::size_t frame_count = 0;
  double found_count = 0;  ///< pairs, or events of both kinds; median over the frames
  std::vector<Row> rows{};
  std::vector<Skipped> skipped{};

  [[nodiscard]] double ns_per_object(double ns) const {
    return ns / static_cast<double>(object_count);
  }
};

struct Report {
  Options options;
  Machine machine;
  Build build;
  std::vector<Block> blocks{};
  double elapsed_s = 0;
};

/// A cell of the report in which a peer is faster than we are.
struct LostCell {
  std::string scenario;
  std::string engine;
  int threads = 0;
  const char* figure = "";  ///< "mean" or "p99"
  double ratio = 0;         ///< of the peer's over ours
};

/// Every one of them; answers that are wrong are none.
[[nodiscard]] std::vector<LostCell> lost_cells(const Report& report);

/// Our rows that are wrong, in words; empty where none is.
[[nodiscard]] std::string our_failures(const Report& report);

void print_head(std::FILE* out, const Report& report);
void print_block(std::FILE* out, const Block& block);
/// Settings of every engine, then the one line that names every lost cell.
void print_end(std::FILE* out, const Report& report);
void print_json(std::FILE* out, const Report& report);

}  // namespace quadphase::bench::worlds
