// SPDX-License-Identifier: MIT
// The command scaling: speed-up over threads on a fixed frame (strong) and on a frame that grows
// with them (weak), and the cost of a box over the number of boxes (growth).
#pragma once

#include <vector>

#include "program/options.hpp"
#include "program/progress.hpp"
#include "report/report.hpp"

namespace quadphase::bench {

/// Against one thread, in the same frames.
struct Gain {
  MedianInterval speed_up;  ///< median of the per-frame speed-ups
  double efficiency = 1;    ///< speed-up a thread
  MedianInterval
      serial_fraction;  ///< Karp-Flatt of the per-frame speed-ups; only with several threads
  double serial_quartiles[2] = {0, 0};  ///< first and third quartile over the frames
};

/// The speed-up of frames that took `times` over frames that took `single`, which must be as many.
/// `scale`: how many times the work of `single` was done.
[[nodiscard]] Gain gain_of(const std::vector<double>& single, const std::vector<double>& times,
                           int threads, double scale = 1);

/// Adds one item to "series" for each multi-threaded engine of the options, all in the same frames.
/// Errors: `CheckFailed` where the pairs of two engines or thread counts differ.
void measure_series(bool is_weak, const std::string& scene, std::size_t count,
                    const Options& options, Progress& progress, const AddItem& add);

/// Adds one item to "growth" for each count, engine, and the least and the most threads of the
/// options. Counts must ascend.
void measure_growth(const std::string& scene, const Options& options, Progress& progress,
                    const AddItem& add);

}  // namespace quadphase::bench
