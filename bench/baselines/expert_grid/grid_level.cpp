// SPDX-License-Identifier: MIT
// Boxes into cells: a parallel counting sort in two levels, bands of cells first, then the cells of
// each band within the cache.
#include "baselines/expert_grid/grid_level.hpp"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <bit>

#include "baselines/support/timed.hpp"

namespace quadphase::bench {
namespace {

constexpr std::size_t kBoxesPerChunk = 8192;
constexpr std::size_t kMaxChunks = 512;
constexpr std::size_t kBoxesPerBand = 768;  // a band's records fit the cache
constexpr std::size_t kMaxBands = 1024;     // more streams than that are slow to write
constexpr std::size_t kSpecialBands = 2;    // large, rejected

struct Range {
  std::size_t begin, end;
};

Range chunk_of(std::size_t chunk, std::size_t chunk_count, std::size_t size) {
  return {chunk * size / chunk_count, (chunk + 1) * size / chunk_count};
}

template <class Body>
void for_each_index(std::size_t count, const Body& body) {
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, 1), [&](const auto& range) {
    for (std::size_t i = range.begin(); i < range.end(); ++i) body(i);
  });
}

/// A loop without branches, for the compiler to turn into registers: cells of boxes that fit, or
/// what stands for the others.
void find_cells_of(const BoxView& boxes, Range range, const GridPlan& plan, std::uint32_t large,
                   std::uint32_t rejected, std::uint32_t* cells) {
  const GridAxis x_axis = plan.x_axis;
  const GridAxis y_axis = plan.y_axis;
  const auto stride = static_cast<std::int32_t>(plan.stride());
  const float* const min_xs = boxes.min_x.data();
  const float* const min_ys = boxes.min_y.data();
  const float* const max_xs = boxes.max_x.data();
  const float* const max_ys = boxes.max_y.data();
  for (std::size_t i = range.begin; i < range.end; ++i) {
    const std::int32_t x = x_axis.cell(min_xs[i]);
    const std::int32_t y = y_axis.cell(min_ys[i]);
    const std::int32_t wide = static_cast<std::int32_t>(x_axis.cell(max_xs[i]) - x > 1);
    const std::int32_t tall = static_cast<std::int32_t>(y_axis.cell(max_ys[i]) - y > 1);
    const std::int32_t valid = static_cast<std::int32_t>(min_xs[i] <= max_xs[i]) &
                               static_cast<std::int32_t>(min_ys[i] <= max_ys[i]);
    const auto cell = static_cast<std::uint32_t>(y * stride + x + 1);
    const std::uint32_t fitting = (wide | tall) != 0 ? large : cell;
    cells[i] = valid != 0 ? fitting : rejected;
  }
}

}  // namespace

void GridLevel::build(const BoxView& boxes, std::span<const ObjectId> ids, const GridPlan& plan,
                      StageTimes& nanoseconds) {
  plan_ = plan;
  choose_bands(boxes.size());
  nanoseconds.keys += timed([&] { find_cells(boxes); });
  nanoseconds.partition += timed([&] {
    sum_counts();
    scatter_into_bands(boxes, ids);
  });
  nanoseconds.tree += timed([&] {
    for (auto* column : {&min_x_, &min_y_, &max_x_, &max_y_}) column->resize(small_count_);
    ids_.resize(small_count_);
    sorted_cells_.resize(small_count_);
    begins_.resize((std::size_t{band_count_} << band_shift_) + 1);
    begins_[0] = 0;
    for_each_index(band_count_,
                   [&](std::size_t band) { sort_band(static_cast<std::uint32_t>(band)); });
    store_large();
  });
}

void GridLevel::choose_bands(std::size_t box_count) {
  const std::size_t bands = std::clamp<std::size_t>(box_count / kBoxesPerBand, 1, kMaxBands);
  const std::uint32_t cells = plan_.cell_count() + kLanes;  // the search looks a little ahead
  band_shift_ = static_cast<std::uint32_t>(std::bit_width((cells - 1) / bands));
  band_count_ = ((cells - 1) >> band_shift_) + 1;
  chunk_count_ = std::clamp<std::size_t>(box_count / kBoxesPerChunk, 1, kMaxChunks);
}

void GridLevel::find_cells(const BoxView& boxes) {
  const std::size_t bands = band_count_ + kSpecialBands;
  cells_.resize(boxes.size());
  counts_.resize(chunk_count_ * bands);
  for_each_index(chunk_count_, [&](std::size_t chunk) {
    const Range range = chunk_of(chunk, chunk_count_, boxes.size());
    find_cells_of(boxes, range, plan_, band_count_ << band_shift_, (band_count_ + 1) << band_shift_,
                  cells_.data());
    std::uint32_t* const counts = counts_.data() + chunk * bands;
    std::fill_n(counts, bands, 0U);
    for (std::size_t i = range.begin; i < range.end; ++i) ++counts[cells_[i] >> band_shift_];
  });
}

/// Turns counts into the places where each chunk writes its boxes of each band.
void GridLevel::sum_counts() {
  const std::size_t bands = band_count_ + kSpecialBands;
  band_begins_.resize(bands + 1);
  std::uint32_t sum = 0;
  for (std::size_t band = 0; band < bands; ++band) {
    band_begins_[band] = sum;
    for (std::size_t chunk = 0; chunk < chunk_count_; ++chunk) {
      std::uint32_t& count = counts_[chunk * bands + band];
      sum += count;
      count = sum - count;
    }
  }
  band_begins_[bands] = sum;
  small_count_ = band_begins_[band_count_];
}

void GridLevel::scatter_into_bands(const BoxView& boxes, std::span<const ObjectId> ids) {
  const std::size_t bands = band_count_ + kSpecialBands;
  records_.resize(boxes.size());
  for_each_index(chunk_count_, [&](std::size_t chunk) {
    const Range range = chunk_of(chunk, chunk_count_, boxes.size());
    std::uint32_t* const places = counts_.data() + chunk * bands;
    Record* const records = records_.data();
    for (std::size_t i = range.begin; i < range.end; ++i) {
      const std::uint32_t cell = cells_[i];
      Record* const record = records + places[cell >> band_shift_]++;
      *record = {boxes[i], ids.empty() ? static_cast<ObjectId>(i) : ids[i], cell};
      // As the library does: the band's next line is in cache before its next box comes.
      __builtin_prefetch(record + 3, 1);
    }
  });
}

// The table of cells is its own scratch: counts, then begins, which the scatter moves to the ends,
// and an end is the next cell's begin.
void GridLevel::sort_band(std::uint32_t band) {
  const std::size_t cells = std::size_t{1} << band_shift_;
  std::uint32_t* const ends = begins_.data() + 1;
  const std::size_t first_cell = std::size_t{band} << band_shift_;
  std::fill_n(ends + first_cell, cells, 0U);
  const Record* const begin = records_.data() + band_begins_[band];
  const Record* const end = records_.data() + band_begins_[band + 1];
  for (const Record* record = begin; record != end; ++record) ++ends[record->cell];
  std::uint32_t sum = band_begins_[band];
  for (std::size_t cell = first_cell; cell < first_cell + cells; ++cell) {
    const std::uint32_t count = ends[cell];
    ends[cell] = sum;
    sum += count;
  }
  float* const min_x = min_x_.data();
  float* const min_y = min_y_.data();
  float* const max_x = max_x_.data();
  float* const max_y = max_y_.data();
  ObjectId* const ids = ids_.data();
  std::uint32_t* const sorted_cells = sorted_cells_.data();
  for (const Record* record = begin; record != end; ++record) {
    const std::uint32_t place = ends[record->cell]++;
    min_x[place] = record->box.min_x;
    min_y[place] = record->box.min_y;
    max_x[place] = record->box.max_x;
    max_y[place] = record->box.max_y;
    ids[place] = record->id;
    sorted_cells[place] = record->cell;
  }
}

void GridLevel::store_large() {
  const Record* const begin = records_.data() + small_count_;
  const std::size_t count = band_begins_[band_count_ + 1] - small_count_;
  for (auto* column : {&large_min_x_, &large_min_y_, &large_max_x_, &large_max_y_})
    column->resize(count);
  large_ids_.resize(count);
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, 4096), [&](const auto& range) {
    for (std::size_t i = range.begin(); i < range.end(); ++i) {
      large_min_x_[i] = begin[i].box.min_x;
      large_min_y_[i] = begin[i].box.min_y;
      large_max_x_[i] = begin[i].box.max_x;
      large_max_y_[i] = begin[i].box.max_y;
      large_ids_[i] = begin[i].id;
    }
  });
}

BoxView GridLevel::large_boxes() const noexcept {
  return {large_min_x_.span(), large_min_y_.span(), large_max_x_.span(), large_max_y_.span()};
}

Columns GridLevel::columns() const noexcept {
  return {min_x_.data(), min_y_.data(), max_x_.data(), max_y_.data(), ids_.data()};
}

std::size_t GridLevel::byte_count() const noexcept {
  std::size_t bytes = cells_.byte_count() + counts_.byte_count() + band_begins_.byte_count() +
                      records_.byte_count() + ids_.byte_count() + sorted_cells_.byte_count() +
                      begins_.byte_count() + large_ids_.byte_count();
  for (const auto* column : {&min_x_, &min_y_, &max_x_, &max_y_, &large_min_x_, &large_min_y_,
                             &large_max_x_, &large_max_y_})
    bytes += column->byte_count();
  return bytes;
}

}  // namespace quadphase::bench
