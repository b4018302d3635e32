// SPDX-License-Identifier: MIT
// The yardstick: the uniform grid that most people write first. Plain on purpose, and not slowed on
// purpose.
#pragma once

#include <tbb/enumerable_thread_specific.h>
#include <tbb/task_arena.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quadphase/box.hpp"
#include "quadphase/pair.hpp"
#include "quadphase/stats.hpp"

namespace quadphase::bench {

/// Objects are put, by counting sort, into every cell they touch; each cell tests all its pairs.
///
/// Cells: about twice the mean extent wide, and never more than a few for each object.
/// Exact: every pair of valid boxes once, `first < second`. The pairs' order depends on thread
/// timing. Cost:  what boxes and density make of it; quadratic where most objects share a cell.
class PlainGrid {
 public:
  /// The arena must outlive the grid.
  explicit PlainGrid(tbb::task_arena& arena) : arena_(arena) {}

  void update(const BoxView& boxes);

  [[nodiscard]] std::span<const Pair> pairs() const noexcept { return pairs_; }
  [[nodiscard]] const StageTimes& nanoseconds() const noexcept { return nanoseconds_; }
  [[nodiscard]] std::string_view simd() const noexcept { return "native"; }
  [[nodiscard]] std::size_t byte_count() const noexcept;
  [[nodiscard]] std::string settings() const;

 private:
  /// The cell of a coordinate on one axis; a larger coordinate never has a smaller cell.
  struct Axis {
    float origin = 0;
    float cells_per_unit = 0;
    float last = 0;
    [[nodiscard]] std::uint32_t cell(float value) const noexcept;
  };

  /// The cells that a box touches, both ends included.
  struct CellRange {
    std::uint32_t first_x, last_x, first_y, last_y;
  };

  void choose_cells(const BoxView& boxes);
  void lay_out(double cell_size);
  void sort_into_cells(const BoxView& boxes);
  [[nodiscard]] bool count_entries(const BoxView& boxes);
  [[nodiscard]] CellRange cells_of(const Box& box) const noexcept;
  void find_pairs(const BoxView& boxes);
  void find_pairs_in_cell(const BoxView& boxes, std::uint32_t x, std::uint32_t y,
                          std::vector<Pair>& found) const;
  void join_pairs();

  tbb::task_arena& arena_;
  Box world_;
  double cell_size_ = 0;
  Axis x_axis_, y_axis_;
  std::uint32_t columns_ = 1, rows_ = 1;
  std::size_t object_count_ = 0;
  std::vector<std::uint32_t> begins_;  // of each cell's run in entries_, one more at the end
  std::vector<ObjectId> entries_;      // object ids, cell by cell
  tbb::enumerable_thread_specific<std::vector<Pair>> found_;
  std::vector<Pair> pairs_;
  StageTimes nanoseconds_{};
};

}  // namespace quadphase::bench
