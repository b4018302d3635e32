// SPDX-License-Identifier: MIT
// How engines scale: over threads on a fixed frame, over threads with the frame growing along, and
// over the number of boxes.
#pragma once

#include <cstddef>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "machine/machine.hpp"
#include "program/options.hpp"
#include "program/progress.hpp"
#include "report/report.hpp"
#include "runner/intervals.hpp"
#include "scaling/law.hpp"

namespace quadphase::bench {

/// Against one thread, in the same frames.
struct Gain {
  MedianInterval speed_up;  ///< median of the per-frame speed-ups
  double efficiency = 1;    ///< speed-up a thread
  MedianInterval
      serial_fraction;  ///< Karp-Flatt of the per-frame speed-ups; only with several threads
  double serial_quartiles[2] = {0, 0};  ///< its spread: first and third quartile over the frames
};

struct StageGain {
  std::string stage;
  double median_ns = 0;
  Gain gain;
};

/// One engine on one number of threads.
struct ScalingPoint {
  int threads = 0;
  std::size_t box_count = 0;
  std::size_t frame_count = 0;
  std::size_t dropped_count = 0;
  double median_ns = 0;
  Gain gain{};
  std::vector<StageGain> stages{};  ///< those that the engine tells of
};

enum class ScalingKind {
  strong,  ///< the same frame on more threads
  weak,    ///< as many times the boxes as there are threads
};

struct ScalingSeries {
  ScalingKind kind = ScalingKind::strong;
  std::string scene;
  std::string engine;
  std::string settings{};  ///< of the engine on its first point
  std::vector<ScalingPoint> points{};
  std::optional<ScalingFit> fit{};  ///< strong, and only where there are kLeastCoresToFit cores
};

/// The cost of a frame of so many boxes.
struct GrowthPoint {
  std::string scene;
  std::string engine;
  int threads = 0;
  std::size_t box_count = 0;
  double pair_count = 0;
  std::size_t frame_count = 0;
  std::size_t dropped_count = 0;
  MedianInterval ns_per_box;
};

struct ScalingReport {
  Options options;
  Machine machine;
  Build build;
  std::vector<ScalingSeries> series{};
  std::vector<GrowthPoint> growth{};
  double elapsed_s = 0;
};

/// The speed-up of frames that took `times` over frames that took `single`, which must be as many.
/// `scale`: how many times the work of `single` was done.
[[nodiscard]] Gain gain_of(const std::vector<double>& single, const std::vector<double>& times,
                           int threads, double scale = 1);

void print_scaling_table(std::FILE* out, const ScalingReport& report);
void print_scaling_json(std::FILE* out, const ScalingReport& report);

/// `quadphase_bench scaling`. Errors: `CheckFailed` where thread counts disagree on the pairs.
void scaling_command(const Options& options, std::FILE* out, Progress& progress);

}  // namespace quadphase::bench
