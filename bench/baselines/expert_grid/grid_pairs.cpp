// SPDX-License-Identifier: MIT
// The pair search of one grid: a box against two runs of boxes, its own row's and the next row's.
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include "baselines/expert_grid/grid_level.hpp"

namespace quadphase::bench {
namespace {

constexpr std::size_t kBoxesPerTask = 2048;
constexpr std::int32_t kRowsPerTask = 64;  // of a large box

Pair* test_range(const Query& query, const Columns& boxes, std::size_t begin, std::size_t end,
                 PairBuffer& found, Pair* out) {
  for (; begin < end; begin += kLanes) {
    out = found.room(out, kLanes);
    const std::uint32_t hits = overlaps_at(query, boxes, begin, first_lanes(end - begin));
    out = write_pairs(query, boxes, begin, hits, out);
  }
  return out;
}

}  // namespace

void GridLevel::find_small_pairs(PairCollector& found) const {
  tbb::parallel_for(
      tbb::blocked_range<std::size_t>(0, small_count_, kBoxesPerTask),
      [&](const auto& range) { find_pairs_of(range.begin(), range.end(), found.local()); });
}

// Half of the neighbors: what comes later in the own cell, the cell right of it, and the three
// above. Rows are contiguous, so these are two ranges, and both together fill about one register.
void GridLevel::find_pairs_of(std::size_t begin, std::size_t end, PairBuffer& found) const {
  const Columns boxes = columns();
  const std::uint32_t stride = plan_.stride();
  const std::uint32_t* const begins = begins_.data();
  const std::uint32_t* const cells = sorted_cells_.data();
  Pair* out = found.end();
  for (std::size_t i = begin; i < end; ++i) {
    const std::uint32_t cell = cells[i];
    const std::size_t own_begin = i + 1;
    const std::size_t own_count = begins[cell + 2] - own_begin;
    const std::size_t above_begin = begins[cell + stride - 1];
    const std::size_t above_count = begins[cell + stride + 2] - above_begin;
    const Query query({boxes.min_x[i], boxes.min_y[i], boxes.max_x[i], boxes.max_y[i]},
                      boxes.ids[i]);
    out = found.room(out, 2 * kLanes);
    if (own_count + above_count <= kLanes) {
      out = test_two_ranges(query, boxes, own_begin, own_count, above_begin, above_count, out);
    } else {
      out = test_range(query, boxes, own_begin, own_begin + own_count, found, out);
      out = test_range(query, boxes, above_begin, above_begin + above_count, found, out);
    }
  }
  found.set_end(out);
}

// A large box meets, in each row that it touches and the one below, one contiguous range.
void GridLevel::find_large_pairs(PairCollector& found) const {
  const BoxView large = large_boxes();
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, large.size()), [&](const auto& range) {
    for (std::size_t i = range.begin(); i < range.end(); ++i) {
      const std::int32_t first_row = std::max(plan_.y_axis.cell(large.min_y[i]) - 1, 0);
      const std::int32_t end_row = plan_.y_axis.cell(large.max_y[i]) + 1;
      if (end_row - first_row <= 2 * kRowsPerTask) {
        find_pairs_of_large(i, first_row, end_row, found.local());
        continue;
      }
      tbb::parallel_for(tbb::blocked_range<std::int32_t>(first_row, end_row, kRowsPerTask),
                        [&](const auto& rows) {
                          find_pairs_of_large(i, rows.begin(), rows.end(), found.local());
                        });
    }
  });
}

void GridLevel::find_pairs_of_large(std::size_t large, std::int32_t first_row, std::int32_t end_row,
                                    PairBuffer& found) const {
  const Box box = large_boxes()[large];
  const Query query(box, large_ids_[large]);
  const auto first_column = static_cast<std::size_t>(plan_.x_axis.cell(box.min_x));
  const auto end_column = static_cast<std::size_t>(plan_.x_axis.cell(box.max_x)) + 2;
  Pair* out = found.end();
  for (std::int32_t row = first_row; row < end_row; ++row) {
    const std::size_t row_begin = static_cast<std::size_t>(row) * plan_.stride();
    out = test_range(query, columns(), begins_[row_begin + first_column],
                     begins_[row_begin + end_column], found, out);
  }
  found.set_end(out);
}

}  // namespace quadphase::bench
