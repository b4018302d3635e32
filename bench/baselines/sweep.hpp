// SPDX-License-Identifier: MIT
// Sweep and prune along one axis: sort by the low edge, then look ahead from each box until the
// first that begins after its high edge.
#pragma once

#include <tbb/task_arena.h>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "baselines/support/own_columns.hpp"
#include "baselines/support/pair_collector.hpp"
#include "baselines/support/radix_sort.hpp"
#include "quadphase/stats.hpp"

namespace quadphase::bench {

/// Exact: every pair of valid boxes once, `first < second`; infinite edges too.
/// Cost:  the sort, and what overlaps on the axis: for n boxes in a square, some n times root n.
class Sweep {
 public:
  /// The arena must outlive this.
  explicit Sweep(tbb::task_arena& arena) : arena_(arena) {}

  void update(const BoxView& boxes);

  [[nodiscard]] std::span<const Pair> pairs() const noexcept { return found_.pairs(); }
  [[nodiscard]] const StageTimes& nanoseconds() const noexcept { return nanoseconds_; }
  [[nodiscard]] std::string_view simd() const noexcept { return kLanesName; }
  [[nodiscard]] std::size_t byte_count() const {
    return sorter_.byte_count() + columns_.byte_count() + found_.byte_count();
  }
  [[nodiscard]] std::string settings() const;

 private:
  void fill_keys(const BoxView& boxes);
  void copy_sorted(const BoxView& boxes);
  void find_pairs();
  void find_pairs_of(std::size_t begin, std::size_t end, PairBuffer& found) const;

  tbb::task_arena& arena_;
  bool along_y_ = false;
  RadixSorter sorter_;
  OwnColumns columns_;  // sorted by the low edge; the axis of the sweep is x here
  PairCollector found_;
  StageTimes nanoseconds_{};
};

}  // namespace quadphase::bench
