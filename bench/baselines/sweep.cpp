// SPDX-License-Identifier: MIT
// The sweep, step by step: choose the axis, sort, copy into columns, scan ahead.
#include "baselines/sweep.hpp"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "baselines/support/scan.hpp"
#include "baselines/support/timed.hpp"

namespace quadphase::bench {
namespace {

constexpr std::size_t kMaxSamples = 1024;
constexpr std::size_t kSweptPerTask = 1024;
constexpr std::uint32_t kRejectedKey = std::numeric_limits<std::uint32_t>::max();

/// The distance between the quarters of a sample's low edges: a box far away does not count.
float spread_of(std::span<const float> low_edges) {
  std::vector<float> sample;
  const std::size_t count = std::min(low_edges.size(), kMaxSamples);
  for (std::size_t i = 0; i < count; ++i) {
    const float value = low_edges[i * low_edges.size() / count];
    if (std::isfinite(value)) sample.push_back(value);
  }
  if (sample.empty()) return 0;
  const auto quarter = static_cast<std::ptrdiff_t>(sample.size() / 4);
  std::nth_element(sample.begin(), sample.begin() + quarter, sample.end());
  const float low = sample[static_cast<std::size_t>(quarter)];
  std::nth_element(sample.begin(), sample.end() - 1 - quarter, sample.end());
  return *(sample.end() - 1 - quarter) - low;
}

}  // namespace

void Sweep::update(const BoxView& boxes) {
  arena_.execute([&] {
    nanoseconds_.bounds =
        timed([&] { along_y_ = spread_of(boxes.min_y) > spread_of(boxes.min_x); });
    nanoseconds_.keys = timed([&] { fill_keys(boxes); });
    nanoseconds_.partition = timed([&] { sorter_.sort(); });
    nanoseconds_.tree = timed([&] { copy_sorted(boxes); });
    nanoseconds_.pairs = timed([&] { find_pairs(); });
    nanoseconds_.merge = timed([&] { found_.join(); });
  });
}

void Sweep::fill_keys(const BoxView& boxes) {
  const std::span<const float> low_edges = along_y_ ? boxes.min_y : boxes.min_x;
  sorter_.rows().resize(boxes.size());
  KeyedRow* const rows = sorter_.rows().data();
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, boxes.size(), 16384),
                    [&](const auto& range) {
                      for (std::size_t i = range.begin(); i < range.end(); ++i) {
                        rows[i] = {is_valid(boxes[i]) ? ordered_key(low_edges[i]) : kRejectedKey,
                                   static_cast<std::uint32_t>(i)};
                      }
                    });
}

void Sweep::copy_sorted(const BoxView& boxes) {
  const std::span<const KeyedRow> rows = sorter_.rows().span();
  const auto rejected = std::partition_point(
      rows.begin(), rows.end(), [](const KeyedRow& row) { return row.key != kRejectedKey; });
  columns_.resize(static_cast<std::size_t>(rejected - rows.begin()));
  const tbb::blocked_range<std::size_t> all(0, columns_.size(), 4096);
  tbb::parallel_for(all, [&](const auto& range) {
    for (std::size_t i = range.begin(); i < range.end(); ++i) {
      const Box box = boxes[rows[i].row];
      const Box turned = {box.min_y, box.min_x, box.max_y, box.max_x};
      columns_.set(i, along_y_ ? turned : box, rows[i].row);
    }
  });
}

void Sweep::find_pairs() {
  found_.clear();
  const tbb::blocked_range<std::size_t> all(0, columns_.size(), kSweptPerTask);
  tbb::parallel_for(
      all, [&](const auto& range) { find_pairs_of(range.begin(), range.end(), found_.local()); });
}

// Where a box's look ahead ends is sought from where the last one's did: that costs no more than
// the scans do.
void Sweep::find_pairs_of(std::size_t begin, std::size_t end, PairBuffer& found) const {
  const Columns boxes = columns_.view();
  const std::size_t count = columns_.size();
  std::size_t stop = begin;
  Pair* out = found.end();
  for (std::size_t i = begin; i < end; ++i) {
    const float high = boxes.max_x[i];
    stop = std::max(stop, i + 1);
    while (stop + kLanes <= count && boxes.min_x[stop + kLanes - 1] <= high) stop += kLanes;
    while (stop < count && boxes.min_x[stop] <= high) ++stop;
    while (stop > i + kLanes && boxes.min_x[stop - kLanes] > high) stop -= kLanes;
    while (stop > i + 1 && boxes.min_x[stop - 1] > high) --stop;
    out = scan(boxes, i, i + 1, stop, found, out, y_overlaps_at);
  }
  found.set_end(out);
}

std::string Sweep::settings() const {
  return along_y_ ? "along y" : "along x";
}

}  // namespace quadphase::bench
