// SPDX-License-Identifier: MIT
#include "zoltan_cuts.hpp"

#include <zoltan.h>

#include <cstddef>
#include <cstdint>
#include <new>

#include "faults.hpp"
#include "part_ranks.hpp"

namespace quadphase::mpi::detail {

void DestroyZoltan::operator()(Zoltan_Struct* zoltan) const {
  Zoltan_Destroy(&zoltan);
}

void require_zoltan(int code) {
  if (code == ZOLTAN_MEMERR) throw std::bad_alloc();
  require(code == ZOLTAN_OK || code == ZOLTAN_WARN, Rule::zoltan);
}

namespace {

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

// Why global ids may be those of other ranks, too: cuts of space do not read them.
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

/// Collective. `points` must outlive the cutting.
Zoltan make_zoltan(const Communicator& communicator, const char* method, WeightedPoints& points,
                   bool with_parts) {
  float version = 0;
  require_zoltan(Zoltan_Initialize(0, nullptr, &version));
  Zoltan zoltan(Zoltan_Create(communicator.get()));
  if (zoltan == nullptr) throw std::bad_alloc();
  Zoltan_Struct* const z = zoltan.get();
  const auto set = [z](const char* name, const char* value) {
    require_zoltan(Zoltan_Set_Param(z, name, value));
  };
  set("DEBUG_LEVEL", "0");
  set("LB_METHOD", method);
  set("KEEP_CUTS", "1");
  set("NUM_GID_ENTRIES", "1");
  set("NUM_LID_ENTRIES", "1");
  set("RETURN_LISTS", with_parts ? "EXPORT" : "NONE");
  set("REMAP", "0");  // Why: see part_ranks.hpp
  set("IMBALANCE_TOL", "1.02");
  set("OBJ_WEIGHT_DIM", "1");
  require_zoltan(Zoltan_Set_Num_Obj_Fn(z, count_of, &points));
  require_zoltan(Zoltan_Set_Obj_List_Fn(z, list_points, &points));
  require_zoltan(Zoltan_Set_Num_Geom_Fn(z, dimensions, &points));
  require_zoltan(Zoltan_Set_Geom_Multi_Fn(z, write_points, &points));
  return zoltan;
}

/// Makes the cuts.
void run_zoltan(Zoltan_Struct* zoltan, std::vector<int>* parts) {
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
  // Why not all points ("PARTS"): Zoltan 3.9 then takes a rank without points for one that has run
  // out of memory.
  const bool is_done = code == ZOLTAN_OK || code == ZOLTAN_WARN;
  for (int i = 0; i < export_count && parts != nullptr && is_done; ++i)
    (*parts)[export_locals[i]] = export_parts[i];
  Zoltan_LB_Free_Part(&import_globals, &import_locals, &import_ranks, &import_parts);
  Zoltan_LB_Free_Part(&export_globals, &export_locals, &export_ranks, &export_parts);
  require_zoltan(code);
}

/// The part in which Zoltan finds a point, or -1; it need not be exact.
int part_of(Zoltan_Struct* zoltan, int part_count, const Point& point) {
  double coordinates[3] = {static_cast<double>(point.x), static_cast<double>(point.y), 0};
  int rank = 0;
  int part = 0;
  const int code = Zoltan_LB_Point_PP_Assign(zoltan, coordinates, &rank, &part);
  return code == ZOLTAN_OK && 0 <= part && part < part_count ? part : -1;
}

PartSample sample_parts(Zoltan_Struct* zoltan, int part_count, std::span<const Point> points,
                        const std::vector<int>* part_of_point) {
  constexpr std::size_t kEnough = 4096;
  const std::size_t step = points.size() / kEnough + 1;
  PartSample sample{{}, static_cast<std::uint32_t>(step)};
  for (std::size_t i = 0; i < points.size(); i += step) {
    const int part =
        part_of_point != nullptr ? (*part_of_point)[i] : part_of(zoltan, part_count, points[i]);
    if (part >= 0) sample.parts.push_back(part);
  }
  return sample;
}

}  // namespace

Cuts cut_by_zoltan(const Communicator& communicator, const char* method,
                   const WeightedPoints& points, std::vector<int>* part_of_point) {
  WeightedPoints given = points;
  Cuts cuts;
  on_all_ranks(communicator, [&] {
    if (part_of_point != nullptr) part_of_point->assign(points.points.size(), communicator.rank());
    cuts.zoltan = make_zoltan(communicator, method, given, part_of_point != nullptr);
  });
  PartSample sample;
  on_all_ranks(communicator, [&] {
    run_zoltan(cuts.zoltan.get(), part_of_point);
    sample = sample_parts(cuts.zoltan.get(), communicator.size(), points.points, part_of_point);
  });
  cuts.rank_of_part = ranks_of_parts(communicator, sample);
  return cuts;
}

}  // namespace quadphase::mpi::detail
