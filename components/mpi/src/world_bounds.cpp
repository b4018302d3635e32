// SPDX-License-Identifier: MIT
// A sample of each rank's points goes to all ranks. Along each axis, the bounds are three times as
// long as the range of the middle 98 % of the sample, or as long as the range of all points, if
// that is less.
//
// Why not the bounds of all points: the grids over them have equal cells, and a single point at
// 1e20 would leave one cell to all others.
#include "world_bounds.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include "faults.hpp"

namespace quadphase::mpi::detail {
namespace {

constexpr std::size_t kSampleSize = 64;  // of each rank
constexpr float kLargest = std::numeric_limits<float>::max();

/// Least and greatest.
struct Range {
  float min = kLargest;
  float max = -kLargest;

  void add(float value) {
    min = std::min(min, value);
    max = std::max(max, value);
  }
};

/// `whole`, but for what is far from most of the values, which are sorted for it.
Range without_outliers(const Range& whole, std::vector<float>& values) {
  std::sort(values.begin(), values.end());
  const std::size_t skipped = values.size() / 100;
  const auto low = static_cast<double>(values[skipped]);
  const auto high = static_cast<double>(values[values.size() - 1 - skipped]);
  if (high <= low) return whole;
  const auto bounded = [&](double value) {
    return static_cast<float>(
        std::clamp(value, static_cast<double>(whole.min), static_cast<double>(whole.max)));
  };
  return {bounded(low - (high - low)), bounded(high + (high - low))};
}

}  // namespace

Box world_bounds(const Communicator& communicator, std::span<const Point> points) {
  std::vector<Point> own;
  std::vector<Point> all;
  on_all_ranks(communicator, [&] {
    own.resize(kSampleSize);
    all.resize(kSampleSize * static_cast<std::size_t>(communicator.size()));
  });
  Range x;
  Range y;
  for (const Point& point : points) {
    x.add(point.x);
    y.add(point.y);
  }
  const std::uint64_t own_count = std::min(points.size(), kSampleSize);
  for (std::size_t i = 0; i < own_count; ++i) own[i] = points[i * points.size() / own_count];
  float limits[4] = {-x.min, -y.min, x.max, y.max};
  MPI_Allreduce(MPI_IN_PLACE, limits, 4, MPI_FLOAT, MPI_MAX, communicator.get());
  std::vector<std::uint64_t> counts;
  on_all_ranks(communicator, [&] { counts.resize(static_cast<std::size_t>(communicator.size())); });
  MPI_Allgather(&own_count, 1, MPI_UINT64_T, counts.data(), 1, MPI_UINT64_T, communicator.get());
  constexpr int kFloats = 2 * static_cast<int>(kSampleSize);
  MPI_Allgather(own.data(), kFloats, MPI_FLOAT, all.data(), kFloats, MPI_FLOAT, communicator.get());
  on_all_ranks(communicator, [&] {
    std::vector<float> xs;
    std::vector<float> ys;
    for (std::size_t rank = 0; rank < counts.size(); ++rank) {
      for (std::size_t i = 0; i < counts[rank]; ++i) {
        xs.push_back(all[rank * kSampleSize + i].x);
        ys.push_back(all[rank * kSampleSize + i].y);
      }
    }
    x = without_outliers({-limits[0], limits[2]}, xs);
    y = without_outliers({-limits[1], limits[3]}, ys);
  });
  return {x.min, y.min, x.max, y.max};
}

}  // namespace quadphase::mpi::detail
