// SPDX-License-Identifier: MIT
// The strongest uniform grid that an expert writes for boxes of about equal size: sorted columns
// instead of lists, registers instead of loops, and a further grid for what is too large.
#pragma once

#include <tbb/task_arena.h>

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "baselines/expert_grid/grid_level.hpp"
#include "baselines/support/lanes.hpp"
#include "baselines/support/pair_collector.hpp"
#include "quadphase/box.hpp"
#include "quadphase/pair.hpp"
#include "quadphase/stats.hpp"

namespace quadphase::bench {

/// Exact: every pair of valid boxes once, `first < second`, whatever the sizes; infinite edges too.
/// Cost:  near the best there is where sizes and density are alike; large boxes are tested against
///        the rows that they touch, and among each other by the next grid.
class ExpertGrid {
 public:
  /// The arena must outlive the grid.
  explicit ExpertGrid(tbb::task_arena& arena) : arena_(arena) {}

  void update(const BoxView& boxes);

  [[nodiscard]] std::span<const Pair> pairs() const noexcept { return found_.pairs(); }
  /// All rows of the last frame in the order of its cells; empty where one grid did not take all.
  [[nodiscard]] std::span<const ObjectId> order() const noexcept;
  [[nodiscard]] const StageTimes& nanoseconds() const noexcept { return nanoseconds_; }
  [[nodiscard]] std::string_view simd() const noexcept { return kLanesName; }
  [[nodiscard]] std::size_t byte_count() const;
  [[nodiscard]] std::string settings() const;

 private:
  void build_levels(const BoxView& boxes);

  tbb::task_arena& arena_;
  std::vector<std::unique_ptr<GridLevel>> levels_;
  std::size_t level_count_ = 0;  // of the last frame
  std::size_t box_count_ = 0;    // likewise
  PairCollector found_;
  StageTimes nanoseconds_{};
};

}  // namespace quadphase::bench
