// SPDX-License-Identifier: MIT
// One grid of the expert's: boxes that fit its cells, sorted by cell, and those that are too large
// for it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "baselines/expert_grid/grid_plan.hpp"
#include "baselines/support/lanes.hpp"
#include "baselines/support/pair_collector.hpp"
#include "baselines/support/raw_array.hpp"
#include "quadphase/box.hpp"
#include "quadphase/pair.hpp"
#include "quadphase/stats.hpp"

namespace quadphase::bench {

/// Each box is in the one cell of its low corner, and fits where its high corner is in that cell,
/// or in one next to or above it. So two such boxes can overlap only where their cells are
/// neighbors.
class GridLevel {
 public:
  /// Sorts the boxes into the plan's cells. Without ids, a box's id is its row.
  void build(const BoxView& boxes, std::span<const ObjectId> ids, const GridPlan& plan,
             StageTimes& nanoseconds);

  /// Boxes that fit no cell. Lifetime: until the next build.
  [[nodiscard]] BoxView large_boxes() const noexcept;
  [[nodiscard]] std::span<const ObjectId> large_ids() const noexcept { return large_ids_.span(); }

  /// Boxes that fit, row by row, cell by cell. Lifetime: until the next build.
  [[nodiscard]] std::span<const ObjectId> small_ids() const noexcept { return ids_.span(); }

  /// Pairs of boxes that fit.
  void find_small_pairs(PairCollector& found) const;

  /// Pairs of a box that fits and one that does not.
  void find_large_pairs(PairCollector& found) const;

  [[nodiscard]] const GridPlan& plan() const noexcept { return plan_; }
  [[nodiscard]] std::size_t byte_count() const noexcept;

 private:
  /// A box on its way to its cell.
  struct Record {
    Box box;
    ObjectId id;
    std::uint32_t cell;
  };

  void choose_bands(std::size_t box_count);
  void find_cells(const BoxView& boxes);
  void sum_counts();
  void scatter_into_bands(const BoxView& boxes, std::span<const ObjectId> ids);
  void sort_band(std::uint32_t band);
  void store_large();
  void find_pairs_of(std::size_t begin, std::size_t end, PairBuffer& found) const;
  void find_pairs_of_large(std::size_t large, std::int32_t first_row, std::int32_t end_row,
                           PairBuffer& found) const;
  [[nodiscard]] Columns columns() const noexcept;

  GridPlan plan_;

  // Bands are runs of cells, a power of two each; after the last are the large boxes, then the
  // rejected ones.
  std::uint32_t band_shift_ = 0;
  std::uint32_t band_count_ = 0;
  std::size_t chunk_count_ = 0;
  std::size_t small_count_ = 0;

  RawArray<std::uint32_t> cells_;        // of each box, in the order of the input
  RawArray<std::uint32_t> counts_;       // chunk by chunk, of each band; then where to write
  RawArray<std::uint32_t> band_begins_;  // in records_, one more at the end
  RawArray<Record> records_;             // band by band

  // Row by row, cell by cell: what the pair search reads.
  RawArray<float> min_x_, min_y_, max_x_, max_y_;
  RawArray<ObjectId> ids_;
  RawArray<std::uint32_t> sorted_cells_;
  RawArray<std::uint32_t> begins_;  // of each cell in the columns, one more at the end

  RawArray<float> large_min_x_, large_min_y_, large_max_x_, large_max_y_;
  RawArray<ObjectId> large_ids_;
};

}  // namespace quadphase::bench
