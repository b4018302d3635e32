// SPDX-License-Identifier: MIT
#include "mpi/plane_parts.hpp"

#include <zoltan.h>

#include <cmath>
#include <cstddef>
#include <utility>

namespace quadphase::mpi::detail {
namespace {

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
  make_grid();
}

bool PlaneParts::are_usable(Zoltan_Struct* zoltan, int count) {
  constexpr double kBeyondFloats = 1e39;
  std::vector<int> parts;
  add_parts_of(zoltan, count, {-kBeyondFloats, -kBeyondFloats, kBeyondFloats, kBeyondFloats},
               parts);
  return static_cast<int>(parts.size()) == count;
}

int PlaneParts::exact_part(double x, double y) const noexcept {
  double point[3] = {x, y, 0};
  int rank = 0;
  int part = 0;
  Zoltan_LB_Point_PP_Assign(zoltan_.get(), point, &rank, &part);
  return part;
}

void PlaneParts::add_parts(const Region& region, std::vector<int>& parts) const {
  // Why more than the region: a compiler may have fused multiplications and additions in one of
  // Zoltan's functions and not in the other.
  constexpr double kRounding = 1e-12;
  const double x = kRounding * (std::abs(bounds().min_x) + std::abs(bounds().max_x));
  const double y = kRounding * (std::abs(bounds().min_y) + std::abs(bounds().max_y));
  add_parts_of(zoltan_.get(), count(),
               {region.min_x - x, region.min_y - y, region.max_x + x, region.max_y + y}, parts);
}

}  // namespace quadphase::mpi::detail
