// SPDX-License-Identifier: MIT
// The plain grid, step by step: choose the cells, counting sort, all pairs of each cell, one array.
#include "baselines/plain_grid.hpp"

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "baselines/support/timed.hpp"

namespace quadphase::bench {
namespace {

constexpr double kCellsPerObject = 4;  // most cells, so that a wide, empty world costs no memory
constexpr double kEntriesPerObject =
    8;  // most entries, so that giants over many cells cost none either
constexpr std::uint32_t kMaxCellsPerAxis = 1U << 22;

double difference(float high, float low) {
  return static_cast<double>(high) - static_cast<double>(low);
}

}  // namespace

void PlainGrid::update(const BoxView& boxes) {
  arena_.execute([&] {
    nanoseconds_.bounds = timed([&] { choose_cells(boxes); });
    nanoseconds_.partition = timed([&] { sort_into_cells(boxes); });
    nanoseconds_.pairs = timed([&] { find_pairs(boxes); });
    nanoseconds_.merge = timed([&] { join_pairs(); });
  });
}

// Infinite edges count neither for the world nor for the mean: they end in the outermost cells.
void PlainGrid::choose_cells(const BoxView& boxes) {
  constexpr float kMax = std::numeric_limits<float>::max();
  world_ = {kMax, kMax, -kMax, -kMax};
  double extent_sum = 0;
  object_count_ = 0;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Box box = boxes[i];
    const double extent =
        0.5 * (difference(box.max_x, box.min_x) + difference(box.max_y, box.min_y));
    if (!is_valid(box) || !std::isfinite(extent)) continue;
    world_ = {std::min(world_.min_x, box.min_x), std::min(world_.min_y, box.min_y),
              std::max(world_.max_x, box.max_x), std::max(world_.max_y, box.max_y)};
    extent_sum += extent;
    ++object_count_;
  }
  if (object_count_ == 0) world_ = {};
  lay_out(object_count_ == 0 ? 0 : 2 * extent_sum / static_cast<double>(object_count_));
}

void PlainGrid::lay_out(double cell_size) {
  const double width = difference(world_.max_x, world_.min_x);
  const double height = difference(world_.max_y, world_.min_y);
  const double most_cells = kCellsPerObject * static_cast<double>(object_count_) + 1;
  cell_size = std::max({cell_size, std::max(width, height) / kMaxCellsPerAxis, 1e-37});
  while ((std::floor(width / cell_size) + 1) * (std::floor(height / cell_size) + 1) > most_cells)
    cell_size *= 1.25;
  cell_size_ = cell_size;
  columns_ = static_cast<std::uint32_t>(width / cell_size) + 1;
  rows_ = static_cast<std::uint32_t>(height / cell_size) + 1;
  const auto cells_per_unit = static_cast<float>(1 / cell_size);
  x_axis_ = {world_.min_x, cells_per_unit, static_cast<float>(columns_ - 1)};
  y_axis_ = {world_.min_y, cells_per_unit, static_cast<float>(rows_ - 1)};
}

// The order of the arguments sends NaN, which is infinity times zero, to cell 0.
inline std::uint32_t PlainGrid::Axis::cell(float value) const noexcept {
  return static_cast<std::uint32_t>(
      std::min(last, std::max(0.0F, (value - origin) * cells_per_unit)));
}

inline PlainGrid::CellRange PlainGrid::cells_of(const Box& box) const noexcept {
  return {x_axis_.cell(box.min_x), x_axis_.cell(box.max_x), y_axis_.cell(box.min_y),
          y_axis_.cell(box.max_y)};
}

void PlainGrid::sort_into_cells(const BoxView& boxes) {
  while (!count_entries(boxes)) lay_out(2 * cell_size_);
  std::uint32_t end = 0;
  for (std::uint32_t& begin : begins_) begin = end += begin;  // now the end of each cell's run
  entries_.resize(end);
  for (std::size_t i = boxes.size(); i-- > 0;) {  // backwards, so that ids rise within a cell
    if (!is_valid(boxes[i])) continue;
    const CellRange range = cells_of(boxes[i]);
    for (std::uint32_t y = range.first_y; y <= range.last_y; ++y) {
      for (std::uint32_t x = range.first_x; x <= range.last_x; ++x) {
        entries_[--begins_[std::size_t{y} * columns_ + x]] = static_cast<ObjectId>(i);
      }
    }
  }
}

/// Counts each cell's objects; false where they are too many in all for cells of this size.
bool PlainGrid::count_entries(const BoxView& boxes) {
  const auto most =
      static_cast<std::size_t>(kEntriesPerObject * static_cast<double>(boxes.size())) + 64;
  std::size_t entry_count = 0;
  begins_.assign(std::size_t{columns_} * rows_ + 1, 0);
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (!is_valid(boxes[i])) continue;
    const CellRange range = cells_of(boxes[i]);
    entry_count +=
        std::size_t{range.last_x - range.first_x + 1} * (range.last_y - range.first_y + 1);
    if (entry_count > most && columns_ * std::size_t{rows_} > 1) return false;
    for (std::uint32_t y = range.first_y; y <= range.last_y; ++y) {
      for (std::uint32_t x = range.first_x; x <= range.last_x; ++x)
        ++begins_[std::size_t{y} * columns_ + x];
    }
  }
  return true;
}

void PlainGrid::find_pairs(const BoxView& boxes) {
  for (std::vector<Pair>& found : found_) found.clear();
  const std::size_t cell_count = std::size_t{columns_} * rows_;
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, cell_count), [&](const auto& cells) {
    std::vector<Pair>& found = found_.local();
    for (std::size_t cell = cells.begin(); cell < cells.end(); ++cell) {
      find_pairs_in_cell(boxes, static_cast<std::uint32_t>(cell % columns_),
                         static_cast<std::uint32_t>(cell / columns_), found);
    }
  });
}

// Two objects may share several cells: only the one that holds the lower corner of their overlap
// reports them.
void PlainGrid::find_pairs_in_cell(const BoxView& boxes, std::uint32_t x, std::uint32_t y,
                                   std::vector<Pair>& found) const {
  const std::size_t cell = std::size_t{y} * columns_ + x;
  const std::uint32_t end = begins_[cell + 1];
  for (std::uint32_t i = begins_[cell]; i < end; ++i) {
    const Box a = boxes[entries_[i]];
    for (std::uint32_t j = i + 1; j < end; ++j) {
      const Box b = boxes[entries_[j]];
      if (!overlaps(a, b)) continue;
      if (x_axis_.cell(std::max(a.min_x, b.min_x)) != x) continue;
      if (y_axis_.cell(std::max(a.min_y, b.min_y)) != y) continue;
      found.push_back({entries_[i], entries_[j]});
    }
  }
}

void PlainGrid::join_pairs() {
  pairs_.clear();
  for (const std::vector<Pair>& found : found_)
    pairs_.insert(pairs_.end(), found.begin(), found.end());
}

std::size_t PlainGrid::byte_count() const noexcept {
  std::size_t pair_capacity = pairs_.capacity();
  for (const std::vector<Pair>& found : found_) pair_capacity += found.capacity();
  return pair_capacity * sizeof(Pair) + begins_.capacity() * sizeof(std::uint32_t) +
         entries_.capacity() * sizeof(ObjectId);
}

std::string PlainGrid::settings() const {
  return fmt::format("cells {}x{} of {:.4g}", columns_, rows_, cell_size_);
}

}  // namespace quadphase::bench
