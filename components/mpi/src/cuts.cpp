// SPDX-License-Identifier: MIT
#include "cuts.hpp"

#include <zoltan.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "curve_parts.hpp"
#include "faults.hpp"
#include "hilbert_curve.hpp"
#include "plane_parts.hpp"
#include "world_bounds.hpp"

namespace quadphase::mpi::detail {
namespace {

// A point on a cut belongs to the lower part: the parts are `(low, high]`. In floats that is the
// closed interval from the least float above `low` to the greatest that is not above `high`. A cut
// can also lie at the ends of all floats, where infinite boxes have their centers; a side without a
// cut lies beyond.

float first_above(double low) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  if (low < -static_cast<double>(std::numeric_limits<float>::max())) return -kInfinity;
  auto nearest = static_cast<float>(low);
  while (static_cast<double>(nearest) <= low) nearest = std::nextafter(nearest, kInfinity);
  return nearest;
}

float last_up_to(double high) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  if (high > static_cast<double>(std::numeric_limits<float>::max())) return kInfinity;
  auto nearest = static_cast<float>(high);
  while (static_cast<double>(nearest) > high) nearest = std::nextafter(nearest, -kInfinity);
  return nearest;
}

using SharedParts = std::shared_ptr<const Parts>;

SharedParts cut_by_boxes(const Communicator& communicator, const WeightedPoints& points) {
  const Cuts cuts = cut_by_zoltan(communicator, "RCB", points);
  SharedParts parts;
  on_all_ranks(communicator, [&] {
    std::vector<Box> boxes(static_cast<std::size_t>(communicator.size()));
    for (int part = 0; part < communicator.size(); ++part) {
      int dimension_count = 0;
      double low[3] = {};
      double high[3] = {};
      require_zoltan(Zoltan_RCB_Box(cuts.zoltan.get(), part, &dimension_count, &low[0], &low[1],
                                    &low[2], &high[0], &high[1], &high[2]));
      const int rank = cuts.rank_of_part[static_cast<std::size_t>(part)];
      boxes[static_cast<std::size_t>(rank)] = {first_above(low[0]), first_above(low[1]),
                                               last_up_to(high[0]), last_up_to(high[1])};
    }
    parts = std::make_shared<BoxParts>(std::move(boxes));
  });
  return parts;
}

/// An interval for each part that has points, from the least of their keys up.
std::vector<CurveParts::Interval> intervals_of(const std::vector<std::uint64_t>& least_keys) {
  std::vector<CurveParts::Interval> intervals;
  for (std::size_t part = 0; part < least_keys.size(); ++part) {
    if (least_keys[part] != std::numeric_limits<std::uint64_t>::max())
      intervals.push_back({least_keys[part], static_cast<int>(part)});
  }
  std::sort(intervals.begin(), intervals.end(), [](const auto& a, const auto& b) {
    return a.first_key != b.first_key ? a.first_key < b.first_key : a.part < b.part;
  });
  intervals.front().first_key = 0;
  return intervals;
}

/// Zoltan gives each point a part. Its parts follow one another along the curve, and so they are
/// intervals of keys.
SharedParts cut_by_curve(const Communicator& communicator, const Box& bounds,
                         const WeightedPoints& points) {
  std::vector<int> part_of_point;
  const Cuts cuts = cut_by_zoltan(communicator, "HSFC", points, &part_of_point);
  const CellGrid grid(bounds);
  std::vector<std::uint64_t> least_keys;
  on_all_ranks(communicator, [&] {
    least_keys.assign(static_cast<std::size_t>(communicator.size()),
                      std::numeric_limits<std::uint64_t>::max());
  });
  for (std::size_t i = 0; i < points.points.size(); ++i) {
    const int rank = cuts.rank_of_part[static_cast<std::size_t>(part_of_point[i])];
    std::uint64_t& least = least_keys[static_cast<std::size_t>(rank)];
    least = std::min(least, curve_key(grid.cell_of(points.points[i])));
  }
  MPI_Allreduce(MPI_IN_PLACE, least_keys.data(), communicator.size(), MPI_UINT64_T, MPI_MIN,
                communicator.get());
  SharedParts parts;
  on_all_ranks(communicator, [&] {
    parts = std::make_shared<CurveParts>(communicator.size(), bounds, intervals_of(least_keys));
  });
  return parts;
}

/// Null if there are no such parts.
SharedParts cut_by_planes(const Communicator& communicator, const Box& bounds,
                          const WeightedPoints& points) {
  Cuts cuts = cut_by_zoltan(communicator, "RIB", points);
  bool are_usable = false;
  on_all_ranks(communicator,
               [&] { are_usable = PlaneParts::are_usable(cuts, communicator.size()); });
  if (communicator.least(are_usable ? 1 : 0) == 0) return nullptr;
  const std::uint64_t point_count = communicator.sum(points.points.size());
  SharedParts parts;
  on_all_ranks(communicator, [&] {
    parts = std::make_shared<PlaneParts>(communicator.size(), bounds, point_count, std::move(cuts));
  });
  return parts;
}

}  // namespace

SharedParts cut_space(const Communicator& communicator, Partition partition,
                      const WeightedPoints& points) {
  SharedParts parts;
  if (communicator.size() == 1) {  // Why: without cuts, Zoltan has no box either.
    on_all_ranks(communicator,
                 [&] { parts = std::make_shared<BoxParts>(std::vector<Box>{kEverywhere}); });
    return parts;
  }
  if (partition == Partition::rcb) return cut_by_boxes(communicator, points);
  const Box bounds = world_bounds(communicator, points.points);
  std::vector<Point> bounded;
  on_all_ranks(communicator, [&] {
    for (const Point& point : points.points)
      bounded.push_back({std::clamp(point.x, bounds.min_x, bounds.max_x),
                         std::clamp(point.y, bounds.min_y, bounds.max_y)});
  });
  const WeightedPoints given{bounded, points.weights};
  if (partition == Partition::hsfc) return cut_by_curve(communicator, bounds, given);
  parts = cut_by_planes(communicator, bounds, given);
  return parts != nullptr ? parts : cut_by_boxes(communicator, points);
}

}  // namespace quadphase::mpi::detail
