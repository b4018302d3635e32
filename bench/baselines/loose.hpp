// SPDX-License-Identifier: MIT
// The frame of the loose quadtree.
#pragma once

#include <tbb/task_arena.h>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "baselines/loose_quadtree.hpp"
#include "baselines/support/pair_collector.hpp"
#include "quadphase/stats.hpp"

namespace quadphase::bench {

/// One thread builds the tree, then all threads search it for the pairs of one object after the
/// other.
class Loose {
 public:
  /// The arena must outlive this.
  explicit Loose(tbb::task_arena& arena) : arena_(arena) {}

  void update(const BoxView& boxes);

  [[nodiscard]] std::span<const Pair> pairs() const noexcept { return found_.pairs(); }
  [[nodiscard]] const StageTimes& nanoseconds() const noexcept { return nanoseconds_; }
  [[nodiscard]] std::string_view simd() const noexcept { return "native"; }
  [[nodiscard]] std::size_t byte_count() const { return tree_.byte_count() + found_.byte_count(); }
  [[nodiscard]] std::string settings() const;

 private:
  tbb::task_arena& arena_;
  LooseQuadtree tree_;
  PairCollector found_;
  StageTimes nanoseconds_{};
};

}  // namespace quadphase::bench
