// SPDX-License-Identifier: MIT
// Every box against every other, 16 at once, on all threads: what any broad phase must beat.
#pragma once

#include <tbb/task_arena.h>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "baselines/support/own_columns.hpp"
#include "baselines/support/pair_collector.hpp"
#include "quadphase/stats.hpp"

namespace quadphase::bench {

/// Exact: every pair of valid boxes once, `first < second`; infinite edges too.
/// Cost:  a quarter of a nanosecond a pair of boxes, and quadratic.
class BruteForce {
 public:
  /// The arena must outlive this.
  explicit BruteForce(tbb::task_arena& arena) : arena_(arena) {}

  void update(const BoxView& boxes);

  [[nodiscard]] std::span<const Pair> pairs() const noexcept { return found_.pairs(); }
  [[nodiscard]] const StageTimes& nanoseconds() const noexcept { return nanoseconds_; }
  [[nodiscard]] std::string_view simd() const noexcept { return kLanesName; }
  [[nodiscard]] std::size_t byte_count() const {
    return columns_.byte_count() + found_.byte_count();
  }
  [[nodiscard]] std::string settings() const { return {}; }

 private:
  void copy_valid(const BoxView& boxes);
  void find_pairs();

  tbb::task_arena& arena_;
  OwnColumns columns_;
  PairCollector found_;
  StageTimes nanoseconds_{};
};

}  // namespace quadphase::bench
