// SPDX-License-Identifier: MIT
// The point quadtree with range queries: objects are their centers, and a query is grown by what
// the largest object reaches.
#pragma once

#include <tbb/task_arena.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "baselines/support/pair_collector.hpp"
#include "quadphase/box.hpp"
#include "quadphase/stats.hpp"

namespace quadphase::bench {

/// Points are inserted one by one; a leaf above its capacity is split into quarters. Then every
/// box, grown by the largest half extent, finds the centers inside it, and tests their boxes.
///
/// Exact: every pair of valid boxes once, `first < second`. A box of infinite extent makes every
///        query meet everything, and one giant makes it nearly so: the price of this method.
class PointQuadtree {
 public:
  /// The arena must outlive the tree.
  explicit PointQuadtree(tbb::task_arena& arena) : arena_(arena) {}

  void update(const BoxView& boxes);

  [[nodiscard]] std::span<const Pair> pairs() const noexcept { return found_.pairs(); }
  [[nodiscard]] const StageTimes& nanoseconds() const noexcept { return nanoseconds_; }
  [[nodiscard]] std::string_view simd() const noexcept { return "native"; }
  [[nodiscard]] std::size_t byte_count() const;
  [[nodiscard]] std::string settings() const;

 private:
  static constexpr std::uint32_t kCapacity = 8;
  static constexpr std::uint32_t kMaxDepth = 32;  // there, a leaf is a list

  struct Point {
    double x, y;
    std::uint32_t next;  // in the leaf's list
  };
  struct Node {
    double middle_x, middle_y, quarter_size;
    std::uint32_t children;  // the first of four; 0: a leaf
    std::uint32_t first;     // point of a leaf
    std::uint32_t count;     // of points in a leaf
    std::uint32_t depth;
  };
  /// A query's range on both axes.
  struct Range {
    double min_x, min_y, max_x, max_y;
  };

  void choose_world(const BoxView& boxes);
  void insert_all(const BoxView& boxes);
  void insert(std::uint32_t id);
  void split(std::uint32_t index);
  void find_pairs();
  void find_pairs_below(std::uint32_t index, const Range& range, std::uint32_t id,
                        PairBuffer& found) const;

  tbb::task_arena& arena_;
  Range world_{};
  double reach_x_ = 0, reach_y_ = 0;  // how far from its center the largest object reaches
  std::vector<Box> boxes_;
  std::vector<Point> points_;
  std::vector<Node> nodes_;
  PairCollector found_;
  StageTimes nanoseconds_{};
};

}  // namespace quadphase::bench
