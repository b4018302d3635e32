// SPDX-License-Identifier: MIT
#include "mpi/plane_parts.hpp"

#include <zoltan.h>

#include <cstddef>
#include <utility>

namespace quadphase::mpi::detail {
namespace {

/// Squares along a cut have two parts, however small they are: as many as they are along an axis.
constexpr unsigned kDeepestLevel = 12;

void add_parts_of(Zoltan_Struct* zoltan, int count, const Region& region, std::vector<int>& parts) {
  const std::size_t first = parts.size();
  parts.resize(first + static_cast<std::size_t>(count));
  int rank_count = 0;
  int part_count = 0;
  require_zoltan(Zoltan_LB_Box_PP_Assign(zoltan, region.min_x, region.min_y, 0, region.max_x,
                                         region.max_y, 0, nullptr, &rank_count,
                                         parts.data() + first, &part_count));
  parts.resize(first + static_cast<std::size_t>(part_count));
}

}  // namespace

PlaneParts::PlaneParts(int count, const Box& bounds, Zoltan zoltan)
    : GridParts(count, bounds), zoltan_(std::move(zoltan)) {
  make_tree(kDeepestLevel);
}

bool PlaneParts::are_usable(Zoltan_Struct* zoltan, int count) {
  constexpr double kBeyondFloats = 1e39;
  std::vector<int> parts;
  add_parts_of(zoltan, count, {-kBeyondFloats, -kBeyondFloats, kBeyondFloats, kBeyondFloats},
               parts);
  return static_cast<int>(parts.size()) == count;
}

int PlaneParts::exact_part(const Point& point) const noexcept {
  double coordinates[3] = {static_cast<double>(point.x), static_cast<double>(point.y), 0};
  int rank = 0;
  int part = 0;
  Zoltan_LB_Point_PP_Assign(zoltan_.get(), coordinates, &rank, &part);
  return part;
}

/// The region is a little larger than needed, so it also does not matter whether a compiler has
/// fused a multiplication and an addition in one of Zoltan's functions and not in the other.
void PlaneParts::add_parts(const Cells& cells, std::vector<int>& parts) const {
  add_parts_of(zoltan_.get(), count(), grid().region_of(cells), parts);
}

}  // namespace quadphase::mpi::detail
