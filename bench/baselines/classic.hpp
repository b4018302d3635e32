// SPDX-License-Identifier: MIT
// Two ways to use the quadtree of the tutorials: refilled each frame, or kept and updated.
#pragma once

#include <tbb/task_arena.h>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "baselines/classic_quadtree.hpp"
#include "baselines/support/pair_collector.hpp"
#include "quadphase/stats.hpp"

namespace quadphase::bench {

/// What both ways share: one thread fills the tree, then all threads retrieve the candidates of one
/// object after the other and test them.
///
/// Exact: every pair of valid boxes once, `first < second`; infinite edges too.
class Classic {
 public:
  [[nodiscard]] std::span<const Pair> pairs() const noexcept { return found_.pairs(); }
  [[nodiscard]] const StageTimes& nanoseconds() const noexcept { return nanoseconds_; }
  [[nodiscard]] std::string_view simd() const noexcept { return "native"; }
  [[nodiscard]] std::size_t byte_count() const;
  [[nodiscard]] std::string settings() const;

 protected:
  explicit Classic(tbb::task_arena& arena) : arena_(arena) {}
  ~Classic() = default;

  void find_pairs();

  tbb::task_arena& arena_;
  ClassicQuadtree tree_;
  std::vector<Box> boxes_;  // by id, as they are in the tree
  PairCollector found_;
  StageTimes nanoseconds_{};
};

/// The tree is cleared and filled again in every frame.
class ClassicRefilled : public Classic {
 public:
  /// The arena must outlive this.
  explicit ClassicRefilled(tbb::task_arena& arena) : Classic(arena) {}
  void update(const BoxView& boxes);
};

/// The tree is kept: what has moved is deleted and inserted. It is refilled only where the number
/// of objects changes, or where the world has grown by a tenth.
class ClassicKept : public Classic {
 public:
  /// The arena must outlive this.
  explicit ClassicKept(tbb::task_arena& arena) : Classic(arena) {}
  void update(const BoxView& boxes);

 private:
  [[nodiscard]] bool has_outgrown(const Box& world) const noexcept;
  void move_objects(const BoxView& boxes);
};

}  // namespace quadphase::bench
