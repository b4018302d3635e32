// SPDX-License-Identifier: MIT
#include "plane_parts.hpp"

#include <zoltan.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <utility>

namespace quadphase::mpi::detail {
namespace {

/// Squares along a cut have two parts, however small they are, so there is no level at which all
/// have one. Here the sides of the smallest are about a quarter of the distance between points that
/// are spread evenly.
/// Tried: level 12 for any number of points. All tests, whose worlds are small, then took 106 s on
/// 8 ranks, and 40 s now.
unsigned deepest_level(std::uint64_t point_count) {
  constexpr unsigned kMostLevels = 12;
  const auto bits = static_cast<unsigned>(std::bit_width(point_count));
  return std::min(kMostLevels, (bits + 1) / 2 + 2);
}

void add_parts_of(const Cuts& cuts, int count, const Region& region, std::vector<int>& parts) {
  const std::size_t first = parts.size();
  parts.resize(first + static_cast<std::size_t>(count));
  int rank_count = 0;
  int part_count = 0;
  require_zoltan(Zoltan_LB_Box_PP_Assign(cuts.zoltan.get(), region.min_x, region.min_y, 0,
                                         region.max_x, region.max_y, 0, nullptr, &rank_count,
                                         parts.data() + first, &part_count));
  parts.resize(first + static_cast<std::size_t>(part_count));
  for (std::size_t i = first; i < parts.size(); ++i)
    parts[i] = cuts.rank_of_part[static_cast<std::size_t>(parts[i])];
}

}  // namespace

PlaneParts::PlaneParts(int count, const Box& bounds, std::uint64_t point_count, Cuts cuts)
    : GridParts(count, bounds), cuts_(std::move(cuts)) {
  make_tree(deepest_level(point_count));
}

bool PlaneParts::are_usable(const Cuts& cuts, int count) {
  constexpr double kBeyondFloats = 1e39;
  std::vector<int> parts;
  add_parts_of(cuts, count, {-kBeyondFloats, -kBeyondFloats, kBeyondFloats, kBeyondFloats}, parts);
  return static_cast<int>(parts.size()) == count;
}

int PlaneParts::exact_part(const Point& point) const noexcept {
  double coordinates[3] = {static_cast<double>(point.x), static_cast<double>(point.y), 0};
  int rank = 0;
  int part = 0;
  Zoltan_LB_Point_PP_Assign(cuts_.zoltan.get(), coordinates, &rank, &part);
  return cuts_.rank_of_part[static_cast<std::size_t>(part)];
}

/// The region is a little larger than needed, so it also does not matter whether a compiler has
/// fused a multiplication and an addition in one of Zoltan's functions and not in the other.
void PlaneParts::add_parts(const Cells& cells, std::vector<int>& parts) const {
  add_parts_of(cuts_, count(), grid().region_of(cells), parts);
}

}  // namespace quadphase::mpi::detail
