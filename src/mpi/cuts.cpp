// SPDX-License-Identifier: MIT
#include "mpi/cuts.hpp"

#include <zoltan.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>

#include "mpi/faults.hpp"

namespace quadphase::mpi::detail {
namespace {

void require_zoltan(int code) {
  if (code == ZOLTAN_MEMERR) throw std::bad_alloc();
  require(code == ZOLTAN_OK || code == ZOLTAN_WARN, Rule::zoltan);
}

const WeightedPoints& points_of(void* data) {
  return *static_cast<const WeightedPoints*>(data);
}

int count_of(void* data, int* error) {
  *error = ZOLTAN_OK;
  return static_cast<int>(points_of(data).points.size());
}

int dimensions(void* /*data*/, int* error) {
  *error = ZOLTAN_OK;
  return 2;
}

// Why global ids that other ranks have, too: cuts of space do not read them.
// NOLINTNEXTLINE(readability-function-size): its parameters are Zoltan's
void list_points(void* data, int global_size, int /*local_size*/, ZOLTAN_ID_PTR global_ids,
                 ZOLTAN_ID_PTR local_ids, int weight_count, float* weights, int* error) {
  const WeightedPoints& points = points_of(data);
  for (std::size_t i = 0; i < points.points.size(); ++i) {
    global_ids[i * static_cast<std::size_t>(global_size)] = static_cast<ZOLTAN_ID_TYPE>(i);
    local_ids[i] = static_cast<ZOLTAN_ID_TYPE>(i);
    if (weight_count > 0) weights[i] = points.weights[i];
  }
  *error = ZOLTAN_OK;
}

// NOLINTNEXTLINE(readability-function-size): its parameters are Zoltan's
void write_points(void* data, int /*global_size*/, int /*local_size*/, int count,
                  ZOLTAN_ID_PTR /*global_ids*/, ZOLTAN_ID_PTR local_ids, int /*dimensions*/,
                  double* coordinates, int* error) {
  const WeightedPoints& points = points_of(data);
  for (int i = 0; i < count; ++i) {
    const Point& point = points.points[local_ids[i]];
    *coordinates++ = static_cast<double>(point.x);
    *coordinates++ = static_cast<double>(point.y);
  }
  *error = ZOLTAN_OK;
}

struct Destroy {
  void operator()(Zoltan_Struct* zoltan) const { Zoltan_Destroy(&zoltan); }
};
using Zoltan = std::unique_ptr<Zoltan_Struct, Destroy>;

/// Collective. `points` must outlive it.
Zoltan make_zoltan(const Communicator& communicator, WeightedPoints& points) {
  float version = 0;
  require_zoltan(Zoltan_Initialize(0, nullptr, &version));
  Zoltan zoltan(Zoltan_Create(communicator.get()));
  if (zoltan == nullptr) throw std::bad_alloc();
  Zoltan_Struct* const z = zoltan.get();
  const auto set = [z](const char* name, const char* value) {
    require_zoltan(Zoltan_Set_Param(z, name, value));
  };
  set("DEBUG_LEVEL", "0");
  set("LB_METHOD", "RCB");
  set("KEEP_CUTS", "1");
  set("NUM_GID_ENTRIES", "1");
  set("NUM_LID_ENTRIES", "1");
  set("RETURN_LISTS", "NONE");
  set("IMBALANCE_TOL", "1.02");
  set("OBJ_WEIGHT_DIM", "1");
  require_zoltan(Zoltan_Set_Num_Obj_Fn(z, count_of, &points));
  require_zoltan(Zoltan_Set_Obj_List_Fn(z, list_points, &points));
  require_zoltan(Zoltan_Set_Num_Geom_Fn(z, dimensions, &points));
  require_zoltan(Zoltan_Set_Geom_Multi_Fn(z, write_points, &points));
  return zoltan;
}

/// Makes the cuts.
void run_zoltan(Zoltan_Struct* zoltan) {
  int has_changed = 0;
  int global_size = 0;
  int local_size = 0;
  int import_count = 0;
  int export_count = 0;
  ZOLTAN_ID_PTR import_globals = nullptr;
  ZOLTAN_ID_PTR import_locals = nullptr;
  ZOLTAN_ID_PTR export_globals = nullptr;
  ZOLTAN_ID_PTR export_locals = nullptr;
  int* import_ranks = nullptr;
  int* import_parts = nullptr;
  int* export_ranks = nullptr;
  int* export_parts = nullptr;
  const int code = Zoltan_LB_Partition(zoltan, &has_changed, &global_size, &local_size,
                                       &import_count, &import_globals, &import_locals,
                                       &import_ranks, &import_parts, &export_count, &export_globals,
                                       &export_locals, &export_ranks, &export_parts);
  Zoltan_LB_Free_Part(&import_globals, &import_locals, &import_ranks, &import_parts);
  Zoltan_LB_Free_Part(&export_globals, &export_locals, &export_ranks, &export_parts);
  require_zoltan(code);
}

// A point on a cut belongs to the lower part: the parts are `(low, high]`. In floats that is the
// closed interval from the least float above `low` to the greatest that is not above `high`.

float first_above(double low) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  if (low <= -static_cast<double>(std::numeric_limits<float>::max())) return -kInfinity;
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

}  // namespace

std::vector<Box> cut_space(const Communicator& communicator, const WeightedPoints& points) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  // Why: without cuts, Zoltan has no box either.
  if (communicator.size() == 1) return {{-kInfinity, -kInfinity, kInfinity, kInfinity}};
  WeightedPoints given = points;
  const Zoltan zoltan = make_zoltan(communicator, given);
  run_zoltan(zoltan.get());
  std::vector<Box> parts;
  for (int part = 0; part < communicator.size(); ++part) {
    int dimension_count = 0;
    double low[3] = {};
    double high[3] = {};
    require_zoltan(Zoltan_RCB_Box(zoltan.get(), part, &dimension_count, &low[0], &low[1], &low[2],
                                  &high[0], &high[1], &high[2]));
    parts.push_back(
        {first_above(low[0]), first_above(low[1]), last_up_to(high[0]), last_up_to(high[1])});
  }
  return parts;
}

}  // namespace quadphase::mpi::detail
